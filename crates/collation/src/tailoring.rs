//! Tailoring: rules for letters that don't sort in the root order.
//!
//! The notation is a small subset of CLDR's: groups separated by spaces, each an
//! anchor and letters relative to it. `z<å<ä` sorts separate letters after `z`;
//! `d~đ` sorts a letter like the previous one with an accent, `ș=ş` exactly like it;
//! `ae:ä` sorts a letter like two others with an accent. Several characters in
//! place of one (`c<ch`) are a single letter. A group without an anchor gives the
//! order of accents.

use super::letters::decomposed;
use values::sort_by;

/// The first mark that distinguishes `~` and `:` letters, greater than all accents.
const FIRST_MARK: u32 = 0xFE00;
/// The first of a locale's own accents, less than all others.
const FIRST_ACCENT: u32 = 0x100;

/// The position of a sequence of letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// The letters, in lower case and decomposed.
    pub sequence: Vec<char>,
    /// The letters at whose position the sequence sorts.
    pub anchor: Vec<char>,
    /// The distance after that position; 0 for the position itself.
    pub distance: u32,
    /// The accent by which the sequence differs.
    pub mark: Option<char>,
}

/// Parses rules; sorts longer sequences first, so the first matching rule applies.
pub(super) fn parse(notation: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = notation.split(' ').flat_map(group).collect();
    sort_by(&mut rules, |a, b| b.sequence.len().cmp(&a.sequence.len()));
    rules
}

fn group(text: &str) -> Vec<Rule> {
    let relation = |c: char| matches!(c, '<' | '~' | '=' | ':');
    let Some(first) = text.find(relation) else { return Vec::new() };
    let anchor: Vec<char> = text[..first].chars().collect();
    let first_mark = if anchor.is_empty() { FIRST_ACCENT } else { FIRST_MARK };
    let (mut distance, mut marks) = (0, 0);
    let mut rules = Vec::new();
    let mut rest = &text[first..];
    while let Some(kind) = rest.chars().next() {
        let after = &rest[kind.len_utf8()..];
        let end = after.find(relation).unwrap_or(after.len());
        match kind {
            '<' => (distance, marks) = (distance + 1, 0),
            '=' => {}
            _ => marks += 1,
        }
        let mark = (marks > 0).then(|| char::from_u32(first_mark + marks)).flatten();
        rules.push(Rule { sequence: decompose(&after[..end]), anchor: anchor.clone(), distance, mark });
        rest = &after[end..];
    }
    rules
}

fn decompose(text: &str) -> Vec<char> {
    text.chars().flat_map(decomposed).collect()
}

/// Returns the rule that applies to the start of the text.
pub(super) fn matching_rule<'r>(rules: &'r [Rule], text: &[char]) -> Option<&'r Rule> {
    rules.iter().find(|rule| text.starts_with(&rule.sequence))
}
