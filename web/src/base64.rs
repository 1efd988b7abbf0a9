//! Binary data in extended JSON that is imported: whether its text is base64.

use serde_json::Value;

/// The first `$binary` value in a document that is not base64, with the path of its field and what is wrong.
pub fn fault(document: &Value) -> Option<String> {
    let mut path = Vec::new();
    let wrong = find(document, &mut path)?;
    Some(format!("field {:?}: {wrong}", path.join(".")))
}

fn find(value: &Value, path: &mut Vec<String>) -> Option<String> {
    match value {
        Value::Object(fields) => {
            if let Some(text) = base64_of(value) {
                return wrong_in(text);
            }
            fields.iter().find_map(|(name, inner)| within(name.clone(), inner, path))
        }
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(at, inner)| within(at.to_string(), inner, path))
        }
        _ => None,
    }
}

fn within(name: String, inner: &Value, path: &mut Vec<String>) -> Option<String> {
    path.push(name);
    let wrong = find(inner, path);
    if wrong.is_none() {
        path.pop();
    }
    wrong
}

/// The text of `{"$binary": {"base64": …}}`, or of the older `{"$binary": …, "$type": …}`.
fn base64_of(value: &Value) -> Option<&str> {
    let binary = value.get("$binary")?;
    match binary {
        Value::String(text) if value.get("$type").is_some() => Some(text),
        _ => binary.get("base64")?.as_str(),
    }
}

/// The fault that keeps a text from being base64; places count from 1.
fn wrong_in(text: &str) -> Option<String> {
    let digits = text.trim_end_matches('=');
    let stray =
        digits.chars().enumerate().find(|(_, c)| !(c.is_ascii_alphanumeric() || *c == '+' || *c == '/'));
    if let Some((at, c)) = stray {
        return Some(format!("not base64, character {} is {c:?}", at + 1));
    }
    let padding = text.len() - digits.len();
    let fits =
        if padding == 0 { digits.len() % 4 != 1 } else { padding <= 2 && text.len().is_multiple_of(4) };
    (!fits).then(|| format!("not base64, {} characters cannot be bytes", text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn binary(base64: &str) -> Value {
        json!({ "a": [0, { "b": { "$binary": { "base64": base64, "subType": "00" } } }] })
    }

    #[test]
    fn base64_is_no_fault() {
        for text in ["", "AA==", "AAA=", "AAAA", "AA", "+/9z"] {
            assert_eq!(fault(&binary(text)), None, "{text}");
        }
        assert_eq!(fault(&json!({ "$binary": "no binary", "a": { "$binary": 1 } })), None);
    }

    #[test]
    fn a_fault_names_field_and_place() {
        let of = |text| fault(&binary(text)).unwrap();
        assert_eq!(of("AA*A"), "field \"a.1.b\": not base64, character 3 is '*'");
        assert_eq!(of("A=AA"), "field \"a.1.b\": not base64, character 2 is '='");
        assert_eq!(of("AAAAA"), "field \"a.1.b\": not base64, 5 characters cannot be bytes");
        assert_eq!(of("A==="), "field \"a.1.b\": not base64, 4 characters cannot be bytes");
        assert_eq!(
            fault(&json!({ "x": { "$binary": "é", "$type": "00" } })).unwrap(),
            "field \"x\": not base64, character 1 is 'é'"
        );
    }
}
