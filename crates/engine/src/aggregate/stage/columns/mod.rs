//! Pipeline rows read from columns instead of documents; `docs/columns.md` has the design.
//!
//! [`rows::Records`] has the records of a collection source and the stages after it. [`row_codes::RowCodes`] has the
//! dictionary codes of the values that a stage reads, and [`row_filter::RowFilter`] tests `$match`es on codes. Stages
//! that use them have their own file `columns.rs`.

pub(in crate::aggregate) mod row_codes;
pub(in crate::aggregate) mod row_filter;
pub(in crate::aggregate) mod rows;
