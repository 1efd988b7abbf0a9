//! Pipeline rows read from columns instead of documents; `docs/columns.md` has the design.
//!
//! [`rows::Records`] takes the records of a collection source with the stages behind it,
//! [`row_codes::RowCodes`] has the codes of the values that a stage reads, and
//! [`row_filter::RowFilter`] tests `$match`es on them. The stages that use them have a file
//! `columns.rs` of their own.

pub(in crate::aggregate) mod row_codes;
pub(in crate::aggregate) mod row_filter;
pub(in crate::aggregate) mod rows;
