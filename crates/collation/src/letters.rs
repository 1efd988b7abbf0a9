//! Letters and combining marks.

include!(concat!(env!("OUT_DIR"), "/letters.rs"));

/// Decomposes a character into its base letter and marks.
pub(super) fn decomposed(c: char) -> impl Iterator<Item = char> {
    let found = DECOMPOSED.binary_search_by_key(&c, |(letter, _)| *letter).ok();
    let parts = found.filter(|_| !c.is_ascii()).map(|at| DECOMPOSED[at].1);
    let itself = parts.is_none().then_some(c);
    parts.unwrap_or_default().chars().chain(itself)
}

/// Returns the text without combining marks.
pub fn without_marks(text: &str) -> String {
    text.chars().flat_map(decomposed).filter(|c| !is_combining_mark(*c)).collect()
}

/// Whether a character is a combining mark.
pub fn is_combining_mark(c: char) -> bool {
    let after = MARKS.partition_point(|(first, _)| *first <= c);
    after > 0 && c <= MARKS[after - 1].1
}
