//! `$match`es over rows, tested on dictionary codes.

use super::row_codes::Source;
use crate::aggregate::expression::FieldPath;
use crate::collection::{RecordId, Table};
use crate::query::{Leaf, Node};

/// A compiled condition on rows.
#[derive(Debug)]
pub(in crate::aggregate) enum RowFilter {
    /// A column and its match table: for each code, whether the condition holds.
    Coded(Source, Vec<bool>),
    All(Vec<RowFilter>),
    Any(Vec<RowFilter>),
    Not(Box<RowFilter>),
}

/// Collects the paths of a filter's conditions; `None` when a condition isn't on a path.
pub(in crate::aggregate) fn collect_paths(node: &Node, out: &mut Vec<FieldPath>) -> Option<()> {
    match node {
        Node::Leaf(leaf) if leaf.predicate.element_filter().is_none() => {
            out.push(FieldPath::new(leaf.path.as_str()).ok()?);
            Some(())
        }
        Node::And(nodes) | Node::Or(nodes) | Node::Nor(nodes) => {
            nodes.iter().try_for_each(|node| collect_paths(node, out))
        }
        Node::Not(node) => collect_paths(node, out),
        Node::Leaf(_) | Node::Document(_) => None,
    }
}

impl RowFilter {
    /// Binds a filter to columns, in the order of [`collect_paths`]; `None` when a column contains
    /// arrays, since conditions are tested on each element.
    pub(in crate::aggregate) fn new(
        node: &Node,
        sources: &mut dyn Iterator<Item = Source>,
        table: Option<&Table>,
    ) -> Option<Self> {
        let mut all = |nodes: &[Node]| {
            nodes.iter().map(|node| RowFilter::new(node, sources, table)).collect::<Option<Vec<_>>>()
        };
        Some(match node {
            Node::Leaf(leaf) => RowFilter::coded(leaf, sources.next()?, table)?,
            Node::And(nodes) => RowFilter::All(all(nodes)?),
            Node::Or(nodes) => RowFilter::Any(all(nodes)?),
            Node::Nor(nodes) => RowFilter::Not(Box::new(RowFilter::Any(all(nodes)?))),
            Node::Not(node) => RowFilter::Not(Box::new(RowFilter::new(node, sources, table)?)),
            Node::Document(_) => return None,
        })
    }

    fn coded(leaf: &Leaf, source: Source, table: Option<&Table>) -> Option<Self> {
        let mut match_table = Vec::new();
        for value in source.dictionary(table)?.values() {
            if value.is_array() {
                return None;
            }
            match_table.push(leaf.predicate.matches(value));
        }
        Some(RowFilter::Coded(source, match_table))
    }

    /// Whether a row matches.
    pub(in crate::aggregate) fn holds(&self, record: RecordId, row: usize, table: Option<&Table>) -> bool {
        match self {
            RowFilter::Coded(source, match_table) => {
                match_table.get(source.code(record, row, table) as usize).copied().unwrap_or(false)
            }
            RowFilter::All(all) => all.iter().all(|test| test.holds(record, row, table)),
            RowFilter::Any(any) => any.iter().any(|test| test.holds(record, row, table)),
            RowFilter::Not(test) => !test.holds(record, row, table),
        }
    }
}
