//! Quantifiers: `*`, `+`, `?`, `{…}`.

use super::{Parser, PatternError};
use crate::node::{Greediness, Node};

/// Maximum number of repetitions in a quantifier.
const MAX_REPETITIONS: u32 = 65_535;

/// A parsed quantifier.
pub(super) struct Quantifier {
    least: u32,
    most: u32,
    kind: Greediness,
}

impl Quantifier {
    /// Applies the quantifier to a node.
    pub(super) fn of(self, node: Node) -> Node {
        let Quantifier { mut least, mut most, kind } = self;
        if let Node::Look { .. } = node {
            // Repeating an assertion has no effect.
            (least, most) = (least.min(1), most.min(1));
        }
        if (least, most) == (1, 1) && kind != Greediness::Possessive {
            return node;
        }
        Node::Repeat { node: Box::new(node), least, most, kind }
    }
}

impl Parser {
    /// Parses the quantifier at the current position, if there is one.
    pub(super) fn quantifier(&mut self) -> Result<Option<Quantifier>, PatternError> {
        let (least, most) = match self.peek(0) {
            Some('*') => (0, u32::MAX),
            Some('+') => (1, u32::MAX),
            Some('?') => (0, 1),
            Some('{') => match self.counts()? {
                Some(counts) => counts,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.at += 1;
        while let Some(c) = self.peek(0)
            && self.skip_ignored(c)?
        {}
        let kind = match self.peek(0) {
            Some('+') => Greediness::Possessive,
            // With the ungreedy option, `?` means greedy.
            other if (other == Some('?')) != self.options.ungreedy => Greediness::Lazy,
            _ => Greediness::Greedy,
        };
        self.at += usize::from(matches!(self.peek(0), Some('+' | '?')));
        Ok(Some(Quantifier { least, most, kind }))
    }

    /// Parses the numbers of a quantifier in braces: `{3}`, `{3,}`, `{3,5}`. The closing brace is next;
    /// `None` if this is not a quantifier.
    fn counts(&mut self) -> Result<Option<(u32, u32)>, PatternError> {
        let from = self.at;
        self.at += 1;
        let low = self.digits();
        let comma = self.take(',');
        let high = if comma { self.digits() } else { String::new() };
        if low.is_empty() || self.peek(0) != Some('}') {
            self.at = from;
            return Ok(None);
        }
        let number = |digits: &str| match digits.parse::<u32>() {
            Ok(number) if number <= MAX_REPETITIONS => Ok(number),
            _ => Err("number too big in {} quantifier".to_owned()),
        };
        let least = number(&low)?;
        let most = match (comma, high.is_empty()) {
            (false, _) => least,
            (true, true) => u32::MAX,
            (true, false) => number(&high)?,
        };
        if most < least {
            return Err("numbers out of order in {} quantifier".to_owned());
        }
        Ok(Some((least, most)))
    }
}
