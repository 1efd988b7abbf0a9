//! A stage's input: documents pulled from, or pushed by, the stages before it.

use crate::Result;
use crate::aggregate::execution::Execution;
use crate::aggregate::expression::ArrayLength;
use crate::aggregate::pipeline::PipelineStage;
use crate::aggregate::stage::{Document, Stage};
use crate::value::{DocBuilder, RawDoc};

/// The stages before a stage.
pub struct Input<'p> {
    pub(in crate::aggregate) stages: &'p mut [PipelineStage],
}

impl Input<'_> {
    /// Returns the next document of the previous stage.
    ///
    /// # Errors
    /// Same as [`Stage::next`].
    pub fn next<'db>(&mut self, execution: &mut Execution<'db>) -> Result<Option<Document<'db>>> {
        match self.stages.split_last_mut() {
            Some((last, rest)) => last.next(&mut Input { stages: rest }, execution),
            None => Ok(None),
        }
    }

    /// Returns the next document of the previous stage, which may be written into `buffer`.
    ///
    /// # Errors
    /// Same as [`Stage::next`].
    pub fn next_in_buffer<'r, 'db: 'r>(
        &mut self,
        execution: &mut Execution<'db>,
        buffer: &'r mut Vec<u8>,
    ) -> Result<Option<&'r [u8]>> {
        match self.stages.split_last_mut() {
            Some((last, rest)) => last.next_in_buffer(&mut Input { stages: rest }, execution, buffer),
            None => Ok(None),
        }
    }

    /// Makes the previous stage push documents, with their omitted arrays, until the consumer stops; returns whether
    /// the stage is exhausted.
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

    /// Returns the array that the previous stage omitted from its last document.
    pub fn array_length(&self) -> Option<ArrayLength<'_>> {
        self.stages.last().and_then(|last| last.stage().array_length())
    }
}

/// The consumer of the documents that a stage pushes.
pub struct DocumentConsumer<'t> {
    take: &'t mut dyn FnMut(RawDoc<'_>, Option<ArrayLength<'_>>) -> Result<bool>,
    pushed: u64,
}

impl<'t> DocumentConsumer<'t> {
    /// Creates a consumer from a function that returns whether it wants more documents.
    pub(in crate::aggregate) fn new(
        take: &'t mut dyn FnMut(RawDoc<'_>, Option<ArrayLength<'_>>) -> Result<bool>,
    ) -> Self {
        DocumentConsumer { take, pushed: 0 }
    }

    /// Passes a document, with its omitted array, to the consumer; returns whether it wants more.
    ///
    /// # Errors
    /// Errors of the consumer.
    #[inline]
    pub fn push(&mut self, document: RawDoc<'_>, array_length: Option<ArrayLength<'_>>) -> Result<bool> {
        self.pushed += 1;
        (self.take)(document, array_length)
    }

    /// Returns the number of documents pushed.
    pub(in crate::aggregate) fn pushed(&self) -> u64 {
        self.pushed
    }
}

/// Pulls documents from a stage and pushes them to the consumer; returns whether the stage is exhausted.
pub(in crate::aggregate) fn one_by_one(
    stage: &mut dyn Stage,
    input: &mut Input<'_>,
    execution: &mut Execution<'_>,
    consumer: &mut DocumentConsumer<'_>,
) -> Result<bool> {
    let mut buffer = Vec::new();
    while let Some(document) = stage.next_in_buffer(input, execution, &mut buffer)? {
        if !consumer.push(RawDoc::new(document), stage.array_length())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Borrows a document's bytes; moves an owned document into the buffer first.
pub(in crate::aggregate) fn in_buffer<'r, 'db: 'r>(
    document: Document<'db>,
    buffer: &'r mut Vec<u8>,
) -> &'r [u8] {
    match document {
        Document::Borrowed(document) => document,
        Document::Owned(document) => {
            *buffer = document;
            buffer
        }
    }
}

/// Calls `write` to build a document in the buffer; returns the document if `write` returns true.
pub(in crate::aggregate) fn build_in_buffer(
    buffer: &mut Vec<u8>,
    write: impl FnOnce(&mut DocBuilder) -> Result<bool>,
) -> Result<Option<&[u8]>> {
    let mut out = DocBuilder::within(std::mem::take(buffer));
    let found = write(&mut out)?;
    *buffer = out.finish();
    Ok(found.then_some(buffer.as_slice()))
}

/// Appends a document's fields to `out`; returns false for `None`.
pub(in crate::aggregate) fn written(document: Option<Document<'_>>, out: &mut DocBuilder) -> bool {
    match document {
        Some(document) => {
            out.append_all(RawDoc::new(&document));
            true
        }
        None => false,
    }
}
