//! Reading data that a learner brings along: extended JSON, JSON lines or CSV, to documents.

use serde_json::{Map, Value};

use crate::base64;

/// How the text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One document, or an array of documents.
    Json,
    /// One document a line.
    JsonLines,
    /// A header line of field names, then one document a line.
    Csv,
}

/// At most so many documents in one import: beyond it a page cannot stay responsive.
pub const MAX_DOCUMENTS: usize = 200_000;

/// Guesses the format from a file's name and its first characters.
pub fn guess(name: &str, text: &str) -> Format {
    let name = name.to_ascii_lowercase();
    if name.ends_with(".csv") {
        return Format::Csv;
    }
    if name.ends_with(".jsonl") || name.ends_with(".ndjson") {
        return Format::JsonLines;
    }
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('[') {
        return Format::Json;
    }
    if !text.starts_with('{') {
        return Format::Csv;
    }
    // A document spread over lines is not complete at the end of its first line.
    match text.split_once('\n') {
        Some((first, rest)) if !rest.trim().is_empty() && serde_json::from_str::<Value>(first).is_ok() => {
            Format::JsonLines
        }
        _ => Format::Json,
    }
}

/// Reads the documents of a text. The error names the line or row at fault.
pub fn documents(format: Format, text: &str) -> Result<Vec<Value>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let documents = match format {
        Format::Json => json(text)?,
        Format::JsonLines => json_lines(text)?,
        Format::Csv => csv(text)?,
    };
    if documents.is_empty() {
        return Err("there are no documents in it".into());
    }
    let faults = documents.iter().enumerate().find_map(|(at, document)| Some((at, base64::fault(document)?)));
    if let Some((at, fault)) = faults {
        return Err(format!("document {}, {fault}", at + 1));
    }
    if documents.len() > MAX_DOCUMENTS {
        return Err(format!(
            "{} documents are more than the {MAX_DOCUMENTS} that can be imported at once",
            documents.len()
        ));
    }
    Ok(documents)
}

fn json(text: &str) -> Result<Vec<Value>, String> {
    let items = match serde_json::from_str(text).map_err(|e| e.to_string())? {
        Value::Array(items) => items,
        other => vec![other],
    };
    match items.iter().position(|item| !item.is_object()) {
        Some(at) => Err(format!("item {} is not a document", at + 1)),
        None => Ok(items),
    }
}

fn json_lines(text: &str) -> Result<Vec<Value>, String> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| match serde_json::from_str::<Value>(line) {
            Ok(value) if value.is_object() => Ok(value),
            Ok(_) => Err(format!("line {}: not a document", at + 1)),
            Err(e) => Err(format!("line {}: {e}", at + 1)),
        })
        .collect()
}

/// CSV of RFC 4180. A dotted name makes nested documents, an empty field is left out, and a field that reads
/// back exactly as a number, `true` or `false` becomes one: `007` stays a string.
fn csv(text: &str) -> Result<Vec<Value>, String> {
    let mut rows = records(text)?.into_iter();
    let header = rows.next().unwrap_or_default();
    if let Some(at) = header.iter().position(|name| name.split('.').any(str::is_empty)) {
        return Err(format!("the name of column {} is empty or has an empty part", at + 1));
    }
    rows.enumerate()
        .map(|(at, row)| {
            if row.len() > header.len() {
                return Err(format!(
                    "row {}: {} fields, but the header names {}",
                    at + 2,
                    row.len(),
                    header.len()
                ));
            }
            let mut document = Map::new();
            for (name, field) in
                header.iter().zip(row).filter(|(_, field)| !field.text.is_empty() || field.quoted)
            {
                place(&mut document, &name.text, field.value()).map_err(|()| {
                    format!("row {}: column {} lies inside another column", at + 2, name.text)
                })?;
            }
            Ok(Value::Object(document))
        })
        .collect()
}

#[derive(Default)]
struct Field {
    text: String,
    quoted: bool,
}

impl std::ops::Deref for Field {
    type Target = str;
    fn deref(&self) -> &str {
        &self.text
    }
}

