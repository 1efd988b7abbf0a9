//! The documentation of operators, stages and accumulators.
//!
//! Completion and COMPAT.md are generated from these entries (`cargo xtask compat`). The engine itself
//! needs only the names. The downloaded build disables the feature `help`, and contains only these.

/// The documentation of an operator, in the operator's own file.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// The name as written, with `$`.
    pub name: &'static str,
    /// A one-line description, for completion.
    #[cfg(feature = "help")]
    pub summary: &'static str,
    /// A tested example.
    #[cfg(feature = "help")]
    pub example: Example,
}

impl Help {
    /// Creates an entry. The example is (input, code, output).
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

/// An example that a test runs, in relaxed extended JSON. For query operators, `input` is a document and
/// `code` a filter that matches it. For update operators, the update applied to `input` yields `output`.
/// For expressions, `code` evaluated on `input` yields `output`. For stages, the pipeline `[code]` over the
/// documents of the array `input` yields the array `output`.
#[cfg(feature = "help")]
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The document(s) before.
    pub input: &'static str,
    /// The filter, update, expression or stage.
    pub code: &'static str,
    /// The result (for query operators: `true` or `false`).
    pub output: &'static str,
}
