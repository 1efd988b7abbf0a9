//! `filemd5`.

use md5::{Digest, Md5};

use crate::command::diagnostic::db_hash::digits;
use crate::command::shared::modify::records_of;
use crate::command::shared::query::{parse_filter, parse_sort};
use crate::command::{Command, Request};
use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, View};

/// See <https://www.mongodb.com/docs/manual/reference/command/filemd5/>.
pub(super) static COMMAND: Command = Command {
    name: "filemd5",
    summary: "Gives the MD5 hash of a file in GridFS.",
    example: r#"{"filemd5": 1, "root": "fs"}"#,
    fields: &["root"],
    refused: &["partialOk", "md5state"],
    run,
    ..Command::DEFAULT
};

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let arguments = request.arguments();
    let file = arguments.required("filemd5")?;
    let root = arguments.string("root")?.filter(|root| !root.is_empty()).unwrap_or("fs");
    let name = format!("{root}.chunks");
    crate::command::check_collection_name(request.database, &name)?;
    let mut filter = DocBuilder::new();
    filter.document("files_id", |of_file| {
        of_file.append_raw("$eq", file);
    });
    let mut sort = DocBuilder::new();
    sort.append_i32("files_id", 1).append_i32("n", 1);
    let mut plan = parse_filter(request, Some(RawDoc::new(&filter.finish())))?;
    parse_sort(Some(RawDoc::new(&sort.finish())), &mut plan)?;
    let mut digest = Md5::new();
    let mut count = 0;
    if let Some(collection) = request.engine.readable_collection(request.database, &name) {
        for record in records_of(&mut request.meter, &collection, &plan)? {
            let Some(chunk) = collection.records().get(record).map(RawDoc::new) else { continue };
            let number = chunk.get("n").and_then(|n| n.as_number()).map(|n| n.to_i64_clamped());
            if number != Some(count) {
                return Err(Error::new(10040, "chunks out of order"));
            }
            match chunk.get("data").map(|data| data.view()) {
                Some(View::Binary { bytes, .. }) => digest.update(bytes),
                _ => {
                    return Err(Error::new(
                        50847,
                        "The element that calls binDataClean() must be type of BinData",
                    ));
                }
            }
            count += 1;
        }
    }
    out.append_count("numChunks", count as u64).append_str("md5", &digits(digest));
    Ok(())
}
