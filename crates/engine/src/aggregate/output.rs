//! Stages that write the results to a collection: `$out`, `$merge`.

use super::expression::ParseContext;
use super::foreign::{Nested, check_nested};
use crate::operator::{Example, Help};
use crate::value::{DocBuilder, RawDoc, RawValue, type_name};
use crate::{Error, ErrorCode, Result};

/// The stages; the output of an example is what the collection `totals` holds afterwards.
pub const OUTPUTS: &[Help] = &[
    Help {
        name: "$merge",
        summary: "Writes the documents into a collection, beside or over those that are there.",
        example: Example {
            input: r#"[{"_id": 1, "n": 2}, {"_id": 2, "n": 3}]"#,
            code: r#"{"$merge": {"into": "totals", "on": "_id", "whenMatched": "replace"}}"#,
            output: r#"[{"_id": 1, "n": 2}, {"_id": 2, "n": 3}]"#,
        },
    },
    Help {
        name: "$out",
        summary: "Writes the documents to a collection, in place of those that are there.",
        example: Example {
            input: r#"[{"_id": 1, "n": 2}]"#,
            code: r#"{"$out": "totals"}"#,
            output: r#"[{"_id": 1, "n": 2}]"#,
        },
    },
];

/// Where the results of a pipeline go; carried out by the command.
#[derive(Debug)]
pub struct Output {
    /// Database.
    pub database: String,
    /// Collection.
    pub collection: String,
    /// How.
    pub mode: OutputMode,
    /// The stage as written.
    pub written: Vec<u8>,
}

/// How results are written.
#[derive(Debug)]
pub enum OutputMode {
    /// `$out`: the collection is replaced as a whole.
    Replace,
    /// `$merge`.
    Merge(Merge),
}

/// The options of `$merge`.
#[derive(Debug)]
pub struct Merge {
    /// The fields that identify a document.
    pub on: Vec<String>,
    /// What happens to a document that is there already.
    pub when_matched: WhenMatched,
    /// What happens to a document that is not.
    pub when_not_matched: WhenNotMatched,
    /// The `let` specification for a pipeline, as written.
    pub variables: Option<Vec<u8>>,
}

/// `whenMatched`.
#[derive(Debug)]
pub enum WhenMatched {
    /// The new document takes the place of the old.
    Replace,
    /// The old one stays.
    KeepExisting,
    /// The new fields are set on the old document.
    Merge,
    /// An error.
    Fail,
    /// An update pipeline, as written; `$$new` is the new document.
    Pipeline(Vec<u8>),
}

/// `whenNotMatched`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenNotMatched {
    /// Insert it.
    Insert,
    /// Drop it.
    Discard,
    /// An error.
    Fail,
}

impl Output {
    /// Whether this stage writes its results.
    pub fn is_output(name: &str) -> bool {
        OUTPUTS.iter().any(|help| help.name == name)
    }

    /// Compiles `$out` or `$merge`.
    ///
    /// # Errors
    /// 16990, 51178 and others for a malformed specification.
    pub fn parse(name: &str, spec: RawValue<'_>, context: &mut ParseContext) -> Result<Self> {
        let mut output = if name == "$out" { parse_out(spec, context)? } else { parse_merge(spec, context)? };
        check_target(name, &output)?;
        let mut written = DocBuilder::new();
        written.append_raw(name, spec);
        output.written = written.finish();
        Ok(output)
    }
}

/// Refuses what belongs to the server itself.
fn check_target(stage: &str, output: &Output) -> Result<()> {
    let Output { database, collection, .. } = output;
    if collection.is_empty() || collection.starts_with('.') || collection.contains('\0') {
        return Err(Error::new(
            ErrorCode::INVALID_NAMESPACE,
            match stage {
                "$out" => format!("Invalid $out target namespace, {database}.{collection}"),
                _ => format!("Invalid {stage} target namespace: '{database}.{collection}'"),
            },
        ));
    }
    let (own_collection, own_database, verb) =
        if stage == "$out" { (17385, 31321, "Can't") } else { (31319, 31320, "Cannot") };
    if collection.starts_with("system.") {
        return Err(Error::new(
            own_collection,
            format!("{verb} {stage} to special collection: {collection}"),
        ));
    }
    if matches!(database.as_str(), "admin" | "config" | "local") {
        return Err(Error::new(own_database, format!("{verb} {stage} to internal database: {database}")));
    }
    Ok(())
}

