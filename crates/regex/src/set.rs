//! Sets of characters, such as `[…]`, `\d` and `\p{…}`.

use super::unicode::{self, Categories, Ranges};

/// A set of characters.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// The ASCII members, one bit each.
    ascii: u128,
    ranges: Ranges,
    /// Member categories, each possibly negated.
    categories: Vec<(Categories, bool)>,
    /// Whether the set is complemented.
    negated: bool,
}

/// A set under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    /// Characters without relevant case variants.
    fixed: Ranges,
    /// Characters whose case variants are included in caseless matching.
    cased: Ranges,
    categories: Vec<(Categories, bool)>,
}

/// The characters of `\h`.
pub(super) const HORIZONTAL: &[(u32, u32)] = &[
    (0x09, 0x09),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x180E, 0x180E),
    (0x2000, 0x200A),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
];
/// The characters of `\v`.
pub(super) const VERTICAL: &[(u32, u32)] = &[(0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029)];

const DIGITS: &[(u32, u32)] = &[(0x30, 0x39)];
const WORD: &[(u32, u32)] = &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
const SPACE: &[(u32, u32)] = &[(0x09, 0x0D), (0x20, 0x20)];
const LAST: u32 = 0x10_FFFF;

impl Members {
    /// Adds a range of characters.
    pub(super) fn add(&mut self, first: char, last: char) {
        self.cased.push((first.into(), last.into()));
    }

