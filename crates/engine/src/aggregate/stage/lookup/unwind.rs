//! An `$unwind` that a `$lookup` has absorbed
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/#-lookup----unwind----match-coalescence>).

use super::{Lookup, Matches};
use crate::aggregate::expression::FieldPath;
use crate::aggregate::stage::set_path;
use crate::aggregate::stage_prelude::*;
use crate::query::{Filter, Node};
use crate::value::ArrayBuilder;

/// The absorbed `$unwind`.
#[derive(Debug)]
pub(in crate::aggregate) struct Unwinding {
    pub(in crate::aggregate::stage) preserve: bool,
    pub(in crate::aggregate::stage) index_name: Option<FieldPath>,
}

#[derive(Debug)]
pub(in crate::aggregate) struct Streaming {
    document: Vec<u8>,
    matches: Matches,
    index: i64,
}

impl Unwinding {
    /// Returns the absorbed form of an `$unwind`, if it unwinds the matches.
    fn of(unwind: &crate::aggregate::stage::Unwind, found: &FieldPath) -> Option<Self> {
        (unwind.path().as_str() == found.as_str())
            .then(|| Unwinding { preserve: unwind.preserves(), index_name: unwind.index_name().cloned() })
    }

    /// Absorbs an `$unwind` of the matches, unless one was absorbed before; returns whether it did.
    pub(in crate::aggregate::stage) fn take_in(
        taken: &mut Option<Self>,
        unwind: &crate::aggregate::stage::Unwind,
        found: &FieldPath,
    ) -> bool {
        if taken.is_some() {
            return false;
        }
        *taken = Unwinding::of(unwind, found);
        taken.is_some()
    }

    /// Writes the `$unwind` as explain shows it.
    pub(in crate::aggregate::stage) fn describe(&self, out: &mut DocBuilder) {
        out.document("unwinding", |inner| {
            inner.append_bool("preserveNullAndEmptyArrays", self.preserve);
            if let Some(name) = &self.index_name {
                inner.append_str("includeArrayIndex", name.as_str());
            }
        });
    }
}

impl Lookup {
    /// Absorbs a stage if it is an `$unwind` of the new array.
    pub(in crate::aggregate) fn absorb(&mut self, unwind: &crate::aggregate::stage::Unwind) -> bool {
        Unwinding::take_in(&mut self.unwind, unwind, &self.as_field)
    }

    /// Whether a path is the stage's output path.
    pub(in crate::aggregate) fn finds(&self, path: &str) -> bool {
        self.as_field.as_str() == path
    }

    /// Absorbs the conditions of a `$match` on the unwound matches. Not with
    /// `preserveNullAndEmptyArrays`, where a document without matches could pass, nor with
    /// `includeArrayIndex`, which numbers all matches.
    pub(in crate::aggregate) fn absorb_match(&mut self, found: &mut crate::aggregate::stage::Match) {
        let plain =
            self.unwind.as_ref().is_some_and(|unwind| !unwind.preserve && unwind.index_name.is_none());
        let ([field], true) = (self.as_field.parts(), plain) else { return };
        let (mut nodes, written): (Vec<_>, Vec<_>) = found.split_below(field).into_iter().unzip();
        let Some(last) = nodes.pop() else { return };
        let node = if nodes.is_empty() { last } else { Node::And([nodes, vec![last]].concat()) };
        let mut stages = ArrayBuilder::new();
        for filter in &written {
            stages.document(|stage| {
                stage.append_doc("$match", RawDoc::new(filter));
            });
        }
        self.absorbed = Some((Filter::from_node(node), stages.finish()));
    }

    /// Returns the next unwound document.
    pub(super) fn next_unwound<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        loop {
            if let Some(mut streaming) = self.streaming.take()
                && let Some(found) = self.next_match(&mut streaming.matches, execution)?
            {
                let found = Value::document(found);
                let out = self.unwound(&streaming.document, Some(&found), Some(streaming.index));
                streaming.index += 1;
                self.streaming = Some(streaming);
                return Ok(Some(Document::Owned(out)));
            }
            let Some(document) = input.next(execution)? else {
                return Ok(None);
            };
            let mut matches = self.matches(RawDoc::new(&document), execution)?;
            let Some(first) = self.next_match(&mut matches, execution)? else {
                if self.unwind.as_ref().is_some_and(|unwind| unwind.preserve) {
                    return Ok(Some(Document::Owned(self.unwound(&document, None, None))));
                }
                continue;
            };
            let document = self.visible.of_own(document);
            let out = self.unwound(&document, Some(&Value::document(first)), Some(0));
            self.streaming = Some(Streaming { document: document.into_owned(), matches, index: 1 });
            return Ok(Some(Document::Owned(out)));
        }
    }

    /// Returns the document with one match, or none, in place of the array.
    fn unwound(&self, document: &[u8], found: Option<&Value<'_>>, index: Option<i64>) -> Vec<u8> {
        let value = found.map_or(Value::Missing, Value::borrowed);
        let out = set_path(RawDoc::new(document), self.as_field.parts(), &value);
        match self.unwind.as_ref().and_then(|unwind| unwind.index_name.as_ref()) {
            None => out,
            Some(path) => {
                let index = index.map_or(Value::Null, Value::Int64);
                set_path(RawDoc::new(&out), path.parts(), &index)
            }
        }
    }
}
