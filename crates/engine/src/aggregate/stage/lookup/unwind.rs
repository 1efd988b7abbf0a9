//! An `$unwind` that a `$lookup` has absorbed
//! (<https://www.mongodb.com/docs/manual/core/aggregation-pipeline-optimization/#-lookup----unwind----match-coalescence>).

use std::borrow::Cow;

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

/// A document whose matches are passed on one by one.
#[derive(Debug)]
pub(in crate::aggregate) struct Streaming<'d> {
    document: Cow<'d, [u8]>,
    matches: Matches,
    /// The number of matches passed on.
    index: i64,
}

impl Unwinding {
    /// Returns the absorbed form of an `$unwind`, if it unwinds the matches.
    fn of(unwind: &crate::aggregate::stage::Unwind, found: &FieldPath) -> Option<Self> {
        (unwind.path().as_str() == found.as_str())
            .then(|| Unwinding { preserve: unwind.preserves(), index_name: unwind.index_name().cloned() })
    }

    /// Absorbs an `$unwind` of the matches, unless one was absorbed before; returns whether it did.
    pub(in crate::aggregate::stage) fn absorb(
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
        Unwinding::absorb(&mut self.unwind, unwind, &self.as_field)
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

    /// Passes on the unwound documents.
    pub(super) fn run_unwound(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let execution = input.execution;
        if let Some(streaming) = self.streaming.take()
            && self.stream(streaming, execution, sink)?.is_none()
        {
            return Ok(false);
        }
        input.expand_into(sink, |row, sink| {
            let matches = self.matches(row.document, execution)?;
            let streaming = Streaming { document: self.visible.of_own(row.document), matches, index: 0 };
            let matched = self.stream(streaming, execution, sink)?;
            if matched == Some(0) && self.unwind.as_ref().is_some_and(|unwind| unwind.preserve) {
                return sink.write(&mut |out| self.write_unwound(row.document, None, None, out));
            }
            Ok(())
        })
    }

    /// Passes on a document with each of its remaining matches until the sink is full. Returns the number of all
    /// matches, or `None` if some may remain.
    fn stream(
        &mut self,
        mut streaming: Streaming<'_>,
        execution: Execution<'_>,
        sink: &mut RowSink<'_>,
    ) -> Result<Option<i64>> {
        let Streaming { document, matches, index } = &mut streaming;
        let root = RawDoc::new(document);
        let exhausted = self.each_match(matches, execution, &mut |lookup, found| {
            *index += 1;
            sink.write(&mut |out| lookup.write_unwound(root, Some(found), Some(*index - 1), out))?;
            Ok(!sink.is_full())
        });
        if let Ok(true) = exhausted {
            return Ok(Some(streaming.index));
        }
        let document = Cow::Owned(streaming.document.into_owned());
        self.streaming = Some(Streaming { document, ..streaming });
        exhausted.map(|_| None)
    }

    /// Writes the document with one match, or none, in place of the array.
    fn write_unwound(
        &self,
        document: RawDoc<'_>,
        found: Option<RawDoc<'_>>,
        index: Option<i64>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        let index_name = self.unwind.as_ref().and_then(|unwind| unwind.index_name.as_ref());
        if let ([name], Some(found), None) = (self.as_field.parts(), found, index_name)
            && document.get(name).is_none()
        {
            out.append_all(document).append_doc(name, found);
            return Ok(());
        }
        let value = found.map_or(Value::Missing, |found| Value::Document(Cow::Borrowed(found.as_bytes())));
        let mut unwound = set_path(document, self.as_field.parts(), &value);
        if let Some(path) = index_name {
            let index = index.map_or(Value::Null, Value::Int64);
            unwound = set_path(RawDoc::new(&unwound), path.parts(), &index);
        }
        out.append_all(RawDoc::new(&unwound));
        Ok(())
    }
}
