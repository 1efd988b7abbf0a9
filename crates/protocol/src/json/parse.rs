//! The JSON parser.
//! Reference: <https://www.rfc-editor.org/rfc/rfc8259>.

use super::{Map, Number, Value};

/// Maximum nesting of arrays and objects.
const MAX_DEPTH: u32 = 128;

/// Parses a text that is a single value.
///
/// # Errors
/// The fault and its position, as a phrase.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut parser = Parser { text: text.as_bytes(), at: 0, depth: 0 };
    let read = parser.value().and_then(|value| match parser.peek() {
        None => Ok(value),
        Some(_) => Err("unexpected text after the value"),
    });
    read.map_err(|what| {
        let before = &text.as_bytes()[..parser.at.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let begin = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[begin..]).chars().count() + 1;
        format!("{what} at line {line} column {column}")
    })
}

type Fault = &'static str;

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    /// Skips white space, and returns the next byte without consuming it.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.text.get(self.at) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Consumes the next byte if it equals `byte`. Returns whether it did.
    fn next_is(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    fn value(&mut self) -> Result<Value, Fault> {
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::array),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err("expected a value"),
            None => Err("the text ends too early"),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Value, Fault>) -> Result<Value, Fault> {
        self.at += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("nested too deeply");
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn array(&mut self) -> Result<Value, Fault> {
        let mut items = Vec::new();
        if self.next_is(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value()?);
            if self.next_is(b']') {
                return Ok(Value::Array(items));
            }
            if !self.next_is(b',') {
                return Err(self.missing("expected `,` or `]`"));
            }
        }
    }

    fn object(&mut self) -> Result<Value, Fault> {
        let mut fields = Vec::new();
        if self.next_is(b'}') {
            return Ok(Value::Object(Map(fields)));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.missing("expected a name in double quotes"));
            }
            let name = self.string()?;
            if !self.next_is(b':') {
                return Err(self.missing("expected `:`"));
            }
            fields.push((name, self.value()?));
            if self.next_is(b'}') {
                return Ok(Value::Object(Map(fields)));
            }
            if !self.next_is(b',') {
                return Err(self.missing("expected `,` or `}`"));
            }
        }
    }

    fn missing(&self, what: Fault) -> Fault {
        if self.at < self.text.len() { what } else { "the text ends too early" }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Fault> {
        if !self.text[self.at..].starts_with(word.as_bytes()) {
            return Err("expected a value");
        }
        self.at += word.len();
        Ok(value)
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let count = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        if count > 0 { Ok(()) } else { Err("expected a digit") }
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let start = self.at;
        self.at += usize::from(self.text[start] == b'-');
        if self.text.get(self.at) == Some(&b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.text.get(self.at) {
            self.at += 1;
            if let Some(b'+' | b'-') = self.text.get(self.at) {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        Ok(Value::Number(Number(text)))
    }

    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            let Some(plain) = plain else {
                self.at = self.text.len();
                return Err("a string without its closing quote");
            };
            out.extend_from_slice(&rest[..plain]);
            self.at += plain;
            match self.text[self.at] {
                b'"' => {
                    self.at += 1;
                    // The input is UTF-8, so this can't fail.
                    return String::from_utf8(out).map_err(|_| "not Unicode");
                }
                b'\\' => {
                    self.at += 1;
                    let character = self.escaped()?;
                    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => return Err("a control character in a string"),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, Fault> {
        const UNKNOWN: Fault = "an invalid escape sequence";
        let letter = *self.text.get(self.at).ok_or("a string without its closing quote")?;
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => char::from(letter),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut code = self.hex()?;
                if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    let low = self.hex()?.wrapping_sub(0xdc00);
                    code = if low < 0x400 { 0x10000 + ((code - 0xd800) << 10) + low } else { u32::MAX };
                }
                char::from_u32(code).ok_or("an unpaired surrogate")?
            }
            _ => return Err(UNKNOWN),
        })
    }

    fn hex(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.text.get(self.at).and_then(|byte| char::from(*byte).to_digit(16));
            code = code << 4 | digit.ok_or("expected four hexadecimal digits")?;
            self.at += 1;
        }
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Parses and formats with serde_json.
    fn theirs(text: &str) -> Option<serde_json::Value> {
        serde_json::from_str(text).ok()
    }

    fn any_json() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<f64>().prop_map(Into::into),
            "\\PC{0,8}|[\\x00-\\x1f\"\\\\/]{0,4}".prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
                prop::collection::vec(("\\PC{0,4}", inner), 0..6)
                    .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn agrees_with_serde_json(value in any_json()) {
            let text = value.to_string();
            prop_assert_eq!(&parse(&text).unwrap().to_string(), &text);
            let lines = format!("{value:#}");
            prop_assert_eq!(format!("{:#}", parse(&lines).unwrap()), lines);
        }

        #[test]
        fn rejects_the_same_texts_as_serde_json(text in r#"([\[\]{}:, "a0-9.eE+\\/-]|true|null|\\u[0-9d][8c]00|"){0,14}"#) {
            // serde_json rejects numbers that are too large; this parser only when their value is needed.
            if !text.contains(['e', 'E']) {
                prop_assert_eq!(parse(&text).is_ok(), theirs(&text).is_some(), "{}", text);
            }
        }
    }

    #[test]
    fn faults_have_positions() {
        for (text, says) in [
            ("", "the text ends too early at line 1 column 1"),
            ("{\"a\": 1\n \"b\": 2}", "expected `,` or `}` at line 2 column 2"),
            ("[1,]", "expected a value at line 1 column 4"),
            ("{a: 1}", "expected a name in double quotes at line 1 column 2"),
            ("\"é\" x", "unexpected text after the value at line 1 column 5"),
            ("[\"abc", "a string without its closing quote at line 1 column 6"),
            ("\"\\ud800\"", "an unpaired surrogate at line 1 column 8"),
        ] {
            assert_eq!(parse(text).unwrap_err(), says, "{text}");
        }
        assert!(parse(&"[".repeat(100_000)).unwrap_err().starts_with("nested too deeply"));
    }

    #[test]
    fn numbers_keep_their_form() {
        let value = parse("[1, 1.0, 9007199254740993, 1e2, -0]").unwrap();
        assert_eq!(value.to_string(), "[1,1.0,9007199254740993,1e2,-0]");
        assert_eq!(
            (value[0].as_u64(), value[1].as_f64(), value[3].as_f64()),
            (Some(1), Some(1.0), Some(100.0))
        );
        assert_eq!(value[2].as_i64(), Some(9_007_199_254_740_993));
        assert_eq!(parse("1e999").unwrap().as_f64(), None);
    }

    #[test]
    fn the_last_of_duplicate_fields_wins() {
        assert_eq!(parse(r#"{"a": 1, "a": 2}"#).unwrap()["a"].as_u64(), Some(2));
    }
}
