//! `create`.

use super::{Command, Request};
use crate::collection::{Capped, CollectionOptions};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc};

/// See <https://www.mongodb.com/docs/manual/reference/command/create/>.
pub(super) static COMMAND: Command = Command {
    name: "create",
    aliases: &[],
    summary: "Creates a collection.",
    operation: "command",
    profiled: true,
    fields: OPTIONS,
    run,
    explain: None,
};

const OPTIONS: &[&str] = &["capped", "size", "max", "autoIndexId", "idIndex", "storageEngine", "collation"];

impl CollectionOptions {
    /// Reads the options of `create`, or those of a dump.
    ///
    /// # Errors
    /// `InvalidOptions` (72), `TypeMismatch`.
    pub fn parse(options: RawDoc<'_>) -> Result<Self> {
        let arguments = super::Arguments::new("create", options);
        super::query::refuse_collation(&arguments)?;
        let size = arguments.integer("size")?;
        let max = arguments.integer("max")?;
        let capped = if arguments.flag("capped")? {
            let size = size.ok_or_else(|| {
                Error::new(ErrorCode::INVALID_OPTIONS, "the 'size' field is required when 'capped' is true")
            })?;
            if size <= 0 {
                return Err(Error::new(
                    51024,
                    format!("BSON field 'size' value must be >= 1, actual value '{size}'"),
                ));
            }
            // The server keeps at least one page.
            Some(Capped {
                size: (size as u64).max(4096),
                max: max.and_then(|max| u64::try_from(max).ok()).filter(|&max| max > 0),
            })
        } else {
            if size.is_some() || max.is_some() {
                return Err(Error::new(
                    ErrorCode::INVALID_OPTIONS,
                    "the 'capped' field needs to be true when either the 'size' or 'max' fields are present",
                ));
            }
            None
        };
        let mut document = DocBuilder::new();
        if let Some(capped) = capped {
            document.append_bool("capped", true).append_count("size", capped.size);
            if let Some(max) = capped.max {
                document.append_count("max", max);
            }
        }
        let document = document.finish();
        Ok(CollectionOptions { capped, document: (document.len() > 5).then_some(document), view: None })
    }
}

fn run(request: &mut Request<'_>, _out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let options = CollectionOptions::parse(RawDoc::new(&options_of(request.body)))?;
    let database = request.database;
    if let Some(existing) = request.engine.collection(database, name) {
        // Creating it again with the same options is not an error.
        if existing.options.document == options.document {
            return Ok(());
        }
    }
    request.engine.create_collection(database, name, options)
}

/// The options alone, without the command's own fields.
fn options_of(body: RawDoc<'_>) -> Vec<u8> {
    let mut out = DocBuilder::new();
    for element in body.iter().filter(|e| OPTIONS.contains(&e.name())) {
        out.append_raw(element.name(), element.value);
    }
    out.finish()
}
