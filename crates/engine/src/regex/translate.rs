//! Rewriting a PCRE pattern for `fancy_regex`.

mod class;

use std::fmt::Write;

use super::Flags;

/// What `\d`, `\w` and `\s` stand for.
struct Sets {
    digits: &'static str,
    word: &'static str,
    space: &'static str,
}

const ASCII: Sets = Sets { digits: "0-9", word: "A-Za-z0-9_", space: " \\t\\n\\x0B\\x0C\\r" };

/// With `(*UCP)` before the pattern.
const UNICODE: Sets =
    Sets { digits: "\\p{Nd}", word: "\\p{L}\\p{N}_", space: "\\p{Z}\\t\\n\\x0B\\x0C\\r\\x{85}\\x{180E}" };

const HORIZONTAL: &str = "\\t \\x{A0}\\x{1680}\\x{180E}\\x{2000}-\\x{200A}\\x{202F}\\x{205F}\\x{3000}";
const VERTICAL: &str = "\\n\\x0B\\x0C\\r\\x{85}\\x{2028}\\x{2029}";

/// The pattern in `fancy_regex`'s syntax with the flags written into it.
///
/// # Errors
/// A sentence that says what is wrong.
pub(super) fn translate(pattern: &str, flags: Flags) -> Result<String, String> {
    let mut translator = Translator {
        chars: pattern.chars().collect(),
        at: 0,
        out: String::with_capacity(pattern.len() + 16),
        sets: &ASCII,
        names: Vec::new(),
        groups: 0,
        asked: 0,
        multi_line: vec![flags.multi_line],
        extended: vec![flags.extended],
        lookarounds: Vec::new(),
    };
    translator.verbs()?;
    // Extended syntax is taken out while rewriting.
    let letters: String = [(flags.case_insensitive, 'i'), (flags.multi_line, 'm'), (flags.dot_all, 's')]
        .iter()
        .filter_map(|(on, letter)| on.then_some(*letter))
        .collect();
    if !letters.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(translator.out, "(?{letters})");
    }
    translator.run()?;
    Ok(translator.out)
}

/// What the matcher says and what PCRE2 says instead.
const PCRE_WORDS: &[(&str, &str)] = &[
    ("Target of repeat operator is invalid", "quantifier does not follow a repeatable item"),
    ("repetition operator missing expression", "quantifier does not follow a repeatable item"),
    ("Invalid group name", "subpattern name expected"),
    ("Invalid back reference", "reference to non-existent subpattern"),
    ("Invalid group name in back reference", "reference to non-existent subpattern"),
    ("Variable-length lookbehind", "lookbehind assertion is not fixed length"),
    ("Subroutine call target not found", "reference to non-existent subpattern"),
    ("Unknown group flag", "unrecognized character after (? or (?-"),
];

/// What is wrong with a pattern, in one line.
pub(super) fn reason(error: &fancy_regex::Error, pattern: &str) -> String {
    let text = error.to_string();
    // What is left to the last parser are the names of properties.
    if text.contains("error parsing pattern") && (pattern.contains("\\p") || pattern.contains("\\P")) {
        return "unknown property after \\P or \\p".to_owned();
    }
    let known = PCRE_WORDS.iter().find(|(ours, _)| text.contains(ours));
    known.map_or_else(
        || text.lines().last().unwrap_or_default().trim().to_owned(),
        |(_, its)| (*its).to_owned(),
    )
}

struct Translator {
    chars: Vec<char>,
    at: usize,
    out: String,
    sets: &'static Sets,
    /// The groups' names and numbers.
    names: Vec<(String, usize)>,
    /// How many groups there are so far.
    groups: usize,
    /// The greatest number that a condition asks about.
    asked: usize,
    /// Whether `m` and `x` hold, for each open group.
    multi_line: Vec<bool>,
    extended: Vec<bool>,
    /// Whether each open group looks around.
    lookarounds: Vec<bool>,
}

