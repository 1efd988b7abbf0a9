//! Whatever a pattern and a text are, searching ends, and what it finds lies where it says.

use engine::regex::Regex;

/// Option letters that the first byte chooses among.
const OPTIONS: [&str; 8] = ["", "i", "m", "s", "x", "im", "sx", "imsx"];

/// # Panics
/// When groups lie outside of the text or within characters, or when two ways to ask about a match differ.
pub fn run(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    // What stands behind a line's end is searched.
    let (pattern, text) = text.split_once('\n').unwrap_or((&text, "aab\u{e9}\u{17f} 1-K"));
    let options = OPTIONS[usize::from(first % 8)];
    let Ok(plain) = Regex::new(pattern, options) else {
        assert!(
            pattern.contains('\0') || Regex::capturing(pattern, options).is_err(),
            "{pattern:?} is refused by one alone"
        );
        return;
    };
    let regex = Regex::capturing(pattern, options).expect("what can be tested can be searched");
    let Ok(found) = regex.captures_from(text, 0) else { return };
    assert_eq!(found.is_some(), plain.is_match(text), "{pattern:?} in {text:?}");
    for range in found.into_iter().flatten().flatten() {
        assert!(text.get(range.clone()).is_some(), "{pattern:?} in {text:?}: {range:?}");
    }
}
