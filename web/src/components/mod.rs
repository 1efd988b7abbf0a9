//! The parts of the page, one a file.

pub mod changes;
pub mod checks;
pub mod comparison;
pub mod cost;
pub mod dialog;
pub mod document_edit;
pub mod document_table;
pub mod document_tree;
pub mod documents;
pub mod editor;
pub mod generator;
pub mod header;
pub mod icon;
pub mod import;
pub mod keys;
pub mod notice;
pub mod output;
pub mod plan;
pub mod results;
pub mod share;
pub mod sidebar;
pub mod splitter;
pub mod stages;
pub mod task_text;
pub mod toolbar;
