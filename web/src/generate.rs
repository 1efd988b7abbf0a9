//! The data generator: turns a description of fields, one per line, into a script that inserts documents.
//!
//! ```text
//! _id: counter
//! title: words 3
//! year: int 1800 2012
//! price: number 5 40
//! added: date 2012-01-01 2012-10-15
//! lent: bool
//! subjects: some of Novel, Comedy, History
//! publisher.city: one of London, Paris
//! ```

use std::fmt::Write as _;

use crate::ejson::quoted;
use protocol::number;

/// The most documents: inserting more would exceed the time limit of a run.
pub const MAX_DOCUMENTS: u32 = 100_000;

/// An example that shows every kind of field.
pub const EXAMPLE: &str = "_id: counter
title: words 3
year: int 1800 2012
price: number 5 40
added: date 2012-01-01 2012-10-15
lent: bool
subjects: some of Novel, Comedy, History, Poetry
publisher.city: one of London, Paris, Berlin";

const RANDOM: [(&str, &str); 3] = [
    ("between(", "const between = (from, to) => from + Math.random() * (to - from);"),
    ("pick(", "const pick = (list) => list[Math.floor(Math.random() * list.length)];"),
    (
        "words(",
        "const words = (n) => Array.from({ length: n }, () => pick([\"river\", \"winter\", \"paper\", \"garden\", \"night\", \"letter\", \"island\", \"music\", \"stone\", \"summer\"])).join(\" \");",
    ),
];

/// The generated script. The error names the faulty line.
pub fn script(collection: &str, count: u32, fields: &str) -> Result<String, String> {
    if collection.is_empty() {
        return Err("Give the collection a name.".to_owned());
    }
    if !(1..=MAX_DOCUMENTS).contains(&count) {
        return Err(format!("The number of documents must be between 1 and {MAX_DOCUMENTS}."));
    }
    let mut root = Tree::default();
    for (at, line) in fields.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        field(line)
            .and_then(|(path, value)| root.place(&path, value))
            .map_err(|e| format!("Line {}: {e}.", at + 1))?;
    }
    if root.0.is_empty() {
        return Err("Describe at least one field.".to_owned());
    }
    let mut document = String::new();
    root.write(&mut document, 2);
    let mut helpers: Vec<&str> = Vec::new();
    for (call, code) in RANDOM {
        // `words` uses `pick`.
        if document.contains(call) || (call == "pick(" && document.contains("words(")) {
            helpers.push(code);
        }
    }
    let mut out = String::from("{\n");
    for helper in helpers {
        // Writing to a string does not fail, here and below.
        let _ = writeln!(out, "  {helper}");
    }
    let _ = write!(
        out,
        "  db.getCollection({}).insertMany(Array.from({{ length: {count} }}, (_, i) => ({document})));\n}}\n",
        quoted(collection)
    );
    Ok(out)
}

/// Parses `name: kind …` into the name's parts and a JavaScript expression.
fn field(line: &str) -> Result<(Vec<&str>, String), String> {
    let (name, kind) = line.split_once(':').ok_or("a field is written name: kind")?;
    let path: Vec<&str> = name.trim().split('.').collect();
    if path.iter().any(|part| part.is_empty()) {
        return Err("the name has an empty part".to_owned());
    }
    let kind = kind.trim();
    let list = |rest: &str| -> Result<String, String> {
        let items: Vec<String> =
            rest.split(',').map(str::trim).filter(|item| !item.is_empty()).map(quoted).collect();
        if items.is_empty() {
            Err("the list is empty".to_owned())
        } else {
            Ok(format!("[{}]", items.join(", ")))
        }
    };
    let value = if let Some(rest) = kind.strip_prefix("one of ") {
        format!("pick({})", list(rest)?)
    } else if let Some(rest) = kind.strip_prefix("some of ") {
        format!("{}.filter(() => Math.random() < 0.5)", list(rest)?)
    } else {
        let parts: Vec<&str> = kind.split_whitespace().collect();
        match parts[..] {
            ["counter"] => "i + 1".to_owned(),
            ["bool"] => "Math.random() < 0.5".to_owned(),
            ["words", n] => format!(
                "words({})",
                whole(n).filter(|n| (1..=1000).contains(n)).ok_or("words needs a number from 1 to 1000")?
            ),
            ["int", from, to] => {
                let (from, to) = whole(from).zip(whole(to)).ok_or("int needs two whole numbers")?;
                format!("Math.floor(between({from}, {}))", to + 1)
            }
            ["number", from, to] => {
                let (from, to) =
                    number::read(from).zip(number::read(to)).ok_or("number needs two numbers")?;
                format!("Math.round(between({}, {}) * 100) / 100", number::plain(from), number::plain(to))
            }
            ["date", from, to] if is_date(from) && is_date(to) => {
                format!("new Date(between(+ISODate({}), +ISODate({})))", quoted(from), quoted(to))
            }
            ["date", ..] => return Err("date needs two days such as 2012-10-15".to_owned()),
            _ => {
                return Err(format!(
                    "{kind:?} is none of counter, int A B, number A B, words N, date A B, bool, one of …, some of …"
                ));
            }
        }
    };
    Ok((path, value))
}

