//! Unicode properties of characters, from the tables of `build.rs`.

use std::cell::OnceCell;

/// Ascending ranges of characters: first and last.
pub(super) type Ranges = Vec<(u32, u32)>;

/// Names of the general categories, by number.
const CATEGORIES: [&str; 30] = [
    "Cc", "Cf", "Cn", "Co", "Cs", "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Nd", "Nl", "No", "Pc",
    "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs",
];

thread_local! {
    /// The start and category of each run of characters with one category.
    static RUNS: OnceCell<Vec<(u32, u8)>> = const { OnceCell::new() };
    /// Sets of characters that differ only in case.
    static CASES: OnceCell<Vec<Vec<u32>>> = const { OnceCell::new() };
}

/// A set of general categories, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Categories(u32);

impl Categories {
    /// Returns the categories of a lower-case property name: a category, the first letter of several, `l&`,
    /// `any`, or one of PCRE's own for letters and numbers.
    pub(super) fn named(name: &str) -> Option<Self> {
        let all = |prefixes: &[&str]| {
            let holds = |category: &str| prefixes.iter().any(|prefix| category.starts_with(prefix));
            (0..)
                .zip(CATEGORIES)
                .filter(|(_, category)| holds(category))
                .fold(0, |bits, (at, _)| bits | 1 << at)
        };
        let bits = match name {
            "any" => all(&[""]),
            "l&" | "lc" => all(&["Ll", "Lt", "Lu"]),
            "xan" => all(&["L", "N"]),
            name if name.len() <= 2 => {
                let mut capital = name.to_owned();
                capital.get_mut(..1)?.make_ascii_uppercase();
                all(&[&capital])
            }
            _ => 0,
        };
        (bits != 0).then_some(Categories(bits))
    }

    /// Whether the set contains a character's category.
    pub(super) fn contain(self, c: u32) -> bool {
        RUNS.with(|runs| {
            let runs = runs.get_or_init(read_runs);
            let at = runs.partition_point(|(first, _)| *first <= c);
            at.checked_sub(1)
                .and_then(|at| runs.get(at))
                .is_some_and(|(_, category)| self.0 & (1 << category) != 0)
        })
    }
}

fn read_runs() -> Vec<(u32, u8)> {
    let mut bytes: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/categories.bin"));
    let mut runs = Vec::new();
    let mut first = 0;
    while let (Some(length), Some((&category, rest))) = (number(&mut bytes), bytes.split_first()) {
        runs.push((first, category));
        first += length;
        bytes = rest;
    }
    runs
}

/// Returns the characters of a script and its extensions, by lower-case name without underscores.
pub(super) fn script(name: &str) -> Option<Ranges> {
    let mut bytes: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scripts.bin"));
    loop {
        let (&length, rest) = bytes.split_first()?;
        let (known, rest) = rest.split_at_checked(length.into())?;
        bytes = rest;
        let count = number(&mut bytes)?;
        let mut ranges = Ranges::new();
        let mut next = 0;
        for _ in 0..count {
            let first = next + number(&mut bytes)?;
            next = first + number(&mut bytes)?;
            ranges.push((first, next - 1));
        }
        if known == name.as_bytes() {
            return Some(ranges);
        }
    }
}

/// Adds the case variants of the characters in ranges.
pub(super) fn add_cases(ranges: &mut Ranges) {
    CASES.with(|cases| {
        let given = ranges.len();
        for set in cases.get_or_init(read_cases) {
            let holds = |c: &u32| ranges.iter().take(given).any(|(first, last)| (first..=last).contains(&c));
            if set.iter().any(holds) {
                ranges.extend(set.iter().map(|c| (*c, *c)));
            }
        }
    });
}

/// Whether two characters differ only in case.
pub(super) fn differ_in_case_alone(a: char, b: char) -> bool {
    let (a, b) = (u32::from(a), u32::from(b));
    a == b
        || CASES.with(|cases| {
            cases.get_or_init(read_cases).iter().any(|set| set.contains(&a) && set.contains(&b))
        })
}

fn read_cases() -> Vec<Vec<u32>> {
    let mut bytes: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/cases.bin"));
    let mut all = Vec::new();
    let mut first = 0;
    while let (Some(distance), Some((&others, rest))) = (number(&mut bytes), bytes.split_first()) {
        bytes = rest;
        first += distance;
        let mut set = vec![first];
        let mut last = first;
        for _ in 0..others {
            last += number(&mut bytes).unwrap_or(0);
            set.push(last);
        }
        all.push(set);
    }
    all
}

/// Reads a number, and moves past it.
fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_their_categories() {
        let is = |name: &str, c: char| Categories::named(name).unwrap().contain(c.into());
        assert!(is("lu", 'É') && is("l", 'é') && is("l&", 'ǅ') && is("nd", '٣') && is("any", '\u{10FFFF}'));
        assert!(!is("lu", 'é') && !is("p", 'a') && is("xan", 'a') && is("sm", '+') && is("cn", '\u{378}'));
        assert!(Categories::named("foo").is_none() && Categories::named("").is_none());
    }

    #[test]
    fn scripts_have_names() {
        let greek = script("greek").unwrap();
        assert!(greek.iter().any(|(first, last)| (*first..=*last).contains(&u32::from('α'))));
        assert!(script("klingon").is_none());
    }

    #[test]
    fn letters_have_other_cases() {
        assert!(
            differ_in_case_alone('k', '\u{212A}')
                && differ_in_case_alone('σ', 'ς')
                && !differ_in_case_alone('a', 'b')
        );
        let mut ranges = vec![(0x61, 0x62)];
        add_cases(&mut ranges);
        assert!(ranges.contains(&(0x41, 0x41)) && !ranges.contains(&(0x43, 0x43)));
    }
}