impl Field {
    fn value(self) -> Value {
        let parsed = if self.quoted { None } else { serde_json::from_str::<Value>(&self.text).ok() };
        match parsed {
            Some(Value::Bool(b)) => Value::Bool(b),
            Some(Value::Number(n)) if n.to_string() == self.text => Value::Number(n),
            _ => Value::String(self.text),
        }
    }
}

fn place(document: &mut Map<String, Value>, path: &str, value: Value) -> Result<(), ()> {
    match path.split_once('.') {
        None if document.contains_key(path) => Err(()),
        None => {
            document.insert(path.to_owned(), value);
            Ok(())
        }
        Some((head, rest)) => match document.entry(head).or_insert_with(|| Value::Object(Map::new())) {
            Value::Object(inner) => place(inner, rest, value),
            _ => Err(()),
        },
    }
}

fn records(text: &str) -> Result<Vec<Vec<Field>>, String> {
    let mut rows = Vec::new();
    let mut row: Vec<Field> = Vec::new();
    let mut field = Field::default();
    let mut chars = text.chars().peekable();
    let mut line = 1;
    let mut open_since = None;
    while let Some(c) = chars.next() {
        line += usize::from(c == '\n');
        if open_since.is_some() {
            match c {
                '"' if chars.next_if_eq(&'"').is_some() => field.text.push('"'),
                '"' => open_since = None,
                _ => field.text.push(c),
            }
            continue;
        }
        match c {
            '"' if field.text.is_empty() && !field.quoted => {
                field.quoted = true;
                open_since = Some(line);
            }
            ',' => row.push(std::mem::take(&mut field)),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            _ => field.text.push(c),
        }
    }
    if let Some(line) = open_since {
        return Err(format!("the quote opened in line {line} is never closed"));
    }
    if !field.text.is_empty() || field.quoted || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    rows.retain(|row| row.len() > 1 || row.iter().any(|f| !f.text.is_empty() || f.quoted));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn formats_are_distinguished() {
        assert_eq!(guess("a.csv", "{}"), Format::Csv);
        assert_eq!(guess("", "[{\"a\":1}]"), Format::Json);
        assert_eq!(guess("", "{\"a\":1}\n{\"a\":2}\n"), Format::JsonLines);
        assert_eq!(guess("", "{\n \"a\": 1\n}"), Format::Json);
        assert_eq!(guess("", "a,b\n1,2"), Format::Csv);
    }

    #[test]
    fn csv_keeps_what_numbers_would_lose() {
        let got = documents(
            Format::Csv,
            "zip,n,ok,note,address.city\r\n00501,3,true,\"a \"\"b\"\", c\",Paris\n,-1.5,no,\"\",\n",
        )
        .unwrap();
        assert_eq!(
            got,
            [
                json!({"zip": "00501", "n": 3, "ok": true, "note": "a \"b\", c", "address": {"city": "Paris"}}),
                json!({"n": -1.5, "ok": "no", "note": ""}),
            ]
        );
    }

    #[test]
    fn binary_data_that_is_none_is_found_before_anything_is_stored() {
        let text = "{\"_id\":1}\n{\"_id\":2,\"file\":{\"$binary\":{\"base64\":\"!\",\"subType\":\"00\"}}}";
        let fault = documents(Format::JsonLines, text).unwrap_err();
        assert_eq!(fault, "document 2, field \"file\": not base64, character 1 is '!'");
    }

    #[test]
    fn faults_name_their_place() {
        assert_eq!(documents(Format::Csv, "a\n1,2").unwrap_err(), "row 2: 2 fields, but the header names 1");
        assert_eq!(
            documents(Format::Csv, "a\n\"x").unwrap_err(),
            "the quote opened in line 2 is never closed"
        );
        assert!(documents(Format::JsonLines, "{}\n{").unwrap_err().starts_with("line 2:"));
        assert_eq!(documents(Format::Json, "[{}, 1]").unwrap_err(), "item 2 is not a document");
        assert_eq!(
            documents(Format::Csv, "a,a.b\n1,2").unwrap_err(),
            "row 2: column a.b lies inside another column"
        );
    }

    #[test]
    fn a_line_break_inside_quotes_belongs_to_the_field() {
        assert_eq!(documents(Format::Csv, "a,b\n\"x\ny\",2").unwrap(), [json!({"a": "x\ny", "b": 2})]);
    }
}
