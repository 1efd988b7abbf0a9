//! What every operator, stage, accumulator and command says about itself.
//!
//! Completion, hover help and COMPAT.md are generated from these entries.

/// The self-description of an operator, kept where the operator is implemented.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// The name as written, with `$`.
    pub name: &'static str,
    /// One line, for completion and hover.
    pub summary: &'static str,
    /// A tested example.
    pub example: Example,
}

/// An example that a test runs: for query operators `input` is a document and
/// `code` a filter that matches it, for update operators the update applied to
/// `input` yields `output`, for expressions `code` evaluated on `input` yields
/// `output`, for stages the pipeline `[code]` over the documents of the array
/// `input` yields the array `output`. All in relaxed extended JSON.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The document(s) before.
    pub input: &'static str,
    /// The filter, update, expression or stage.
    pub code: &'static str,
    /// What comes out (for query operators: `true` or `false`).
    pub output: &'static str,
}
