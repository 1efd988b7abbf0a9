//! Faults in an exercise's files, with their location.

use std::fmt;

/// A fault in one of an exercise's files, reported to its author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The path of the file as given.
    pub file: String,
    /// The line, from 1; 0 for a fault of the whole file.
    pub line: usize,
    /// The fault, one sentence.
    pub message: String,
}

impl FormatError {
    /// Creates a fault at a line, or of the whole file if `line` is 0.
    pub fn new(file: impl Into<String>, line: usize, message: impl Into<String>) -> FormatError {
        FormatError { file: file.into(), line, message: message.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for FormatError {}

/// A result with a [`FormatError`].
pub type Result<T> = std::result::Result<T, FormatError>;
