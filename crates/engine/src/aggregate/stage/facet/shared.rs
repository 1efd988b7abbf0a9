//! The shared input of a `$facet`'s pipelines, which run one after the other.

use std::rc::Rc;

use crate::aggregate::collection_source::CollectionSource;
use crate::aggregate::pipeline::PipelineStage;
use crate::aggregate::stage::Memory;
use crate::aggregate::stage::columns::rows::Records;
use crate::aggregate::stage_prelude::*;
use crate::collection::RecordId;

/// The whole input.
pub(super) enum Shared {
    /// Records of a collection and their source.
    Records(Box<CollectionSource>, Rc<[RecordId]>),
    /// The documents themselves.
    Documents(Rc<Vec<Vec<u8>>>),
}

impl Shared {
    /// Reads the input to its end.
    ///
    /// # Errors
    /// Errors of the previous stages; exceeding the memory limit.
    pub(super) fn read(input: &mut Input<'_>, memory: &mut Memory) -> Result<Self> {
        if let Some(found) = records(input, memory)?
            && let Some(Kind::Collection(source)) = input.stages.first_mut().map(PipelineStage::kind)
        {
            return Ok(Shared::Records(Box::new(source.of_records(&[].into())), found));
        }
        let mut documents = Vec::new();
        input.drain(|row| {
            memory.add(row.document.as_bytes().len(), "$facet")?;
            documents.push(row.document.as_bytes().to_vec());
            Ok(())
        })?;
        Ok(Shared::Documents(Rc::new(documents)))
    }

    /// Returns a stage that replays the input.
    pub(super) fn replay(&self) -> Box<dyn Stage> {
        match self {
            Shared::Records(source, records) => Box::new(ReplayedRecords(source.of_records(records))),
            Shared::Documents(documents) => Box::new(Documents { documents: documents.clone(), at: 0 }),
        }
    }
}

/// Reads the input as record ids if its only stage is a collection source.
fn records(input: &mut Input<'_>, memory: &mut Memory) -> Result<Option<Rc<[RecordId]>>> {
    if input.stages.len() != 1 {
        return Ok(None);
    }
    let Some((rows, found)) = Records::take(input.stages, input.execution)? else { return Ok(None) };
    for record in &found {
        memory.add(rows.collection.records().get(*record).map_or(0, <[u8]>::len), "$facet")?;
    }
    Ok(Some(found.into()))
}

/// Replays records through their own source. Reading them was counted before.
#[derive(Debug)]
struct ReplayedRecords(CollectionSource);

impl Stage for ReplayedRecords {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        self.0.run(input, sink)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Collection(&mut self.0)
    }
}

/// Replays documents.
#[derive(Debug)]
struct Documents {
    documents: Rc<Vec<Vec<u8>>>,
    at: usize,
}

impl Stage for Documents {
    fn run(&mut self, _: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        while !sink.is_full() {
            let Some(document) = self.documents.get(self.at) else { return Ok(true) };
            self.at += 1;
            sink.push(Row::new(document))?;
        }
        Ok(false)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