    fn add_ranges(&mut self, ranges: &[(u32, u32)], negated: bool) {
        if !negated {
            return self.fixed.extend_from_slice(ranges);
        }
        let mut next = 0;
        for &(first, last) in ranges {
            if first > next {
                self.fixed.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            self.fixed.push((next, LAST));
        }
    }

    fn add_category(&mut self, name: &str, negated: bool) {
        self.categories.extend(Categories::named(name).map(|categories| (categories, negated)));
    }

    /// Adds the characters of `\d`, `\w`, `\s`, `\h` or `\v`, or for a capital letter the complement;
    /// `false` for another letter. With `unicode` the first three use Unicode.
    pub(super) fn add_type(&mut self, letter: char, unicode: bool) -> bool {
        let negated = letter.is_ascii_uppercase();
        match (letter.to_ascii_lowercase(), unicode) {
            ('d', false) => self.add_ranges(DIGITS, negated),
            ('w', false) => self.add_ranges(WORD, negated),
            ('s', false) => self.add_ranges(SPACE, negated),
            ('h', _) => self.add_ranges(HORIZONTAL, negated),
            ('v', _) => self.add_ranges(VERTICAL, negated),
            ('d', true) => self.add_category("nd", negated),
            ('w' | 's', true) => {
                let mut inner = Members::default();
                inner.add_property(if letter.eq_ignore_ascii_case(&'w') { "xwd" } else { "xsp" }, false);
                self.add_members(inner, negated);
            }
            _ => return false,
        }
        true
    }

    /// Adds a whole set or its complement.
    fn add_members(&mut self, members: Members, negated: bool) {
        if !negated {
            self.fixed.extend(members.fixed);
            self.categories.extend(members.categories);
            return;
        }
        let set = members.finish(true, false);
        // Test every character: simple, and fast enough.
        let mut run: Option<(u32, u32)> = None;
        for c in (0..=LAST).filter_map(char::from_u32) {
            let code = u32::from(c);
            run = match (set.contains(c), run) {
                (true, Some((first, last))) if last + 1 == code => Some((first, code)),
                (true, before) => {
                    self.fixed.extend(before);
                    Some((code, code))
                }
                (false, before) => before,
            };
        }
        self.fixed.extend(run);
    }

    /// Adds the characters with a property, or without it; `false` for an unknown name, which must be in
    /// lower case.
    pub(super) fn add_property(&mut self, name: &str, negated: bool) -> bool {
        match name {
            "xwd" if !negated => {
                self.add_category("xan", false);
                self.fixed.push((0x5F, 0x5F));
            }
            "xsp" | "xps" if !negated => {
                self.add_category("z", false);
                self.add_ranges(HORIZONTAL, false);
                self.add_ranges(VERTICAL, false);
            }
            "xwd" | "xsp" | "xps" => {
                let mut inner = Members::default();
                inner.add_property(name, false);
                self.add_members(inner, true);
            }
            _ => match (Categories::named(name), unicode::script(name)) {
                (Some(categories), _) => self.categories.push((categories, negated)),
                (None, Some(ranges)) => self.add_ranges(&ranges, negated),
                (None, None) => return false,
            },
        }
        true
    }

    /// Adds a POSIX class; `false` for an unknown name.
    pub(super) fn add_posix(&mut self, name: &str, negated: bool, unicode: bool, caseless: bool) -> bool {
        let name = if caseless && matches!(name, "upper" | "lower") { "alpha" } else { name };
        let category = match name {
            "alpha" => "l",
            "lower" => "ll",
            "upper" => "lu",
            "alnum" => "xan",
            "cntrl" => "cc",
            "digit" => "nd",
            _ => "",
        };
        if unicode && !category.is_empty() {
            self.add_category(category, negated);
            return true;
        }
        let ranges: &[(u32, u32)] = match name {
            "word" | "space" => {
                let letter = if name == "word" { 'w' } else { 's' };
                return self.add_type(if negated { letter.to_ascii_uppercase() } else { letter }, unicode);
            }
            "blank" if unicode => HORIZONTAL,
            "alpha" => &[(0x41, 0x5A), (0x61, 0x7A)],
            "lower" => &[(0x61, 0x7A)],
            "upper" => &[(0x41, 0x5A)],
            "alnum" => &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)],
            "ascii" => &[(0, 0x7F)],
            "blank" => &[(0x09, 0x09), (0x20, 0x20)],
            "cntrl" => &[(0, 0x1F), (0x7F, 0x7F)],
            "digit" => DIGITS,
            "graph" => &[(0x21, 0x7E)],
            "print" => &[(0x20, 0x7E)],
            "punct" => &[(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)],
            "xdigit" => &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)],
            _ => return false,
        };
        self.add_ranges(ranges, negated);
        true
    }

    /// Returns the set or its complement.
    pub(super) fn finish(mut self, negated: bool, caseless: bool) -> Set {
        if caseless {
            // Named sets ignore case variants.
            unicode::add_cases(&mut self.cased);
        }
        self.fixed.append(&mut self.cased);
        values::sort(&mut self.fixed);
        let mut ranges = Ranges::new();
        for (first, last) in self.fixed {
            match ranges.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => ranges.push((first, last)),
            }
        }
        let mut set = Set { ascii: 0, ranges, categories: self.categories, negated };
        set.ascii = (0..0x80).filter(|c| set.looks_up(*c)).fold(0, |bits, c| bits | 1 << c);
        set
    }
}

impl Set {
    /// Returns the set of a character's case variants; `None` when it has none.
    pub(super) fn of_cases(c: char) -> Option<Self> {
        let mut members = Members::default();
        members.add(c, c);
        let mut cases = members.cased.clone();
        unicode::add_cases(&mut cases);
        (cases.len() > 1).then(|| members.finish(false, true))
    }

    /// Whether the set contains a character.
    #[inline]
    pub(super) fn contains(&self, c: char) -> bool {
        let code = u32::from(c);
        if code < 0x80 { self.ascii & (1 << code) != 0 } else { self.looks_up(code) }
    }

    fn looks_up(&self, code: u32) -> bool {
        let after = self.ranges.partition_point(|(first, _)| *first <= code);
        let before = after.checked_sub(1).and_then(|at| self.ranges.get(at));
        let found = before.is_some_and(|(_, last)| code <= *last)
            || self.categories.iter().any(|(categories, negated)| categories.contain(code) != *negated);
        found != self.negated
    }

    /// Marks the bytes with which a member may begin.
    pub(super) fn first_bytes(&self, bytes: &mut [bool; 256]) {
        for (byte, may) in bytes.iter_mut().enumerate() {
            *may |= byte >= 0x80 || self.ascii & (1 << byte) != 0;
        }
    }
}
