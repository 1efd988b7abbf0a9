//! Empties one function of a script, for a review. The script is the learner's own passing code; a function that this
//! parser cannot find stays unchanged.

/// The text that replaces the function's body.
const BODY: &str = "\n  // Write this again.\n";

/// The script with the body of `function name(…) { … }` emptied; `None` if there is no such function.
pub fn blank(source: &str, name: &str) -> Option<String> {
    let text = source.as_bytes();
    let mut at = 0;
    while at < text.len() {
        if let Some(open) = body_of(source, at, name) {
            let close = matching(text, open)?;
            return Some(format!("{}{BODY}{}", &source[..=open], &source[close..]));
        }
        at = next(text, at)?;
    }
    None
}

/// The offset of the function body's opening brace.
fn body_of(source: &str, at: usize, name: &str) -> Option<usize> {
    if !source.is_char_boundary(at) || source[..at].ends_with(is_word) {
        return None;
    }
    let rest = source[at..].strip_prefix("function")?.strip_prefix(char::is_whitespace)?;
    let rest = rest.trim_start().strip_prefix(name)?.trim_start();
    let parameters = source.len() - rest.strip_prefix('(')?.len() - 1;
    let after = matching(source.as_bytes(), parameters)? + 1;
    let body = source[after..].trim_start();
    body.starts_with('{').then(|| source.len() - body.len())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The offset of the matching closing bracket.
fn matching(text: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0_u32;
    let mut at = open;
    while at < text.len() {
        match text[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at = next(text, at)?;
    }
    None
}

/// The offset after the token at `at`: a string, a template, a comment, a regular expression, or one byte. `None` if it
/// is unterminated.
fn next(text: &[u8], at: usize) -> Option<usize> {
    match (text[at], text.get(at + 1)) {
        (b'/', Some(b'/')) => Some(find(text, at, b"\n").unwrap_or(text.len())),
        (b'/', Some(b'*')) => Some(find(text, at + 2, b"*/")? + 2),
        (b'/', _) if begins_pattern(text, at) => pattern(text, at),
        (quote @ (b'"' | b'\''), _) => quoted(text, at, quote),
        (b'`', _) => template(text, at),
        _ => Some(at + 1),
    }
}

fn find(text: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    text.get(from..)?.windows(what.len()).position(|part| part == what).map(|place| from + place)
}

fn quoted(text: &[u8], open: usize, quote: u8) -> Option<usize> {
    let mut at = open + 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            b'\n' => return None,
            byte if byte == quote => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

fn template(text: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    while at < text.len() {
        match (text[at], text.get(at + 1)) {
            (b'\\', _) => at += 2,
            (b'`', _) => return Some(at + 1),
            (b'$', Some(b'{')) => at = matching(text, at + 1)? + 1,
            _ => at += 1,
        }
    }
    None
}

/// Whether a slash begins a regular expression: no value may precede one.
fn begins_pattern(text: &[u8], at: usize) -> bool {
    let before = text[..at].trim_ascii_end();
    before.is_empty()
        || before.last().is_some_and(|byte| b"(,=:[!&|?{};+-*<>~^%".contains(byte))
        || before.ends_with(b"return")
}

fn pattern(text: &[u8], open: usize) -> Option<usize> {
    let (mut at, mut class) = (open + 1, false);
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            b'\n' => return None,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_of_the_named_function_is_emptied() {
        let source = "function a(db) { return 1; }\n\nfunction takeOut(db, { id } = {}) {\n  if (id) { b(); }\n}\n\ntakeOut(db);\n";
        assert_eq!(
            blank(source, "takeOut").unwrap(),
            "function a(db) { return 1; }\n\nfunction takeOut(db, { id } = {}) {\n  // Write this again.\n}\n\ntakeOut(db);\n"
        );
    }

    #[test]
    fn braces_in_texts_do_not_count() {
        for body in [
            "return \"}\";",
            "return '\\'}';",
            "return `}${ { a: `}` }.a }}`;",
            "// }\n",
            "/* } */",
            "return /[/}]\\/}/.test(x);",
        ] {
            let source = format!("function f(x) {{ {body} }} g();");
            assert_eq!(
                blank(&source, "f").as_deref(),
                Some("function f(x) {\n  // Write this again.\n} g();"),
                "{body}"
            );
        }
        assert!(blank("function f(a, b) { return a / b / 2; }", "f").is_some());
    }

    #[test]
    fn other_code_is_left_unchanged() {
        for source in [
            "",
            "// function f() {}",
            "const f = () => {};",
            "function ff() {}",
            "function f() { `",
            "function f() {",
            "myfunction f() {}",
            "\"function f() {}\"",
        ] {
            assert_eq!(blank(source, "f"), None, "{source}");
        }
    }
}
