//! The key ranges of a filter without an index on them: a sharded cluster's router targets shards by them
//! (<https://www.mongodb.com/docs/manual/core/sharded-cluster-query-router/>).

use super::IndexBounds;
use super::access::Access;
use super::conjuncts::{conjuncts, with_implied};
use crate::collection::Index;
use crate::query::{Filter, Node};
use crate::value::Collation;

/// Returns bounds of an index's keys whose union contains every document that matches. The index acts as an
/// empty one whose fields hold no arrays. A filter without a condition on the first field has one unlimited
/// range.
pub fn key_ranges(index: &Index, filter: &Filter, collation: Option<&Collation>) -> Vec<IndexBounds> {
    ranges(index, conjuncts(filter.root()), collation)
}

fn ranges(index: &Index, conditions: Vec<Node>, collation: Option<&Collation>) -> Vec<IndexBounds> {
    let conditions = with_implied(conditions);
    let access = match collation {
        None => Access::new(index, &conditions),
        Some(_) => Access::under_other_collation(index, &conditions),
    };
    if let Some(access) = access.filter(|access| access.bound_fields > 0) {
        return vec![access.bounds];
    }
    let alternatives = conditions.iter().enumerate().find_map(|(at, node)| match node {
        Node::Or(children) => Some((at, children)),
        _ => None,
    });
    let Some((at, children)) = alternatives else {
        return vec![Access::of_everything(index, &conditions).bounds];
    };
    let others = || conditions.iter().enumerate().filter(move |(other, _)| *other != at);
    children
        .iter()
        .flat_map(|child| {
            let joined = others().map(|(_, node)| node.clone()).chain(conjuncts(child)).collect();
            ranges(index, joined, collation)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::IndexSpec;
    use crate::query::FilterContext;
    use crate::testing::doc;
    use crate::value::{DocBuilder, RawDoc};

    fn shown(pattern: &str, filter: &str) -> Vec<String> {
        let spec = doc(&format!("{{\"key\": {pattern}, \"name\": \"key\"}}"));
        let index = Index::new(IndexSpec::parse(RawDoc::new(&spec)).expect("an index"), 0);
        let filter = doc(filter);
        let filter = Filter::parse(RawDoc::new(&filter), &FilterContext::default()).expect("a filter");
        let describe = |bounds: &IndexBounds| {
            let mut out = DocBuilder::new();
            bounds.describe(&mut out, crate::plan::Direction::Forward);
            crate::value::display_document(RawDoc::new(&out.finish()))
        };
        key_ranges(&index, &filter, None).iter().map(describe).collect()
    }

    #[test]
    fn equality_and_range() {
        assert_eq!(
            shown(r#"{"a": 1, "b": 1}"#, r#"{"a": 1}"#),
            [r#"{ a: [ "[1, 1]" ], b: [ "[MinKey, MaxKey]" ] }"#]
        );
        assert_eq!(shown(r#"{"a": 1}"#, r#"{"b": 1, "a": {"$gt": 5}}"#), [r#"{ a: [ "(5, inf.0]" ] }"#]);
    }

    #[test]
    fn unlimited_without_the_first_field() {
        assert_eq!(shown(r#"{"a": 1, "b": 1}"#, r#"{"b": 1}"#).len(), 1);
        assert!(shown(r#"{"a": 1}"#, "{}")[0].contains("MinKey"));
    }

    #[test]
    fn one_range_per_alternative() {
        assert_eq!(shown(r#"{"a": 1}"#, r#"{"$or": [{"a": 1}, {"a": {"$lt": 0}, "b": 2}]}"#).len(), 2);
        let open = shown(r#"{"a": 1}"#, r#"{"$or": [{"a": 1}, {"b": 2}]}"#);
        assert!(open.iter().any(|bounds| bounds.contains("MinKey")), "{open:?}");
    }
}
