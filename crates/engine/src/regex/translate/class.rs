//! Bracketed classes of a pattern.

use std::fmt::Write;

use super::{HORIZONTAL, Translator, UNICODE, VERTICAL};

impl Translator {
    /// A bracketed class. Its members are written so that none is taken for
    /// the set operations that Rust's syntax knows.
    pub(super) fn class(&mut self) -> Result<(), String> {
        let missing = || "missing terminating ] for character class".to_owned();
        self.out.push('[');
        if self.peek(0) == Some('^') {
            self.at += 1;
            self.out.push('^');
        }
        let mut first = true;
        // The member just written, and the start of a range that waits for its end.
        let (mut last, mut start) = (None, None);
        loop {
            let c = self.next().ok_or_else(missing)?;
            let before = last.take();
            match c {
                ']' if !first => break,
                '[' if self.peek(0) == Some(':') => {
                    let rest: String = self.chars[self.at..].iter().collect();
                    match rest.find(":]") {
                        Some(end) => {
                            self.at += rest[..end + 2].chars().count();
                            self.posix_class(&rest[1..end])?;
                        }
                        None => self.push_literal('['),
                    }
                }
                '\\' => last = self.class_escape()?,
                '-' => {
                    // A range only between two members.
                    let range = !first
                        && self.peek(0).is_some_and(|next| next != ']')
                        && !self.out.ends_with(']')
                        && !self.out.ends_with('[');
                    if range && self.peek(0) != Some('[') {
                        self.out.push('-');
                        start = before;
                        continue;
                    }
                    self.push_literal('-');
                    last = Some('-');
                }
                c => {
                    self.push_literal(c);
                    last = Some(c);
                }
            }
            if last.is_none() && c == '\\' && (start.is_some() || self.begins_range()) {
                return Err("invalid range in character class".to_owned());
            }
            if start.take().zip(last).is_some_and(|(low, high)| high < low) {
                return Err("range out of order in character class".to_owned());
            }
            first = false;
        }
        self.out.push(']');
        Ok(())
    }

    /// Whether a hyphen and what is no end of the class come next.
    fn begins_range(&self) -> bool {
        self.peek(0) == Some('-') && self.peek(1).is_some_and(|c| c != ']')
    }

    /// `[:name:]` inside a class.
    fn posix_class(&mut self, name: &str) -> Result<(), String> {
        let unicode = matches!(self.sets.digits, digits if digits == UNICODE.digits);
        let (negated, plain) = match name.strip_prefix('^') {
            Some(plain) => (true, plain),
            None => (false, name),
        };
        let members = match plain {
            "alpha" => "\\p{L}",
            "lower" => "\\p{Ll}",
            "upper" => "\\p{Lu}",
            "alnum" => "\\p{L}\\p{N}",
            "digit" => self.sets.digits,
            "space" => self.sets.space,
            "word" => self.sets.word,
            "ascii" | "blank" | "cntrl" | "graph" | "print" | "punct" | "xdigit" => "",
            _ => return Err("unknown POSIX class name".to_owned()),
        };
        let caret = if negated { "^" } else { "" };
        let _ = match members {
            members if unicode && !members.is_empty() => write!(self.out, "[{caret}{members}]"),
            _ => write!(self.out, "[[:{name}:]]"),
        };
        Ok(())
    }

    /// An escape inside a class; the character it is, unless it stands for several.
    fn class_escape(&mut self) -> Result<Option<char>, String> {
        let c = self.next().ok_or("missing terminating ] for character class")?;
        let members = match c {
            'd' => self.sets.digits,
            'w' => self.sets.word,
            's' => self.sets.space,
            'h' => HORIZONTAL,
            'v' => VERTICAL,
            'D' | 'W' | 'S' | 'H' | 'V' => {
                let members = match c {
                    'D' => self.sets.digits,
                    'W' => self.sets.word,
                    'S' => self.sets.space,
                    'H' => HORIZONTAL,
                    _ => VERTICAL,
                };
                let _ = write!(self.out, "[^{members}]");
                return Ok(None);
            }
            'p' | 'P' => return self.property(c).map(|()| None),
            'b' => {
                self.push_literal('\u{8}');
                return Ok(Some('\u{8}'));
            }
            'Q' => {
                while self.at < self.chars.len() && !self.starts_with("\\E") {
                    if let Some(c) = self.next() {
                        self.push_literal(c);
                    }
                }
                self.at += 2;
                return Ok(None);
            }
            'E' => return Ok(None),
            other => {
                let literal = self.escaped_character(other)?;
                self.push_literal(literal);
                return Ok(Some(literal));
            }
        };
        self.out.push_str(members);
        Ok(None)
    }
}
