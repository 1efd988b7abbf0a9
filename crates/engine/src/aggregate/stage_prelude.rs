//! Imports that nearly every stage file needs.

pub(super) use super::document_order::DocumentOrder;
pub(super) use super::execution::Execution;
pub(super) use super::explained;
pub(super) use super::expression::{Dependencies, ParseContext};
pub(super) use super::row_sink::{Row, RowSink};
pub(super) use super::stage::{Effect, ForeignReferences, Input, Kind, Stage, StageOperator, stage};
pub(super) use crate::arguments::{Arguments, expect_document};
pub(super) use crate::value::{
    DocBuilder, RawDoc, RawValue, Value, display_document, display_evaluated, display_value, type_name,
};
pub(super) use crate::{Error, ErrorCode, Result};
