//! What every operator, stage and accumulator says about itself.
//!
//! Completion's help and COMPAT.md are made of these entries (`cargo xtask compat`). The engine itself needs the names
//! alone, and without the feature `help`, as it is downloaded, has no more than them.

/// The self-description of an operator, kept where the operator is implemented.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// The name as written, with `$`.
    pub name: &'static str,
    /// One line, for completion.
    #[cfg(feature = "help")]
    pub summary: &'static str,
    /// A tested example.
    #[cfg(feature = "help")]
    pub example: Example,
}

impl Help {
    /// An entry; the example is (input, code, output).
    #[cfg_attr(not(feature = "help"), expect(unused_variables, reason = "texts are left out"))]
    pub(crate) const fn new(
        name: &'static str,
        summary: &'static str,
        (input, code, output): (&'static str, &'static str, &'static str),
    ) -> Help {
        Help {
            name,
            #[cfg(feature = "help")]
            summary,
            #[cfg(feature = "help")]
            example: Example { input, code, output },
        }
    }
}

/// An example that a test runs: for query operators `input` is a document and
/// `code` a filter that matches it, for update operators the update applied to
/// `input` yields `output`, for expressions `code` evaluated on `input` yields
/// `output`, for stages the pipeline `[code]` over the documents of the array
/// `input` yields the array `output`. All in relaxed extended JSON.
#[cfg(feature = "help")]
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The document(s) before.
    pub input: &'static str,
    /// The filter, update, expression or stage.
    pub code: &'static str,
    /// What comes out (for query operators: `true` or `false`).
    pub output: &'static str,
}
