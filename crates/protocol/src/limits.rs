//! Limits that the page, embedded players and the sandbox share.

/// Public constants, which TypeScript gets, too.
macro_rules! limits {
    ($(#[doc = $about:literal] $name:ident: $type:ty = $value:expr;)*) => {
        $(#[doc = $about] pub const $name: $type = $value;)*

        /// Their TypeScript declarations.
        #[cfg(feature = "typescript")]
        pub(crate) fn declarations() -> Vec<String> {
            vec![$(format!("/**\n *{}\n */\nexport const {} = {};", $about, stringify!($name), $name)),*]
        }
    };
}

limits! {
    /// Characters of the longest message that a page reads; the sandbox's own limits are far below.
    MAX_MESSAGE_LENGTH: u32 = 64 << 20;
    /// Messages that answer no request after which a page closes the sandbox.
    MAX_UNREQUESTED_MESSAGES: u32 = 1_000;
    /// Lines of output that the sandbox sends; a note says how many it left out.
    MAX_OUTPUT_LINES: usize = 5_000;
    /// Entries of output that a page draws. Errors and notes come on top of the lines.
    MAX_OUTPUT_ENTRIES: usize = 5_200;
}