fn whole(text: &str) -> Option<i64> {
    text.parse().ok().filter(|n: &i64| n.unsigned_abs() < 1 << 52)
}

fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 10
        && bytes
            .iter()
            .enumerate()
            .all(|(at, b)| if at == 4 || at == 7 { *b == b'-' } else { b.is_ascii_digit() })
}

/// Fields in order of first appearance.
#[derive(Default)]
struct Tree(Vec<(String, Node)>);

enum Node {
    Value(String),
    Inner(Tree),
}

impl Tree {
    fn place(&mut self, path: &[&str], value: String) -> Result<(), String> {
        let (name, rest) = path.split_first().ok_or("the name is empty")?;
        let at = self.0.iter().position(|(key, _)| key == name);
        match (at, rest) {
            (None, []) => self.0.push(((*name).to_owned(), Node::Value(value))),
            (None, rest) => {
                let mut inner = Tree::default();
                inner.place(rest, value)?;
                self.0.push(((*name).to_owned(), Node::Inner(inner)));
            }
            (Some(at), rest) => match &mut self.0[at].1 {
                Node::Inner(inner) if !rest.is_empty() => inner.place(rest, value)?,
                _ => return Err(format!("{name} is described twice")),
            },
        }
        Ok(())
    }

    fn write(&self, out: &mut String, depth: usize) {
        out.push_str("{\n");
        for (name, node) in &self.0 {
            let _ = write!(out, "{:width$}{}: ", "", key(name), width = depth * 2);
            match node {
                Node::Value(value) => out.push_str(value),
                Node::Inner(inner) => inner.write(out, depth + 1),
            }
            out.push_str(",\n");
        }
        let _ = write!(out, "{:width$}}}", "", width = (depth - 1) * 2);
    }
}

/// A property's name in an object literal.
fn key(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match name {
        // Computed, because the plain name would set the prototype.
        "__proto__" => "[\"__proto__\"]".to_owned(),
        _ if plain => name.to_owned(),
        _ => quoted(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_uses_every_kind() {
        let script = script("books", 100, EXAMPLE).unwrap();
        for part in [
            "i + 1",
            "words(3)",
            "Math.floor(between(1800, 2013))",
            "ISODate(\"2012-01-01\")",
            "pick([\"London\"",
            "length: 100",
        ] {
            assert!(script.contains(part), "{part} in {script}");
        }
    }

    #[test]
    fn dotted_names_share_their_parent() {
        let script = script("c", 1, "a.b: counter\nx: bool\na.c: counter").unwrap();
        let flat: String = script.split_whitespace().collect();
        assert!(flat.contains("({a:{b:i+1,c:i+1,},x:Math.random()<0.5,})"), "{script}");
    }

    #[test]
    fn a_field_named_as_the_prototype_is_a_field() {
        assert!(script("c", 1, "__proto__: bool").unwrap().contains("[\"__proto__\"]: "));
    }

    #[test]
    fn only_used_helpers_are_defined() {
        let plain = script("c", 1, "a: counter").unwrap();
        assert!(!plain.contains("const "), "{plain}");
        let words = script("c", 1, "a: words 2").unwrap();
        assert!(
            words.contains("const pick") && words.contains("const words") && !words.contains("const between")
        );
    }

    #[test]
    fn faults_name_the_line() {
        for (fields, fault) in [
            ("a: counter\nb counter", "Line 2: a field is written name: kind."),
            ("a: int 1", "Line 1: \"int 1\" is none of"),
            ("a: int 1 x", "Line 1: int needs two whole numbers."),
            ("a.b: bool\na: bool", "Line 2: a is described twice."),
            ("a..b: bool", "Line 1: the name has an empty part."),
            ("d: date 2012-1-1 2012-10-15", "Line 1: date needs two days"),
            ("", "Describe at least one field."),
        ] {
            let got = script("c", 1, fields).unwrap_err();
            assert!(got.starts_with(fault), "{got}");
        }
        assert!(script("c", 0, "a: bool").is_err());
        assert!(script("", 1, "a: bool").is_err());
    }

    #[test]
    fn names_and_words_cannot_leave_their_quotes() {
        let script = script("a\"b", 1, "x\"]: one of \"), evil(), (\"").unwrap();
        assert!(
            script.contains(r#"getCollection("a\"b")"#)
                && script.contains(r#""x\"]": "#)
                && script.contains(r#""\")", "evil()""#),
            "{script}"
        );
    }
}
