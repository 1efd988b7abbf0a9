//! `testDeprecation`.

use crate::command::Command;

/// A deprecated command of API version 1, with which drivers test `apiDeprecationErrors`
/// (<https://github.com/mongodb/specifications/blob/master/source/versioned-api/versioned-api.md>).
pub(super) static COMMAND: Command = Command {
    name: "testDeprecation",
    summary: "Does nothing; version 1 of the stable API has it, but deprecated.",
    example: r#"{"testDeprecation": 1}"#,
    profiled: false,
    version_1: Some(&[]),
    deprecated: true,
    ..Command::DEFAULT
};
