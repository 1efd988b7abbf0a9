//! Invariant: a pattern's search terminates, and reports valid positions.

use engine::regex::Regex;

/// The option letters that the first byte selects from.
const OPTIONS: [&str; 8] = ["", "i", "m", "s", "x", "im", "sx", "imsx"];

/// # Panics
/// Groups are outside the text or within characters, or two ways to test for a match differ.
pub fn run(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    // The text after a line end is searched.
    let (pattern, text) = text.split_once('\n').unwrap_or((&text, "aab\u{e9}\u{17f} 1-K"));
    let options = OPTIONS[usize::from(first % 8)];
    let Ok(plain) = Regex::new(pattern, options) else {
        assert!(
            pattern.contains('\0') || Regex::capturing(pattern, options).is_err(),
            "only one of the two compilers refuses {pattern:?}"
        );
        return;
    };
    let regex =
        Regex::capturing(pattern, options).expect("a pattern that compiles also compiles with captures");
    let Ok(found) = regex.captures_from(text, 0) else { return };
    assert_eq!(found.is_some(), plain.is_match(text), "{pattern:?} in {text:?}");
    for range in found.into_iter().flatten().flatten() {
        assert!(text.get(range.clone()).is_some(), "{pattern:?} in {text:?}: {range:?}");
    }
}