/// `$out`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/out/>.
fn parse_out(spec: RawValue<'_>, context: &ParseContext) -> Result<Output> {
    let (database, collection) = match (spec.as_str(), spec.as_document()) {
        (Some(collection), _) => (context.database.clone(), collection.to_owned()),
        (_, Some(doc)) => {
            for element in doc {
                match element.name() {
                    "db" | "coll" => {}
                    "timeseries" => return Err(Error::not_supported("$out to a time series collection")),
                    name => {
                        return Err(Error::new(
                            40415,
                            format!("BSON field '$out.{name}' is an unknown field."),
                        ));
                    }
                }
            }
            (required(doc, "$out", "db")?, required(doc, "$out", "coll")?)
        }
        _ => {
            return Err(Error::new(
                16990,
                format!("$out only supports a string or object argument, but found {}", type_name(spec.tag)),
            ));
        }
    };
    Ok(Output { database, collection, mode: OutputMode::Replace, written: Vec::new() })
}

fn required(doc: RawDoc<'_>, stage: &str, name: &str) -> Result<String> {
    let Some(value) = doc.get(name) else {
        return Err(Error::new(
            40414,
            format!("BSON field '{stage}.{name}' is missing but a required field"),
        ));
    };
    text(value, &format!("{stage}.{name}"))
}

fn text(value: RawValue<'_>, field: &str) -> Result<String> {
    value.as_str().map(str::to_owned).ok_or_else(|| {
        Error::type_mismatch(format!(
            "BSON field '{field}' is the wrong type '{}', expected type 'string'",
            type_name(value.tag)
        ))
    })
}

/// `$merge`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/merge/>.
fn parse_merge(spec: RawValue<'_>, context: &ParseContext) -> Result<Output> {
    let merge = |on, when_matched, when_not_matched, variables| {
        OutputMode::Merge(Merge { on, when_matched, when_not_matched, variables })
    };
    if let Some(collection) = spec.as_str() {
        return Ok(Output {
            database: context.database.clone(),
            collection: collection.to_owned(),
            mode: merge(vec!["_id".into()], WhenMatched::Merge, WhenNotMatched::Insert, None),
            written: Vec::new(),
        });
    }
    let Some(doc) = spec.as_document() else {
        return Err(Error::new(
            51182,
            format!("$merge only supports a string or object argument, not {}", type_name(spec.tag)),
        ));
    };
    for element in doc {
        let name = element.name();
        if !matches!(name, "into" | "on" | "let" | "whenMatched" | "whenNotMatched") {
            return Err(Error::new(40415, format!("BSON field '$merge.{name}' is an unknown field.")));
        }
    }
    let Some(into) = doc.get("into") else {
        return Err(Error::new(40414, "BSON field '$merge.into' is missing but a required field"));
    };
    let (database, collection) = match (into.as_str(), into.as_document()) {
        (Some(collection), _) => (context.database.clone(), collection.to_owned()),
        (_, Some(into)) => {
            if let Some(other) = into.iter().find(|field| !matches!(field.name(), "db" | "coll")) {
                let name = other.name();
                return Err(Error::new(40415, format!("BSON field 'into.{name}' is an unknown field.")));
            }
            let given = |name: &str| {
                let value = into.get(name).filter(|value| !value.is_nullish());
                value.map(|value| text(value, &format!("into.{name}"))).transpose()
            };
            let Some(collection) = given("coll")?.filter(|name| !name.is_empty()) else {
                return Err(Error::new(
                    5_786_800,
                    "$merge 'into' field must specify a 'coll' that is not empty, null or undefined",
                ));
            };
            (given("db")?.unwrap_or_else(|| context.database.clone()), collection)
        }
        _ => {
            return Err(Error::new(
                51178,
                format!(
                    "$merge 'into' field  must be either a string or an object, but found {}",
                    type_name(into.tag)
                ),
            ));
        }
    };
    let on = match doc.get("on") {
        None => vec!["_id".to_owned()],
        Some(on) => on_fields(on)?,
    };
    let when_matched = match doc.get("whenMatched") {
        None => WhenMatched::Merge,
        Some(value) if value.is_array() => WhenMatched::Pipeline(value.bytes.to_vec()),
        Some(value) => match value.as_str() {
            Some("replace") => WhenMatched::Replace,
            Some("keepExisting") => WhenMatched::KeepExisting,
            Some("merge") => WhenMatched::Merge,
            Some("fail") => WhenMatched::Fail,
            Some(other) => {
                return Err(Error::bad_value(format!(
                    "Enumeration value '{other}' for field 'whenMatched' is not a valid value."
                )));
            }
            None => {
                return Err(Error::new(
                    51191,
                    format!(
                        "$merge 'whenMatched' field  must be either a string or an array, but found {}",
                        type_name(value.tag)
                    ),
                ));
            }
        },
    };
    let when_not_matched = match doc.get("whenNotMatched").map(|value| (value, value.as_str())) {
        None | Some((_, Some("insert"))) => WhenNotMatched::Insert,
        Some((_, Some("discard"))) => WhenNotMatched::Discard,
        Some((_, Some("fail"))) => WhenNotMatched::Fail,
        Some((value, _)) => {
            let other = text(value, "$merge.whenNotMatched")?;
            return Err(Error::bad_value(format!(
                "Enumeration value '{other}' for field '$merge.whenNotMatched' is not a valid value."
            )));
        }
    };
    let only_insert = matches!(when_matched, WhenMatched::KeepExisting | WhenMatched::Fail);
    if only_insert && when_not_matched != WhenNotMatched::Insert {
        let text = |name: &str| doc.get(name).and_then(RawValue::as_str).unwrap_or_default().to_owned();
        return Err(Error::new(
            51189,
            format!(
                "Combination of {{whenMatched: {}, whenNotMatched: {}}} is not supported",
                text("whenMatched"),
                text("whenNotMatched")
            ),
        ));
    }
    let variables = match doc.get("let") {
        None => None,
        Some(vars) => Some(vars.as_document().ok_or_else(|| {
            Error::type_mismatch(format!(
                "BSON field '$merge.let' is the wrong type '{}', expected type 'object'",
                type_name(vars.tag)
            ))
        })?),
    };
    if variables.and_then(|vars| vars.get("new")).is_some_and(|new| new.as_str() != Some("$$ROOT")) {
        return Err(Error::new(
            51273,
            "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'",
        ));
    }
    let variables = variables.map(|vars| vars.as_bytes().to_vec());
    if let WhenMatched::Pipeline(stages) = &when_matched {
        check_update(RawDoc::new(stages), variables.as_deref().map(RawDoc::new), context)?;
    }
    if variables.is_some() && !matches!(when_matched, WhenMatched::Pipeline(_)) {
        return Err(Error::new(
            51199,
            format!(
                "Cannot use 'let' variables with 'whenMatched: {}' mode",
                doc.get("whenMatched").and_then(RawValue::as_str).unwrap_or("merge")
            ),
        ));
    }
    Ok(Output {
        database,
        collection,
        mode: merge(on, when_matched, when_not_matched, variables),
        written: Vec::new(),
    })
}

