//! `$changeStreamSplitLargeEvent`:
//! <https://www.mongodb.com/docs/manual/reference/operator/aggregation/changeStreamSplitLargeEvent/>.

use std::collections::VecDeque;
use std::rc::Rc;

use super::super::stage_prelude::*;
use super::Position;
use crate::change_stream::ChangeStreamState;
use crate::value::{Element, MAX_DOCUMENT_BYTES};

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::Last,
    in_transactions: false,
    ..stage(
        "$changeStreamSplitLargeEvent",
        "Splits a change event that is too large into fragments.",
        (
            r#"[{"_id": {"_data": "82"}, "n": 1}]"#,
            r#"{"$changeStreamSplitLargeEvent": {}}"#,
            r#"[{"_id": {"_data": "82"}, "n": 1}]"#,
        ),
        parse,
    )
};

/// Bytes reserved in each fragment for the resume token and `splitEvent`.
const OVERHEAD: usize = 256;

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    if spec.as_document().is_none_or(|doc| !doc.is_empty()) {
        return Err(Error::new(
            7182800,
            format!(
                "$changeStreamSplitLargeEvent spec should be an empty object, found: {}",
                display_value(spec.view())
            ),
        ));
    }
    if !context.in_change_stream && !context.database.is_empty() {
        return Err(Error::new(
            ErrorCode::ILLEGAL_OPERATION,
            "$changeStreamSplitLargeEvent can only be used in a $changeStream pipeline",
        ));
    }
    Ok(vec![Box::new(Split { stream: None, parts: VecDeque::new(), emitted: 0 })])
}

#[derive(Debug)]
struct Split {
    stream: Option<Rc<ChangeStreamState>>,
    /// The remaining fragments of an event.
    parts: VecDeque<Vec<u8>>,
    /// The number of fragments of this event emitted so far.
    emitted: u32,
}

impl Split {
    /// Splits an event into fragments: the smallest fields first, as many per fragment as fit.
    fn split(&self, stream: &ChangeStreamState, event: RawDoc<'_>) -> Result<VecDeque<Vec<u8>>> {
        let size = |element: &Element<'_>| element.key.len() + 2 + element.value.bytes.len();
        let mut fields: Vec<_> = event.iter().filter(|element| element.key != b"_id").collect();
        crate::value::sort_by(&mut fields, |a, b| size(a).cmp(&size(b)));
        let mut groups: Vec<(usize, Vec<Element<'_>>)> = Vec::new();
        for field in fields {
            let bytes = size(&field);
            match groups.last_mut() {
                Some((taken, group)) if *taken + bytes + OVERHEAD <= MAX_DOCUMENT_BYTES => {
                    *taken += bytes;
                    group.push(field);
                }
                _ => groups.push((bytes, vec![field])),
            }
        }
        let of = groups.len();
        let mut parts = VecDeque::new();
        for (at, (bytes, group)) in (1..).zip(groups) {
            if bytes + OVERHEAD > MAX_DOCUMENT_BYTES {
                return Err(Error::new(
                    ErrorCode::BSON_OBJECT_TOO_LARGE,
                    "a field of the change event is too large for a fragment",
                ));
            }
            let mut part = DocBuilder::new();
            part.document("_id", |id| stream.token().part(at).write(id));
            part.document("splitEvent", |split| {
                split.append_i32("fragment", i32::try_from(at).unwrap_or(i32::MAX));
                split.append_i32("of", i32::try_from(of).unwrap_or(i32::MAX));
            });
            for field in group {
                part.append_raw_bytes(field.key, field.value);
            }
            parts.push_back(part.finish());
        }
        Ok(parts)
    }

    /// Passes on the remaining fragments until the sink is full. Returns whether there are no more.
    fn push_parts(&mut self, sink: &mut RowSink<'_>) -> Result<bool> {
        let Some(stream) = &self.stream else { return Ok(true) };
        while !sink.is_full() {
            let Some(part) = self.parts.pop_front() else { return Ok(true) };
            self.emitted += 1;
            stream.set_fragment(self.emitted);
            sink.push(Row::new(&part))?;
        }
        Ok(false)
    }
}

impl Stage for Split {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if !self.push_parts(sink)? {
            return Ok(false);
        }
        input.expand_into(sink, |row, sink| {
            let document = row.document;
            let skipped = self.stream.as_ref().map_or(0, |stream| stream.take_skipped());
            let is_large = document.as_bytes().len() > MAX_DOCUMENT_BYTES;
            let Some(stream) = self.stream.as_ref().filter(|_| is_large || skipped > 0) else {
                return sink.push(row);
            };
            self.parts = self.split(stream, document)?;
            self.parts.drain(..(skipped as usize).min(self.parts.len()));
            self.emitted = skipped;
            self.push_parts(sink).map(|_| ())
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn set_change_stream(&mut self, stream: &Rc<ChangeStreamState>) -> Result<()> {
        self.stream = Some(stream.clone());
        Ok(())
    }
}
