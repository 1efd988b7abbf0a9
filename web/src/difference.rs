//! The difference of two documents, field by field.

use crate::ejson::Value;

/// The most characters of a value in the table.
const CELL: usize = 160;
/// The most unchanged fields that are shown for orientation.
const MAX_SAME: usize = 8;
/// The most rows.
const MAX_ROWS: usize = 300;

/// One path and its value on both sides; `None` where it is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Dotted.
    pub path: String,
    /// In the shell's notation.
    pub before: Option<String>,
    /// In the shell's notation.
    pub after: Option<String>,
}

/// The paths at which two documents differ, and a few at which they are equal. A branch that exists on one side only is
/// one row.
pub fn differences(before: Option<&Value>, after: Option<&Value>) -> Vec<Difference> {
    let mut rows = Vec::new();
    let empty = Value::Document(Vec::new());
    walk(String::new(), before.unwrap_or(&empty), after.unwrap_or(&empty), &mut rows);
    let mut same = 0;
    rows.retain(|row| {
        let unchanged = row.before == row.after;
        same += usize::from(unchanged);
        !unchanged || same <= MAX_SAME
    });
    rows.truncate(MAX_ROWS);
    rows
}

fn walk(path: String, before: &Value, after: &Value, rows: &mut Vec<Difference>) {
    match (before, after) {
        (Value::Document(old), Value::Document(new)) => {
            let names = old
                .iter()
                .chain(new.iter().filter(|(name, _)| before.field(name).is_none()))
                .map(|(name, _)| name);
            for name in names {
                pair(join(&path, name), before.field(name), after.field(name), rows);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for at in 0..old.len().max(new.len()) {
                let equal = old.get(at) == new.get(at);
                // Long arrays usually change in one place, which the rest would hide.
                if !equal || old.len().max(new.len()) <= MAX_SAME {
                    pair(join(&path, &at.to_string()), old.get(at), new.get(at), rows);
                }
            }
        }
        _ => rows.push(Difference {
            path,
            before: Some(before.summary(CELL)),
            after: Some(after.summary(CELL)),
        }),
    }
}

fn pair(path: String, before: Option<&Value>, after: Option<&Value>, rows: &mut Vec<Difference>) {
    match (before, after) {
        (Some(old), Some(new)) if old == new => {
            let text = old.summary(CELL);
            rows.push(Difference { path, before: Some(text.clone()), after: Some(text) });
        }
        (Some(old), Some(new)) => walk(path, old, new, rows),
        (old, new) => rows.push(Difference {
            path,
            before: old.map(|v| v.summary(CELL)),
            after: new.map(|v| v.summary(CELL)),
        }),
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: &str, after: &str) -> Vec<(String, Option<String>, Option<String>)> {
        let (before, after) = (Value::parse(before).unwrap(), Value::parse(after).unwrap());
        differences(Some(&before), Some(&after))
            .into_iter()
            .filter(|d| d.before != d.after)
            .map(|d| (d.path, d.before, d.after))
            .collect()
    }

    #[test]
    fn nested_paths_and_array_places_are_named() {
        assert_eq!(
            changed(r#"{"_id":1,"a":{"b":1,"c":2},"x":[1,2]}"#, r#"{"_id":1,"a":{"b":5},"x":[1,2,3]}"#),
            [
                ("a.b".into(), Some("1".into()), Some("5".into())),
                ("a.c".into(), Some("2".into()), None),
                ("x.2".into(), None, Some("3".into())),
            ]
        );
    }

    #[test]
    fn a_change_of_type_shows_both_values() {
        assert_eq!(
            changed(r#"{"a":{"b":1}}"#, r#"{"a":"text"}"#),
            [("a".into(), Some("{ b: 1 }".into()), Some("\"text\"".into()))]
        );
    }

    #[test]
    fn an_insert_lists_every_field_as_new() {
        let after = Value::parse(r#"{"_id":1,"a":2}"#).unwrap();
        let rows = differences(None, Some(&after));
        assert!(rows.iter().all(|row| row.before.is_none()));
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn one_change_in_a_long_array_is_one_row() {
        let old = format!("{{\"a\":[{}]}}", vec!["0"; 50].join(","));
        let new = old.replacen("0,", "7,", 1);
        let rows = differences(Some(&Value::parse(&old).unwrap()), Some(&Value::parse(&new).unwrap()));
        assert_eq!(
            rows,
            [Difference { path: "a.0".into(), before: Some("0".into()), after: Some("7".into()) }]
        );
    }
}