impl Translator {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek(0);
        self.at += 1;
        c
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(i, c)| self.peek(i) == Some(c))
    }

    /// What stands before the pattern about how it is meant
    /// (<https://www.mongodb.com/docs/manual/reference/operator/query/regex/#extended-regex-options-to-match-characters-outside-of-ascii>).
    fn verbs(&mut self) -> Result<(), String> {
        loop {
            if self.starts_with("(*UCP)") {
                self.sets = &UNICODE;
                self.at += 6;
            } else if self.starts_with("(*UTF)") {
                // It always is.
                self.at += 6;
            } else if self.starts_with("(*") {
                return Err("(*VERB) not recognized or malformed".to_owned());
            } else {
                return Ok(());
            }
        }
    }

    /// Remembers a group's name.
    fn name_group(&mut self, name: String) -> Result<(), String> {
        if self.names.iter().any(|(known, _)| *known == name) {
            return Err("two named subpatterns have the same name (PCRE2_DUPNAMES not set)".to_owned());
        }
        self.groups += 1;
        self.names.push((name, self.groups));
        Ok(())
    }

    /// The number of the group that `(?(…)` asks about.
    fn condition(&mut self, text: &str) -> Result<usize, String> {
        let missing = || "reference to non-existent subpattern".to_owned();
        let number = |digits: &str| digits.parse::<usize>().map_err(|_| missing());
        let bare = text.trim_start_matches(['<', '\'']).trim_end_matches(['>', '\'']);
        let number = match bare.chars().next() {
            Some('0'..='9') => number(bare)?,
            Some('-') => (self.groups + 1).checked_sub(number(&bare[1..])?).ok_or_else(missing)?,
            Some('+') => self.groups.saturating_add(number(&bare[1..])?),
            _ => match self.names.iter().find(|(name, _)| name == bare) {
                Some((_, number)) => *number,
                None if bare == "DEFINE" || bare.starts_with('R') => {
                    return Err(format!("(?({bare}) is not supported by this playground"));
                }
                None => return Err(missing()),
            },
        };
        if number == 0 {
            return Err(missing());
        }
        self.asked = self.asked.max(number);
        Ok(number)
    }

    fn push_literal(&mut self, c: char) {
        if c.is_ascii_punctuation() || c.is_ascii_whitespace() {
            let _ = write!(self.out, "\\x{{{:X}}}", c as u32);
        } else {
            self.out.push(c);
        }
    }

    fn run(&mut self) -> Result<(), String> {
        while let Some(c) = self.next() {
            match c {
                '\\' => self.escape()?,
                '[' => self.class()?,
                '(' => self.open_group()?,
                ')' => {
                    if self.multi_line.len() == 1 {
                        return Err("unmatched closing parenthesis".to_owned());
                    }
                    self.multi_line.pop();
                    self.lookarounds.pop();
                    self.extended.pop();
                    self.out.push(')');
                }
                '$' if self.multi_line.last() == Some(&false) => self.end_anchor(),
                '#' if self.extended.last() == Some(&true) => while self.next().is_some_and(|c| c != '\n') {},
                c if c.is_ascii_whitespace() && self.extended.last() == Some(&true) => {}
                '{' if !self.is_quantifier()? => self.out.push_str("\\{"),
                '}' if !self.closes_quantifier() => self.out.push_str("\\}"),
                // A lone `]` is a character.
                ']' => self.out.push_str("\\]"),
                c => self.out.push(c),
            }
        }
        if self.multi_line.len() > 1 {
            return Err("missing closing parenthesis".to_owned());
        }
        if self.asked > self.groups {
            return Err("reference to non-existent subpattern".to_owned());
        }
        Ok(())
    }

    /// Whether the text after `{` makes it a quantifier: `{3}`, `{3,}`, `{3,5}`.
    fn is_quantifier(&self) -> Result<bool, String> {
        let rest: String = self.chars[self.at..].iter().take_while(|c| **c != '}').collect();
        if self.at + rest.chars().count() >= self.chars.len() {
            return Ok(false);
        }
        let (low, high) = rest.split_once(',').unwrap_or((&rest, &rest));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if low.is_empty() || !digits(low) || !digits(high) {
            return Ok(false);
        }
        let number = |text: &str| match text.parse::<u32>() {
            Ok(number) if number <= 65_535 => Ok(number),
            _ => Err("number too big in {} quantifier".to_owned()),
        };
        let least = number(low)?;
        if !high.is_empty() && number(high)? < least {
            return Err("numbers out of order in {} quantifier".to_owned());
        }
        Ok(true)
    }

    /// Whether the `}` just read ends a quantifier that was copied.
    fn closes_quantifier(&self) -> bool {
        let open = self.out.rfind('{');
        open.is_some_and(|open| {
            let body = &self.out[open + 1..];
            !body.is_empty()
                && body.bytes().all(|b| b.is_ascii_digit() || b == b',')
                && !self.out[..open].ends_with('\\')
        })
    }

    /// `$` matches at the end and before a newline at the end. Where nothing
    /// can follow, taking the newline into the match is as good as looking ahead, and faster.
    fn end_anchor(&mut self) {
        let last = self.chars[self.at..].iter().all(|c| *c == ')') && self.multi_line.len() == 1;
        self.out.push_str(if last { "(?:\\n?\\z)" } else { "(?=\\n?\\z)" });
    }

    fn open_group(&mut self) -> Result<(), String> {
        if self.starts_with("?#") {
            return self.skip_comment();
        }
        if self.peek(0) == Some('?') && self.flags() {
            return Ok(());
        }
        if self.starts_with("?'") {
            // Another way to write `(?<name>…)`.
            self.at += 2;
            let name: String = self.chars[self.at..].iter().take_while(|c| **c != '\'').collect();
            self.at += name.chars().count() + 1;
            let _ = write!(self.out, "(?<{name}>");
            self.name_group(name)?;
            self.enter_group(false);
            return Ok(());
        }
        if self.starts_with("?(") && !matches!(self.peek(2), Some('?' | '*')) {
            let text: String = self.chars[self.at + 2..].iter().take_while(|c| **c != ')').collect();
            self.at += 2 + text.chars().count();
            if self.next().is_none() {
                return Err("missing closing parenthesis for condition".to_owned());
            }
            let number = self.condition(&text)?;
            let _ = write!(self.out, "(?({number})");
            self.enter_group(false);
            return Ok(());
        }
        self.groups += usize::from(!matches!(self.peek(0), Some('?' | '*')));
        self.out.push('(');
        if self.peek(0) == Some('?') {
            // What introduces the group is copied, so that `#` or space in it keep their meaning.
            self.at += 1;
            self.out.push('?');
            while let Some(c) = self.peek(0).filter(|c| matches!(c, '<' | '=' | '!' | '>' | 'P' | '|' | ':'))
            {
                self.out.push(c);
                self.at += 1;
            }
            if self.out.ends_with('<') {
                let name = self.chars[self.at..].iter().take_while(|c| **c != '>').collect();
                self.name_group(name)?;
            }
        }
        self.enter_group(self.out.ends_with(['=', '!']) && !self.out.ends_with("(?P="));
        Ok(())
    }

    /// Passes over `(?#…)`, which means nothing.
    fn skip_comment(&mut self) -> Result<(), String> {
        while let Some(c) = self.next() {
            if c == ')' {
                return Ok(());
            }
        }
        Err("missing ) after (?# comment".to_owned())
    }

    /// Begins a group in which the flags are those around it.
    fn enter_group(&mut self, looks: bool) {
        self.multi_line.push(self.multi_line.last() == Some(&true));
        self.lookarounds.push(looks);
        self.extended.push(self.extended.last() == Some(&true));
    }

    /// `(?i)`, which holds for the rest of the group, and `(?i:…)`, for a group of its own.
    /// Whether one of them stands here.
    fn flags(&mut self) -> bool {
        let flags: Vec<char> = self.chars[self.at + 1..]
            .iter()
            .copied()
            .take_while(|c| matches!(c, 'i' | 'm' | 's' | 'x' | 'U' | 'J' | 'n' | '-' | '^'))
            .collect();
        let end = self.peek(1 + flags.len());
        if flags.is_empty() || !matches!(end, Some(')' | ':')) {
            return false;
        }
        let (mut multi_line, mut extended) =
            (self.multi_line.last() == Some(&true), self.extended.last() == Some(&true));
        let mut on = true;
        let (mut set, mut unset) = (String::new(), String::new());
        for &flag in &flags {
            match flag {
                '-' => on = false,
                'm' => multi_line = on,
                'x' => extended = on,
                _ => {}
            }
            if matches!(flag, 'i' | 'm' | 's') {
                if on { &mut set } else { &mut unset }.push(flag);
            }
        }
        self.at += 1 + flags.len() + 1;
        let dash = if unset.is_empty() { "" } else { "-" };
        let written = format!("{set}{dash}{unset}");
        if end == Some(':') {
            let _ = write!(self.out, "(?{written}:");
            self.enter_group(false);
        } else if !written.is_empty() {
            let _ = write!(self.out, "(?{written})");
        }
        if let (Some(m), Some(x)) = (self.multi_line.last_mut(), self.extended.last_mut()) {
            (*m, *x) = (multi_line, extended);
        }
        true
    }

    fn escape(&mut self) -> Result<(), String> {
        let Some(c) = self.next() else { return Err("\\ at end of pattern".to_owned()) };
        match c {
            'd' => self.set(false, self.sets.digits),
            'D' => self.set(true, self.sets.digits),
            'w' => self.set(false, self.sets.word),
            'W' => self.set(true, self.sets.word),
            's' => self.set(false, self.sets.space),
            'S' => self.set(true, self.sets.space),
            'h' => self.set(false, HORIZONTAL),
            'H' => self.set(true, HORIZONTAL),
            'v' => self.set(false, VERTICAL),
            'V' => self.set(true, VERTICAL),
            'N' => self.out.push_str("[^\\n]"),
            'R' => {
                let _ = write!(self.out, "(?>\\r\\n|[{VERTICAL}])");
            }
            // Rust's own `\b` is Unicode's.
            'b' => {
                let word = self.sets.word;
                let _ = write!(self.out, "(?:(?<![{word}])(?=[{word}])|(?<=[{word}])(?![{word}]))");
            }
            'B' => {
                let word = self.sets.word;
                let _ = write!(self.out, "(?:(?<![{word}])(?![{word}])|(?<=[{word}])(?=[{word}]))");
            }
            'Z' => self.out.push_str("(?=\\n?\\z)"),
            'K' if self.lookarounds.contains(&true) => {
                return Err(
                    "\\K is not allowed in lookarounds (but see PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK)".to_owned()
                );
            }
            'A' | 'z' | 'G' | 'K' => {
                self.out.push('\\');
                self.out.push(c);
            }
            'Q' => {
                while self.at < self.chars.len() && !self.starts_with("\\E") {
                    if let Some(c) = self.next() {
                        self.push_literal(c);
                    }
                }
                self.at += 2;
            }
            'E' => {}
            'k' | 'g' => self.back_reference(c),
            'p' | 'P' => self.property(c)?,
            '1'..='9' => {
                self.out.push('\\');
                self.out.push(c);
                while let Some(digit) = self.peek(0).filter(char::is_ascii_digit) {
                    self.out.push(digit);
                    self.at += 1;
                }
            }
            other => {
                let literal = self.escaped_character(other)?;
                self.push_literal(literal);
            }
        }
        Ok(())
    }

    fn set(&mut self, negated: bool, members: &str) {
        let caret = if negated { "^" } else { "" };
        let _ = write!(self.out, "[{caret}{members}]");
    }

    /// `\p{L}`, `\pL`: copied.
    fn property(&mut self, letter: char) -> Result<(), String> {
        self.out.push('\\');
        self.out.push(letter);
        let first = self.next().ok_or("malformed \\P or \\p sequence")?;
        self.out.push(first);
        if first == '{' {
            loop {
                let c = self.next().ok_or("malformed \\P or \\p sequence")?;
                self.out.push(c);
                if c == '}' {
                    break;
                }
            }
        }
        Ok(())
    }

    fn back_reference(&mut self, letter: char) {
        let rest: String = self.chars[self.at..].iter().collect();
        let (open, close) = match self.peek(0) {
            Some('{') => ('{', '}'),
            Some('<') => ('<', '>'),
            Some('\'') => ('\'', '\''),
            _ => {
                // `\g1`
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                self.at += digits.chars().count();
                let _ = write!(self.out, "\\{digits}");
                return;
            }
        };
        let name: String = rest.trim_start_matches(open).chars().take_while(|c| *c != close).collect();
        self.at += name.chars().count() + 2;
        if letter == 'g' && name.bytes().all(|b| b.is_ascii_digit()) {
            let _ = write!(self.out, "\\{name}");
        } else {
            let _ = write!(self.out, "\\k<{name}>");
        }
    }

    /// The character an escape such as `\n`, `\x41` or `\.` stands for.
    fn escaped_character(&mut self, c: char) -> Result<char, String> {
        let by_number = |number: u32| {
            char::from_u32(number).ok_or_else(|| "character code point value is too large".to_owned())
        };
        Ok(match c {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'f' => '\u{C}',
            'a' => '\u{7}',
            'e' => '\u{1B}',
            'c' => {
                let letter = self.next().filter(char::is_ascii).ok_or("\\c at end of pattern")?;
                by_number(u32::from(letter.to_ascii_uppercase() as u8 ^ 0x40))?
            }
            'x' => {
                let braced = self.peek(0) == Some('{');
                if braced {
                    self.at += 1;
                }
                let mut digits = String::new();
                while let Some(digit) = self
                    .peek(0)
                    .filter(|c| c.is_ascii_hexdigit() && (braced || digits.len() < 2) && digits.len() < 8)
                {
                    digits.push(digit);
                    self.at += 1;
                }
                if braced && self.next() != Some('}') {
                    return Err("non-hex character in \\x{} (closing brace missing?)".to_owned());
                }
                by_number(u32::from_str_radix(&digits, 16).unwrap_or(0))?
            }
            '0' => {
                let mut digits = String::new();
                while let Some(digit) = self.peek(0).filter(|c| ('0'..='7').contains(c) && digits.len() < 2) {
                    digits.push(digit);
                    self.at += 1;
                }
                by_number(u32::from_str_radix(&digits, 8).unwrap_or(0))?
            }
            letter if letter.is_ascii_alphabetic() => {
                return Err("unrecognized character follows \\".to_owned());
            }
            other => other,
        })
    }
}
