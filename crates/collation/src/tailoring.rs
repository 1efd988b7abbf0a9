//! Letters that sort elsewhere than their code points say, as rules.
//!
//! The notation is a small part of CLDR's: groups parted by spaces, each an
//! anchor and what follows it. `z<å<ä` puts letters of their own after `z`;
//! `d~đ` makes one differ from the one before as an accent does, `ș=ş` not at
//! all; `ae:ä` sorts a letter as two others, with an accent. Several letters in
//! place of one (`c<ch`) are a letter of their own. Without an anchor the
//! letters are accents, in their order.

use super::letters::decomposed;
use values::sort_by;

/// First of the marks that distinguish `~` and `:` letters, above all accents.
const FIRST_MARK: u32 = 0xFE00;
/// First of a locale's own accents, below all others.
const FIRST_ACCENT: u32 = 0x100;

/// A sequence of letters and what it sorts as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Small letters, taken apart.
    pub sequence: Vec<char>,
    /// The letters whose place it has, themselves looked up by the rules.
    pub place: Vec<char>,
    /// How far behind that place, 0 for in it.
    pub behind: u32,
    /// The accent that it differs by.
    pub mark: Option<char>,
}

/// Reads rules; the longer sequences first, so that the first that fits is right.
pub(super) fn parse(notation: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = notation.split(' ').flat_map(group).collect();
    sort_by(&mut rules, |a, b| b.sequence.len().cmp(&a.sequence.len()));
    rules
}

fn group(text: &str) -> Vec<Rule> {
    let relation = |c: char| matches!(c, '<' | '~' | '=' | ':');
    let Some(first) = text.find(relation) else { return Vec::new() };
    let place: Vec<char> = text[..first].chars().collect();
    let first_mark = if place.is_empty() { FIRST_ACCENT } else { FIRST_MARK };
    let (mut behind, mut marks) = (0, 0);
    let mut rules = Vec::new();
    let mut rest = &text[first..];
    while let Some(kind) = rest.chars().next() {
        let after = &rest[kind.len_utf8()..];
        let end = after.find(relation).unwrap_or(after.len());
        match kind {
            '<' => (behind, marks) = (behind + 1, 0),
            '=' => {}
            _ => marks += 1,
        }
        let mark = (marks > 0).then(|| char::from_u32(first_mark + marks)).flatten();
        rules.push(Rule { sequence: taken_apart(&after[..end]), place: place.clone(), behind, mark });
        rest = &after[end..];
    }
    rules
}

fn taken_apart(text: &str) -> Vec<char> {
    text.chars().flat_map(decomposed).collect()
}

/// The first rule whose sequence begins the text.
pub(super) fn fitting<'r>(rules: &'r [Rule], text: &[char]) -> Option<&'r Rule> {
    rules.iter().find(|rule| text.starts_with(&rule.sequence))
}
