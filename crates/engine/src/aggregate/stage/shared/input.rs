//! A stage's input: documents pulled from, or pushed by, the stages before it.

use crate::Result;
use crate::aggregate::execution::Execution;
use crate::aggregate::expression::ArrayLength;
use crate::aggregate::pipeline::PipelineStage;
use crate::aggregate::stage::{Document, Stage};
use crate::value::{DocBuilder, RawDoc};

/// The stages in front of a stage.
pub struct Input<'p> {
    pub(in crate::aggregate) stages: &'p mut [PipelineStage],
}

impl Input<'_> {
    /// The next document of the stage in front.
    ///
    /// # Errors
    /// Same as [`Stage::next`].
    pub fn next<'db>(&mut self, execution: &mut Execution<'db>) -> Result<Option<Document<'db>>> {
        match self.stages.split_last_mut() {
            Some((last, rest)) => last.next(&mut Input { stages: rest }, execution),
            None => Ok(None),
        }
    }

    /// The next document of the stage in front, which may be in `room`.
    ///
    /// # Errors
    /// Same as [`Stage::next`].
    pub fn next_within<'r, 'db: 'r>(
        &mut self,
        execution: &mut Execution<'db>,
        room: &'r mut Vec<u8>,
    ) -> Result<Option<&'r [u8]>> {
        match self.stages.split_last_mut() {
            Some((last, rest)) => last.next_within(&mut Input { stages: rest }, execution, room),
            None => Ok(None),
        }
    }

    /// Has the previous stage push documents, with the arrays it left out, until the consumer stops; returns whether
    /// there are no more.
    ///
    /// # Errors
    /// Same as [`Stage::each`].
    pub fn each(
        &mut self,
        execution: &mut Execution<'_>,
        mut take: impl FnMut(RawDoc<'_>, Option<ArrayLength<'_>>) -> Result<bool>,
    ) -> Result<bool> {
        match self.stages.split_last_mut() {
            Some((last, rest)) => last.each(&mut Input { stages: rest }, execution, &mut take),
            None => Ok(true),
        }
    }

    /// The array that the previous stage left out of its last document.
    pub fn array_length(&self) -> Option<ArrayLength<'_>> {
        self.stages.last().and_then(|last| last.stage().array_length())
    }
}

/// Consumes the documents that a stage pushes, one after the other.
pub struct DocumentConsumer<'t> {
    take: &'t mut dyn FnMut(RawDoc<'_>, Option<ArrayLength<'_>>) -> Result<bool>,
    given: u64,
}

impl<'t> DocumentConsumer<'t> {
    /// Creates a consumer from a function that returns whether more documents are wanted.
    pub(in crate::aggregate) fn new(
        take: &'t mut dyn FnMut(RawDoc<'_>, Option<ArrayLength<'_>>) -> Result<bool>,
    ) -> Self {
        DocumentConsumer { take, given: 0 }
    }

    /// Passes on a document with its left-out array; returns whether more are wanted.
    ///
    /// # Errors
    /// Errors of the consumer.
    #[inline]
    pub fn give(&mut self, document: RawDoc<'_>, counted: Option<ArrayLength<'_>>) -> Result<bool> {
        self.given += 1;
        (self.take)(document, counted)
    }

    /// How many documents were given.
    pub(in crate::aggregate) fn given(&self) -> u64 {
        self.given
    }
}

/// Gives the documents of a stage as it makes them.
pub(in crate::aggregate) fn one_by_one(
    stage: &mut dyn Stage,
    input: &mut Input<'_>,
    execution: &mut Execution<'_>,
    taker: &mut DocumentConsumer<'_>,
) -> Result<bool> {
    let mut room = Vec::new();
    while let Some(document) = stage.next_within(input, execution, &mut room)? {
        if !taker.give(RawDoc::new(document), stage.array_length())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A document where it can be borrowed: its own place, or the room for it.
pub(in crate::aggregate) fn placed<'r, 'db: 'r>(document: Document<'db>, room: &'r mut Vec<u8>) -> &'r [u8] {
    match document {
        Document::Borrowed(document) => document,
        Document::Owned(document) => {
            *room = document;
            room
        }
    }
}

/// A document that is written into the room for it, if there is one.
pub(in crate::aggregate) fn made_within(
    room: &mut Vec<u8>,
    write: impl FnOnce(&mut DocBuilder) -> Result<bool>,
) -> Result<Option<&[u8]>> {
    let mut out = DocBuilder::within(std::mem::take(room));
    let made = write(&mut out)?;
    *room = out.finish();
    Ok(made.then_some(room.as_slice()))
}

/// Writes a document into one that is open; whether there is one.
pub(in crate::aggregate) fn written(document: Option<Document<'_>>, out: &mut DocBuilder) -> bool {
    match document {
        Some(document) => {
            out.append_all(RawDoc::new(&document));
            true
        }
        None => false,
    }
}
