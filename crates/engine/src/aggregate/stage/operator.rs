//! The table entry of a stage.

use super::super::explained;
use super::super::expression::ParseContext;
use super::{Exceeded, ForeignReferences, Stage};
use crate::Result;
use crate::operator::Help;
use crate::value::RawValue;

/// Compiles a stage's specification; some stages expand to several.
pub(super) type Parse = fn(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>>;

/// The positions in a pipeline where a stage is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Anywhere.
    Anywhere,
    /// Only first.
    First,
    /// Only last.
    Last,
}

/// The kind of input that a pipeline's first stage requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputKind {
    /// A collection.
    Collection,
    /// No collection: `{ aggregate: 1 }`.
    Nothing,
    /// Either.
    Either,
}

/// Whether a stage on a view reads the view's documents or the view itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewTarget {
    /// The view's documents.
    Documents,
    /// The view itself.
    Themselves,
    /// The view itself if it is a time-series collection, otherwise its documents.
    TimeSeriesThemselves,
}

/// A stage's table entry.
pub struct StageOperator {
    /// Name, summary, tested example.
    pub help: Help,
    /// The allowed positions.
    pub position: Position,
    /// Compiles the specification.
    pub parse: Parse,
    /// The form that explain shows, if not the written one.
    pub explained: Option<explained::Form>,
    /// Compiles the specification after [`super::UNPACK_BUCKET`], for a stage that must otherwise be first.
    pub over_measurements: Option<Parse>,
    /// The input of a pipeline that begins with the stage.
    pub input: InputKind,
    /// Whether, on a view, the stage reads the view's documents or the view itself.
    pub view_target: ViewTarget,
    /// Whether the stage is allowed in the pipeline of an update
    /// (<https://www.mongodb.com/docs/manual/tutorial/update-documents-with-aggregation-pipeline/>).
    pub in_updates: bool,
    /// Whether the stage is allowed in a transaction
    /// (<https://www.mongodb.com/docs/manual/core/transactions-operations/#restricted-operations>).
    pub in_transactions: bool,
    /// Whether the stage supports only the read concern `local`
    /// (<https://www.mongodb.com/docs/manual/reference/read-concern/>).
    pub only_local: bool,
    /// Whether Stable API version 1 includes the stage with this specification
    /// (<https://www.mongodb.com/docs/manual/reference/stable-api/>).
    pub in_version_1: fn(RawValue<'_>) -> bool,
    /// Returns the foreign collection and the pipelines that the stage refers to.
    pub foreign_references: fn(RawValue<'_>) -> ForeignReferences<'_>,
    /// The stage's own error for exceeding the memory limit, if it has one.
    pub exceeded: Option<Exceeded>,
}

impl StageOperator {
    /// Sets the form that explain shows.
    pub(super) const fn explained(self, form: explained::Form) -> Self {
        StageOperator { explained: Some(form), ..self }
    }

    /// Allows the stage in updates.
    pub(super) const fn in_updates(self) -> Self {
        StageOperator { in_updates: true, ..self }
    }

    /// Sets the function that returns the stage's foreign references.
    pub(super) const fn foreign_references(
        self,
        references: fn(RawValue<'_>) -> ForeignReferences<'_>,
    ) -> Self {
        StageOperator { foreign_references: references, ..self }
    }

    /// Sets the stage's own error for exceeding the memory limit.
    pub(super) const fn exceeded(self, error: Exceeded) -> Self {
        StageOperator { exceeded: Some(error), ..self }
    }
}

/// Creates a table entry; the example is (input documents, stage, output documents).
pub(in crate::aggregate) const fn stage(
    name: &'static str,
    summary: &'static str,
    example: (&'static str, &'static str, &'static str),
    parse: Parse,
) -> StageOperator {
    StageOperator {
        help: Help::new(name, summary, example),
        position: Position::Anywhere,
        parse,
        explained: None,
        over_measurements: None,
        input: InputKind::Collection,
        view_target: ViewTarget::Documents,
        in_updates: false,
        in_transactions: true,
        only_local: false,
        in_version_1: |_| true,
        foreign_references: |_| ForeignReferences::default(),
        exceeded: None,
    }
}
