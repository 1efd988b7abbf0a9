//! `testVersion2`.

use crate::command::Command;

/// A command outside API version 1, with which drivers test `apiStrict`
/// (<https://github.com/mongodb/specifications/blob/master/source/versioned-api/versioned-api.md>).
pub(super) static COMMAND: Command = Command {
    name: "testVersion2",
    summary: "Does nothing; it is not in version 1 of the stable API.",
    example: r#"{"testVersion2": 1}"#,
    profiled: false,
    ..Command::DEFAULT
};
