//! Searches for nearest places and for text in a filter, and the metadata that they produce.

use super::Node;
use crate::aggregate::metadata::{Meta, unavailable};
use crate::error::Result;
use crate::text::Search;

impl Node {
    /// Whether the filter contains `$near`.
    pub fn is_near(&self) -> bool {
        match self {
            Node::And(children) => children.iter().any(Node::is_near_leaf),
            other => other.is_near_leaf(),
        }
    }

    fn is_near_leaf(&self) -> bool {
        matches!(self, Node::Leaf(leaf) if leaf.predicate.near().is_some())
    }

    /// Whether the filter contains `$text`.
    pub fn has_text(&self) -> bool {
        !self.text_searches().is_empty()
    }

    /// Returns the text searches anywhere in the filter.
    pub fn text_searches(&self) -> Vec<&Search> {
        let mut found = Vec::new();
        self.add_text_searches(&mut found);
        found
    }

    fn add_text_searches<'n>(&'n self, out: &mut Vec<&'n Search>) {
        match self {
            Node::And(children) | Node::Or(children) | Node::Nor(children) => {
                children.iter().for_each(|child| child.add_text_searches(out));
            }
            Node::Not(child) => child.add_text_searches(out),
            Node::Leaf(_) => {}
            Node::Document(predicate) => out.extend(predicate.text_search()),
        }
    }
}

impl Meta {
    /// Rejects metadata that a query does not produce. The caller checks whether the query is sorted.
    ///
    /// # Errors
    /// 40218.
    pub fn check(self, filter: &Node) -> Result<()> {
        let what = match self {
            Meta::RecordId | Meta::IndexKey | Meta::SortKey => return Ok(()),
            Meta::GeoNearDistance | Meta::GeoNearPoint if filter.is_near() => return Ok(()),
            Meta::TextScore if filter.has_text() => return Ok(()),
            Meta::TextScore => "text score",
            Meta::GeoNearDistance => "$geoNear distance",
            Meta::GeoNearPoint => "$geoNear point",
            Meta::Search => "$search score",
            Meta::SearchHighlights => "$search highlights",
            Meta::VectorSearch => "$vectorSearch distance",
            Meta::RandVal => "rand val",
        };
        Err(unavailable(what))
    }
}
