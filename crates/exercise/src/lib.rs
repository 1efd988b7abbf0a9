//! The exercise format: parser, catalogue, report types and validator.
