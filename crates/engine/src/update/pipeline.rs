//! Updates written as an aggregation pipeline.
//!
//! <https://www.mongodb.com/docs/manual/tutorial/update-documents-with-aggregation-pipeline/>

use std::cell::RefCell;
use std::rc::Rc;

use crate::aggregate::expression::{Dependencies, Environment, check_user_variable_name};
use crate::aggregate::stage::{Effect, Input, Stage, find_stage};
use crate::aggregate::{Catalog, Execution, Pipeline, Row, RowSink, is_output};
use crate::error::{Error, ErrorCode, Result};
use crate::query::FilterContext;
use crate::value::{RawDoc, Value};

/// A compiled pipeline that updates one document at a time.
#[derive(Debug)]
pub(super) struct PipelineUpdate {
    pipeline: RefCell<Pipeline>,
    slot: Rc<RefCell<Option<Vec<u8>>>>,
    environment: Rc<Environment>,
}

impl PipelineUpdate {
    /// Compiles the stages. `constants` are the variables in the statement's `c`.
    ///
    /// # Errors
    /// `InvalidOptions` (72) for other stages; errors of the stages.
    pub(super) fn parse(
        stages: RawDoc<'_>,
        constants: Option<RawDoc<'_>>,
        context: &FilterContext,
    ) -> Result<Self> {
        for stage in stages.values() {
            let name = stage.as_document().and_then(RawDoc::first);
            let name = name.as_ref().map_or("", |element| element.name());
            if find_stage(name).is_some_and(|known| !known.in_updates) || is_output(name) {
                return Err(Error::new(
                    ErrorCode::INVALID_OPTIONS,
                    format!("{name} is not allowed to be used within an update"),
                ));
            }
        }
        let mut parse_context = context.parse_context();
        for constant in constants.into_iter().flat_map(RawDoc::iter) {
            check_user_variable_name(constant.name())?;
            parse_context.define_constant(constant.name(), Value::from(constant.value).into_owned());
        }
        let mut pipeline = Pipeline::parse(stages, &mut parse_context)?;
        let slot = Rc::new(RefCell::new(None));
        pipeline.prepend(Box::new(Slot(slot.clone())));
        pipeline.prepare();
        Ok(PipelineUpdate {
            pipeline: RefCell::new(pipeline),
            slot,
            environment: context.environment().clone(),
        })
    }

    /// Returns the pipeline's output for a document.
    ///
    /// # Errors
    /// Errors of the stages.
    pub(super) fn run(&self, doc: RawDoc<'_>) -> Result<Vec<u8>> {
        *self.slot.borrow_mut() = Some(doc.as_bytes().to_vec());
        let catalog = Catalog::default();
        let execution = Execution { catalog: &catalog, environment: &self.environment };
        let made = self.pipeline.borrow_mut().next(execution)?;
        made.ok_or_else(|| Error::new(ErrorCode::INTERNAL_ERROR, "an update pipeline gave no document"))
    }
}

/// The source stage: emits the document to update.
#[derive(Debug)]
struct Slot(Rc<RefCell<Option<Vec<u8>>>>);

impl Stage for Slot {
    fn run(&mut self, _: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let document = self.0.borrow_mut().take();
        document.map_or(Ok(()), |document| sink.push(Row::new(&document)))?;
        Ok(true)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
