//! Words and line lengths that `cargo xtask tidy` rejects: phrases that are hard to read, with a plainer
//! alternative.

use std::path::Path;

/// A phrase in lower case, and its replacement.
type Banned = (&'static str, &'static str);

/// Phrases that are rejected in code, documents and exercises.
const PHRASES: &[Banned] = &[
    ("told", "reported, shown, passed to, given"),
    ("tells", "says, shows, reports, returns"),
    ("of which", "a sentence of its own, or whose"),
    ("of whom", "a sentence of its own, or whose"),
    ("in which case it is", "then it is"),
    ("what is made of", "what the thing is or does"),
    ("what is kept of", "the part that is stored"),
    ("what is asked of", "what it has to do"),
    ("lays", "puts, writes, stores"),
    ("lends", "gives, shares"),
    ("whoever", "a client that, the one who, people who"),
    ("as good as", "the same as, almost"),
    ("belongs into", "belongs in"),
    ("hears", "receives, is notified"),
    ("he", "they"),
    ("his", "their"),
    ("him", "them"),
    ("himself", "themselves"),
];

/// Words before "of which" that make it acceptable: "one of which".
const COUNTED: &[&str] =
    &["all", "any", "both", "each", "first", "hint", "last", "most", "none", "one", "some"];

/// Files in which phrases are data, not prose: a path prefix, and the phrases to allow.
const ALLOWED: &[(&str, &[&str])] = &[
    // The stop words of text indexes.
    ("crates/text/src/english.rs", &["he", "his", "him", "himself"]),
    // The language code of Hebrew.
    ("crates/collation/src/", &["he"]),
    // The first letters of "hello".
    ("crates/engine/src/aggregate/expression/string/substr.rs", &["he"]),
    // The words of random sentences.
    ("web/grader/random.ts", &["his"]),
    // The name of a function of the exercise.
    ("exercises/first-steps/one-field/", &["lends"]),
    // The id of a check.
    ("exercises/content/cms-nodes/", &["told"]),
    // This list.
    ("crates/xtask/src/words.rs", ALL),
];

/// Allows every phrase.
const ALL: &[&str] = &["*"];

/// Maximum length of a line in characters.
const WIDEST: usize = 120;

/// Returns the faults of a line: phrases with their replacements, and excess length.
pub(crate) fn faults(path: &Path, line: &str) -> Vec<String> {
    let mut faults: Vec<String> = phrases(line)
        .into_iter()
        .filter(|(phrase, _)| !is_allowed(path, phrase))
        .map(|(phrase, plainer)| format!("“{phrase}”: rather {plainer}"))
        .collect();
    let width = line.chars().count();
    if width > WIDEST && is_bounded(path, line) {
        faults.push(format!("{width} characters, the limit is {WIDEST}"));
    }
    faults
}

/// Returns the banned phrases in a line.
fn phrases(line: &str) -> Vec<Banned> {
    let lower = line.to_lowercase();
    let words: Vec<&str> =
        lower.split(|letter| !is_of_word(letter)).filter(|word| !word.is_empty()).collect();
    PHRASES
        .iter()
        .filter(|(phrase, _)| {
            let phrase: Vec<&str> = phrase.split(' ').collect();
            words.windows(phrase.len()).enumerate().any(|(at, window)| {
                let before = at.checked_sub(1).and_then(|before| words.get(before));
                window == phrase
                    && !(phrase == ["of", "which"] && before.is_some_and(|word| COUNTED.contains(word)))
            })
        })
        .copied()
        .collect()
}

/// Whether a character is part of a word. An identifier is one word.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '\'' | '’' | '$')
}

fn is_allowed(path: &Path, phrase: &str) -> bool {
    let path = path.to_string_lossy();
    ALLOWED
        .iter()
        .filter(|(beginning, _)| path.starts_with(beginning))
        .any(|(_, allowed)| allowed.contains(&"*") || allowed.contains(&phrase))
}

/// Whether the length of a line is limited. It is in comments and documents, except for table rows, lines
/// with an address, and generated files. Strings in code can't be broken, and rustfmt breaks the rest.
fn is_bounded(path: &Path, line: &str) -> bool {
    let text = line.trim_start();
    if text.starts_with('|') || text.contains("://") {
        return false;
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("md") => !path.starts_with("exercises") && !text.starts_with("- `"),
        Some("rs" | "ts" | "mjs") => {
            text.starts_with("//") || text.starts_with("* ") || text.starts_with("/*")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(line: &str) -> Vec<&'static str> {
        phrases(line).into_iter().map(|(phrase, _)| phrase).collect()
    }

    #[test]
    fn phrases_are_found_as_words() {
        assert_eq!(found("// Whoever is told"), ["told", "whoever"]);
        assert_eq!(found("let untold = with_uses_on(he_said);"), Vec::<&str>::new());
        assert_eq!(found("/// What is kept of a run."), ["what is kept of"]);
    }

    #[test]
    fn a_count_before_of_which_is_accepted() {
        assert_eq!(found("two lists, of which the last counts"), ["of which"]);
        assert_eq!(found("two lists, one of which counts"), Vec::<&str>::new());
    }

    #[test]
    fn allowed_phrases_depend_on_the_file() {
        assert!(faults(Path::new("web/grader/random.ts"), r#""that it his her""#).is_empty());
        assert_eq!(faults(Path::new("web/grader/world.ts"), "// his own"), ["“his”: rather their"]);
    }

    #[test]
    fn long_comments_are_found_and_long_strings_are_not() {
        let long = "x".repeat(120);
        let path = Path::new("crates/xtask/src/tidy.rs");
        assert_eq!(faults(path, &format!("// {long}")), ["123 characters, the limit is 120"]);
        assert!(faults(path, &format!("let text = \"{long}\";")).is_empty());
        assert!(faults(path, &format!("// <https://{long}>")).is_empty());
        assert!(faults(Path::new("README.md"), &format!("| {long} |")).is_empty());
        assert_eq!(faults(Path::new("README.md"), &long.repeat(2)), ["240 characters, the limit is 120"]);
    }
}
