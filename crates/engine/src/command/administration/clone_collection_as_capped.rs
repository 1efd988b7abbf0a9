//! `cloneCollectionAsCapped`: <https://www.mongodb.com/docs/manual/reference/command/cloneCollectionAsCapped/>.

use crate::command::shared::capped_copy::copy;
use crate::command::{Command, Writes, check_collection_name};
use crate::error::{Error, ErrorCode};

pub(super) static COMMAND: Command = Command {
    name: "cloneCollectionAsCapped",
    summary: "Copies a collection's documents into a new capped one.",
    example: r#"{"cloneCollectionAsCapped": "books", "toCollection": "recent", "size": 4096}"#,
    fields: &["toCollection", "size"],
    run: |request, _| {
        let name = request.collection_name()?;
        request.arguments().required("toCollection")?;
        let to = request.arguments().string("toCollection")?.unwrap_or_default();
        check_collection_name(request.database, to)?;
        if request.engine.collection(request.database, to).is_some() {
            return Err(Error::new(
                ErrorCode::NAMESPACE_EXISTS,
                format!(
                    "cloneCollectionAsCapped failed - destination collection {}.{to} already exists. source collection: {}",
                    request.database,
                    request.namespace()
                ),
            ));
        }
        copy(request, name, to)
    },
    writes: Writes::Always,
    ..Command::DEFAULT
};
