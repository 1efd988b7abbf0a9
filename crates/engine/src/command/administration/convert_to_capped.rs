//! `convertToCapped`: <https://www.mongodb.com/docs/manual/reference/command/convertToCapped/>.

use crate::command::shared::capped_copy::copy;
use crate::command::{Command, Writes};

pub(super) static COMMAND: Command = Command {
    name: "convertToCapped",
    summary: "Makes a collection capped; its indexes except that on _id are dropped.",
    example: r#"{"convertToCapped": "books", "size": 4096}"#,
    fields: &["size"],
    run: |request, _| {
        let name = request.collection_name()?;
        copy(request, name, name)
    },
    writes: Writes::Always,
    ..Command::DEFAULT
};
