//! `validate`.

use crate::arguments::Arguments;
use crate::collection::Collection;
use crate::command::shared::view::is_view;
use crate::command::{Command, Request};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, Value};

/// See <https://www.mongodb.com/docs/manual/reference/command/validate/>.
pub(super) static COMMAND: Command = Command {
    name: "validate",
    summary: "Checks that a collection and its indexes agree.",
    example: r#"{"validate": "books"}"#,
    fields: &["full", "repair", "metadata", "checkBSONConformance", "background", "scandata"],
    run,
    ..Command::DEFAULT
};

/// Checks the options and their combinations.
///
/// # Errors
/// `TypeMismatch`; `InvalidOptions` for options that exclude each other.
fn check_options(arguments: &Arguments<'_>) -> Result<()> {
    let [full, repair, metadata, background] = ["full", "repair", "metadata", "background"];
    let mut given = Vec::new();
    let conformance = "checkBSONConformance";
    for field in [full, repair, metadata, background, conformance] {
        if arguments.flag(field)? {
            given.push(field);
        }
    }
    let refuse = |text: String| {
        Err(Error::new(ErrorCode::INVALID_OPTIONS, format!("Running the validate command with {text}")))
    };
    if given.contains(&background)
        && let Some(other) = [full, repair].into_iter().find(|field| given.contains(field))
    {
        return refuse(format!("{{ background: true }} and {{ {other}: true }} is not supported."));
    }
    if given.contains(&conformance) && given.contains(&repair) {
        return refuse(format!("{{ {conformance}: true }} and {{ {repair}: true }} is not supported."));
    }
    if given.contains(&metadata) && given.len() > 1 {
        return refuse("{ metadata: true } is not supported with any other options".into());
    }
    Ok(())
}

/// The warning about documents that violate the validator.
const NON_COMPLIANT: &str = "Detected one or more documents not compliant with the collection's schema. Check logs for log id 5363500.";

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let name = request.collection_name()?;
    let name = &*crate::command::timeseries::stored_name(request, name);
    if is_view(request.engine.collection(request.database, name)) {
        return Err(Error::new(ErrorCode::COMMAND_NOT_SUPPORTED_ON_VIEW, "Cannot validate a view"));
    }
    let arguments = request.arguments();
    check_options(&arguments)?;
    let namespace = request.namespace();
    let collection = request.engine.collection(request.database, name).ok_or_else(|| {
        Error::new(
            ErrorCode::NAMESPACE_NOT_FOUND,
            format!("Collection '{namespace}' does not exist to validate."),
        )
    })?;
    let found = inspect(collection, request.engine.now())?;
    out.append_str("ns", &namespace)
        .append("uuid", &Value::uuid(collection.uuid))
        .append_i64("nInvalidDocuments", 0)
        .append_i64("nNonCompliantDocuments", found.non_compliant)
        .append_i64("nrecords", collection.records().len() as i64)
        .append_count("nIndexes", collection.indexes().len() as u64);
    write_findings(collection, &found, out);
    Ok(())
}

/// The problems of a collection.
#[derive(Default)]
struct Findings {
    /// Missing and surplus index keys.
    errors: Vec<String>,
    /// The number of documents that violate the validator.
    non_compliant: i64,
}

/// Checks the records against the validator and the keys of all indexes.
///
/// # Errors
/// Errors of the validator and key generation.
fn inspect(collection: &Collection, now_millis: i64) -> Result<Findings> {
    let mut found = Findings::default();
    let mut expected = vec![0usize; collection.indexes().len()];
    for (record, bytes) in collection.records().iter() {
        if let Some(validator) = &collection.options.validator {
            found.non_compliant += i64::from(!validator.accepts(RawDoc::new(bytes), now_millis)?);
        }
        for (index, count) in collection.indexes().iter().zip(&mut expected) {
            let keys = index.keys_of(RawDoc::new(bytes))?;
            *count += keys.keys.len();
            let missing = keys.keys.iter().any(|k| {
                index.tree.seek(&k.key, record).is_none_or(|e| e.key != k.key || e.record != record)
            });
            if missing {
                found.errors.push(format!("record {record} has no key in index {}", index.spec.name));
            }
        }
    }
    for (index, count) in collection.indexes().iter().zip(&expected) {
        if index.tree.len() != *count {
            found.errors.push(format!(
                "index {} has {} keys, not {count}",
                index.spec.name,
                index.tree.len()
            ));
        }
    }
    Ok(found)
}

fn write_findings(collection: &Collection, found: &Findings, out: &mut DocBuilder) {
    out.document("keysPerIndex", |keys| {
        for index in collection.indexes() {
            keys.append_i64(&index.spec.name, index.tree.len() as i64);
        }
    });
    out.document("indexDetails", |details| {
        for index in collection.indexes() {
            details.document(&index.spec.name, |one| {
                one.append_bool("valid", found.errors.is_empty());
            });
        }
    });
    out.append_bool("valid", found.errors.is_empty()).append_bool("repaired", false);
    out.array("warnings", |warnings| {
        if found.non_compliant > 0 {
            warnings.push_str(NON_COMPLIANT);
        }
    });
    out.array("errors", |array| {
        for error in &found.errors {
            array.push_str(error);
        }
    });
    for field in ["extraIndexEntries", "missingIndexEntries", "corruptRecords"] {
        out.array(field, |_| {});
    }
}