/// The pipeline of `whenMatched` is an update pipeline.
fn check_update(stages: RawDoc<'_>, variables: Option<RawDoc<'_>>, context: &ParseContext) -> Result<()> {
    for stage in stages.values().filter_map(RawValue::as_document).filter_map(RawDoc::first) {
        if !UPDATE_STAGES.contains(&stage.name()) && super::stage::find_stage(stage.name()).is_some() {
            return Err(Error::new(
                ErrorCode::INVALID_OPTIONS,
                format!("{} is not allowed to be used within an update", stage.name()),
            ));
        }
    }
    let mut names = vec!["new"];
    names.extend(variables.into_iter().flat_map(RawDoc::iter).map(|element| element.name()));
    let nested = Nested { refused: &[], code: 51047, text: "is not allowed within an update" };
    check_nested(stages, &names, nested, &mut context.clone())
}

/// Stages of update pipelines
/// (<https://www.mongodb.com/docs/manual/tutorial/update-documents-with-aggregation-pipeline/>).
const UPDATE_STAGES: &[&str] = &["$addFields", "$set", "$project", "$unset", "$replaceRoot", "$replaceWith"];

fn on_fields(on: RawValue<'_>) -> Result<Vec<String>> {
    let wrong = |code, what: &str, value: RawValue<'_>| {
        Error::new(code, format!("$merge 'on' {what}, but found {}", type_name(value.tag)))
    };
    if let Some(field) = on.as_str() {
        return Ok(vec![field.to_owned()]);
    }
    let array = on
        .as_array()
        .ok_or_else(|| wrong(51186, "field  must be either a string or an array of strings", on))?;
    if array.is_empty() {
        return Err(Error::new(
            51187,
            "If explicitly specifying $merge 'on', must include at least one field",
        ));
    }
    let mut fields: Vec<String> = Vec::new();
    for item in array.values() {
        let field = item.as_str().ok_or_else(|| wrong(51134, "array elements must be strings", item))?;
        if fields.iter().any(|known| known == field) {
            return Err(Error::new(31465, format!("Found a duplicate field '{field}'")));
        }
        fields.push(field.to_owned());
    }
    Ok(fields)
}
