//! Imports that nearly every operator file needs.

pub(super) use super::compile::{ParseContext, compile_operands, compile_partial};
pub(super) use super::memory_charge::check_size;
pub(super) use super::node::{Constant, failing, fold};
pub(super) use super::operands::NamedOperands;
pub(super) use super::operator::{Compile, Grouping, Operator, operator};
pub(super) use super::scope::{Frame, Scope};
pub(super) use super::{Dependencies, Expression, VariableId};
pub(super) use crate::aggregate::text::shown;
pub(super) use crate::arguments::expect_document;
pub(super) use crate::value::{
    ArrayBuilder, Decimal, DocBuilder, Function, Number, RawDoc, RawValue, Value, compare, compare_raw,
    display_value, evaluate, tag, type_name,
};
pub(super) use crate::{Error, ErrorCode, Result};
