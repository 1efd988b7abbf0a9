//! Faults in an exercise's files, with their place.

use std::fmt;

/// A fault in one of an exercise's files, for its author to mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// Path of the file as it was given.
    pub file: String,
    /// Line in that file, from 1; 0 when the fault is not at a line.
    pub line: usize,
    /// What is wrong, as one sentence.
    pub message: String,
}

impl FormatError {
    /// A fault at a line, or at the file as a whole when `line` is 0.
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

/// A result whose error names a file.
pub type Result<T> = std::result::Result<T, FormatError>;
