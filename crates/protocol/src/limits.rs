//! Limits shared by the page, embedded players and the sandbox.

/// Defines public constants that are also exported to TypeScript.
macro_rules! limits {
    ($(#[doc = $about:literal] $name:ident: $type:ty = $value:expr;)*) => {
        $(#[doc = $about] pub const $name: $type = $value;)*

        /// Returns their TypeScript declarations.
        #[cfg(feature = "typescript")]
        pub(crate) fn declarations() -> Vec<String> {
            vec![$(format!("/**\n *{}\n */\nexport const {} = {};", $about, stringify!($name), $name)),*]
        }
    };
}

limits! {
    /// Maximum length of a message that a page reads; the sandbox's own limits are far below.
    MAX_MESSAGE_LENGTH: u32 = 64 << 20;
    /// Number of messages that answer no request after which a page closes the sandbox.
    MAX_UNREQUESTED_MESSAGES: u32 = 1_000;
    /// Maximum number of output lines that the sandbox sends; a note contains the number omitted.
    MAX_OUTPUT_LINES: usize = 5_000;
    /// Maximum number of output entries that a page draws: the lines, and errors and notes.
    MAX_OUTPUT_ENTRIES: usize = 5_200;
}
