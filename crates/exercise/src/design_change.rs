//! Wrong answers written as a change to a design: only the declarations that differ.
//!
//! A script is split at its unindented lines. A part begins at an unindented line other than a closing
//! bracket, or at the comment directly above, and extends to the next part.

/// A top-level part of a script.
struct Part<'s> {
    /// The function or variable that it declares, if any.
    name: Option<&'s str>,
    /// Its lines, including trailing empty lines.
    text: &'s str,
}

/// Applies a change to a design: its declarations replace those with the same names, and new ones are
/// appended. The comment at the start is the change's.
///
/// # Errors
/// A sentence, when the change repeats a declaration of the design, replaces none, or contains other
/// statements.
pub(crate) fn applied(design: &str, change: &str) -> Result<String, String> {
    let (head, change) = split_head(change);
    let mut changes = cut(change);
    let mut script = format!("{}\n\n", head.trim_end());
    let mut replaced = false;
    for part in cut(split_head(design).1) {
        let at = changes.iter().position(|change| change.name.is_some() && change.name == part.name);
        let Some(at) = at else {
            script.push_str(part.text);
            continue;
        };
        let change = changes.remove(at);
        if change.text.trim_end() == part.text.trim_end() {
            return Err(format!(
                "{:?} is the same as in the design: leave it out.",
                part.name.unwrap_or_default()
            ));
        }
        push(&mut script, change.text);
        replaced = true;
    }
    if !replaced {
        return Err("The file changes no declaration of the design.".to_owned());
    }
    for change in changes {
        if change.name.is_none() {
            let line = change.text.lines().next().unwrap_or_default();
            return Err(format!("Only declarations can be changed, not {line:?}."));
        }
        push(&mut script, change.text);
    }
    Ok(script.trim_end().to_owned() + "\n")
}

/// Appends a part and an empty line.
fn push(script: &mut String, text: &str) {
    if !script.ends_with("\n\n") {
        script.push('\n');
    }
    script.push_str(text.trim_end());
    script.push_str("\n\n");
}

/// Splits off the comment at the start. The rest has no leading empty lines.
fn split_head(script: &str) -> (&str, &str) {
    let length = script.split_inclusive('\n').take_while(|line| line.starts_with("//")).map(str::len).sum();
    let (head, rest) = script.split_at(length);
    (head, rest.trim_start_matches('\n'))
}

fn cut(script: &str) -> Vec<Part<'_>> {
    let mut starts = Vec::new();
    let (mut at, mut after_comment) = (0, false);
    for line in script.split_inclusive('\n') {
        let at_margin = !line.starts_with(|first: char| first.is_whitespace() || "})]".contains(first));
        if at_margin && !after_comment {
            starts.push(at);
        }
        after_comment = line.starts_with("//");
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([script.len()]);
    let part = |(start, end): (&usize, usize)| {
        let text = &script[*start..end];
        Part { name: text.lines().find(|line| !line.starts_with("//")).and_then(declared), text }
    };
    starts.iter().zip(ends).map(part).collect()
}

/// Returns the name that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let kinds = ["function* ", "function ", "const ", "let ", "var ", "class "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let end = rest.find(|next: char| !(next.is_alphanumeric() || next == '_' || next == '$'));
    Some(&rest[..end.unwrap_or(rest.len())]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::applied;

    const DESIGN: &str = "\
// Why.
// wins: often

const LEASE = 5;

// Takes one.
function take(db) {
  return {
    a: LEASE,
  };
}

function setup(db) {}
";

    #[test]
    fn declarations_replace_those_with_the_same_name() {
        let change = "// fails: race\n// from: a.js\n// Late.\n\n// Never.\nfunction take(db) {\n  return later();\n}\n\nconst later = () => 1;\n";
        let script = "\
// fails: race
// from: a.js
// Late.

const LEASE = 5;

// Never.
function take(db) {
  return later();
}

function setup(db) {}

const later = () => 1;
";
        assert_eq!(applied(DESIGN, change).as_deref(), Ok(script));
    }

    #[test]
    fn invalid_changes_are_faults() {
        for (change, says) in [
            ("// fails: race\n", "changes no declaration"),
            ("// fails: race\nfunction other() {}\n", "changes no declaration"),
            ("// fails: race\n\nfunction setup(db) {}\n", "\"setup\" is the same as in the design"),
            ("// fails: race\n\nconst LEASE = 6;\n\nsetup();\n", "not \"setup();\""),
        ] {
            let fault = applied(DESIGN, change).unwrap_err();
            assert!(fault.contains(says), "{change}: {fault}");
        }
    }
}
