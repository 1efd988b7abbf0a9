//! The last stage of a change stream, which checks that each event still has its resume token
//! (<https://www.mongodb.com/docs/manual/changeStreams/#resume-tokens>).

use std::rc::Rc;

use super::super::super::stage_prelude::*;
use crate::change_stream::ChangeStreamState;

#[derive(Debug)]
pub(super) struct Resumability {
    stream: Rc<ChangeStreamState>,
}

impl Resumability {
    pub(super) fn new(stream: Rc<ChangeStreamState>) -> Self {
        Resumability { stream }
    }

    /// Checks that an event has the resume token of the last change read.
    fn check(&self, event: RawDoc<'_>) -> Result<()> {
        let mut expected = DocBuilder::new();
        expected.document("_id", |id| self.stream.token().write(id));
        let expected = expected.finish();
        let expected = RawDoc::new(&expected);
        let found = event.get("_id");
        if found.map(|id| id.bytes) == expected.get("_id").map(|id| id.bytes) {
            return Ok(());
        }
        let mut shown = DocBuilder::new();
        if let Some(id) = found {
            shown.append_raw("_id", id);
        }
        Err(Error::new(
            ErrorCode::CHANGE_STREAM_FATAL_ERROR,
            format!(
                "Encountered an event whose _id field, which contains the resume token, was modified by the pipeline. Modifying the _id field of an event makes it impossible to resume the stream from that point. Only transformations that retain the unmodified _id field are allowed. Expected: {} but found: {}",
                display_document(expected),
                display_document(RawDoc::new(&shown.finish()))
            ),
        ))
    }
}

impl Stage for Resumability {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        input.each_into(sink, |row, sink| {
            self.check(row.document)?;
            sink.push(row)
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        Effect::Passes
    }
}
