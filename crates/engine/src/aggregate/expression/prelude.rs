//! What nearly every operator file needs.

pub(super) use super::arguments::Arguments;
pub(super) use super::compile::{ParseContext, compile_operands, compile_partial};
pub(super) use super::node::{Constant, fold};
pub(super) use super::operator::{Compile, Named, Operator, operator};
pub(super) use super::scope::{Frame, Scope};
pub(super) use super::{Dependencies, Expression, VariableId};
pub(super) use crate::value::{
    ArrayBuilder, Decimal, DocBuilder, Number, RawDoc, RawValue, Value, View, compare, compare_raw,
    display_value, tag, type_name,
};
pub(super) use crate::{Error, ErrorCode, Result};
