//! The JSON writer.

use std::fmt;

use super::Value;

/// Spaces per level of indentation.
const INDENT: usize = 2;

impl fmt::Display for Value {
    /// Formats compactly; with `{:#}`, indented.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        write(self, &mut out, f.alternate().then_some(0));
        f.write_str(&out)
    }
}

/// Writes a value. `depth` is the level of indentation; `None` writes compactly.
fn write(value: &Value, out: &mut String, depth: Option<usize>) {
    let inner = depth.map(|depth| depth + 1);
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => out.push_str(&number.0),
        Value::String(text) => quote(text, out),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                begin(out, at, inner);
                write(item, out, inner);
            }
            end(out, items.is_empty(), depth);
            out.push(']');
        }
        Value::Object(map) => {
            out.push('{');
            for (at, (name, value)) in map.iter().enumerate() {
                begin(out, at, inner);
                quote(name, out);
                out.push_str(if depth.is_some() { ": " } else { ":" });
                write(value, out, inner);
            }
            end(out, map.is_empty(), depth);
            out.push('}');
        }
    }
}

fn begin(out: &mut String, at: usize, depth: Option<usize>) {
    if at > 0 {
        out.push(',');
    }
    line(out, depth);
}

fn end(out: &mut String, empty: bool, depth: Option<usize>) {
    if !empty {
        line(out, depth);
    }
}

fn line(out: &mut String, depth: Option<usize>) {
    if let Some(depth) = depth {
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', depth * INDENT));
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..' ' => {
                out.push_str("\\u00");
                for digit in [character as u32 >> 4, character as u32 & 15] {
                    out.extend(char::from_digit(digit, 16));
                }
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}
