//! Imports for nearly every operator file.

pub(super) use super::super::{
    ArrayMode, Bounds, DocumentPredicate, ElementFilter, Interval, Node, Relation, ValuePredicate,
    equality_bounds, parse,
};
pub(super) use super::{Argument, Operator, Place, Role, operator};
pub(super) use crate::arguments::expect_document;
pub(super) use crate::value::{DocBuilder, Number, RawDoc, RawValue, Value, compare, display_value, tag};
pub(super) use crate::{Error, ErrorCode, Result};
