//! Parts that several stages share; none of these files is a stage.

pub(in crate::aggregate) mod collection_listing;
pub(in crate::aggregate) mod foreign_references;
pub(in crate::aggregate) mod input;
pub(in crate::aggregate) mod kept_fields;
pub(in crate::aggregate) mod memory;
pub(in crate::aggregate) mod part_stage;
pub(in crate::aggregate) mod session_list;
