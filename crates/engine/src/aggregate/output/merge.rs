//! `$merge`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/merge/>.

use super::{Output, OutputMode, OutputStage};
use crate::aggregate::expression::{ParseContext, check_user_variable_name, compile};
use crate::aggregate::foreign::{NestedPipelineRules, check_nested};
use crate::aggregate::stage::find_stage;
use crate::aggregate::written_stages;
use crate::arguments::{Arguments, expect_document};
use crate::operator::Help;
use crate::value::{DocBuilder, RawDoc, RawValue, type_name};
use crate::{Error, ErrorCode, Result};

pub(super) const STAGE: OutputStage = OutputStage {
    help: Help::new(
        "$merge",
        "Writes the documents into a collection, adding to or updating the existing ones.",
        (
            r#"[{"_id": 1, "n": 2}, {"_id": 2, "n": 3}]"#,
            r#"{"$merge": {"into": "totals", "on": "_id", "whenMatched": "replace"}}"#,
            r#"[{"_id": 1, "n": 2}, {"_id": 2, "n": 3}]"#,
        ),
    ),
    parse,
    invalid: |namespace| format!("Invalid $merge target namespace: '{namespace}'"),
    internal: (31319, 31320, "Cannot"),
};

/// The options of `$merge`.
#[derive(Debug)]
pub struct Merge {
    /// The fields that identify a document.
    pub on: Vec<String>,
    /// `whenMatched`: the action when the target has the document.
    pub when_matched: WhenMatched,
    /// `whenNotMatched`: the action when the target lacks the document.
    pub when_not_matched: WhenNotMatched,
    /// The `let` specification for an update pipeline, as written.
    pub variables: Option<Vec<u8>>,
    /// The context, with the command's `let` variables, for the update pipeline.
    pub context: Box<ParseContext>,
}

/// `whenMatched`.
#[derive(Debug)]
pub enum WhenMatched {
    /// Replaces the existing document.
    Replace,
    /// Keeps the existing document.
    KeepExisting,
    /// Sets the new fields on the existing document.
    Merge,
    /// Raises an error.
    Fail,
    /// An update pipeline, as written; `$$new` is the new document.
    Pipeline(Vec<u8>),
}

/// `whenNotMatched`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenNotMatched {
    /// Inserts the document.
    Insert,
    /// Drops the document.
    Discard,
    /// Raises an error.
    Fail,
}

fn parse(spec: RawValue<'_>, context: &ParseContext) -> Result<Output> {
    let (into, merge) = match (spec.as_str(), spec.as_document()) {
        (Some(_), _) => (spec, Merge::default()),
        (_, Some(doc)) => {
            let fields = Arguments::new("$merge", doc);
            fields.only(&["into", "on", "let", "whenMatched", "whenNotMatched"])?;
            (fields.required("into")?, Merge::parse(&fields, context)?)
        }
        _ => {
            return Err(Error::wrong_type(
                51182,
                "$merge only supports a string or object argument, not {type}",
                spec.tag,
            ));
        }
    };
    let (database, collection) = merge_target(into, context)?;
    Ok(Output { database, collection, mode: OutputMode::Merge(merge), timeseries: None, written: Vec::new() })
}

/// Parses `into`: the database and collection to write.
fn merge_target(into: RawValue<'_>, context: &ParseContext) -> Result<(String, String)> {
    if let Some(collection) = into.as_str() {
        return Ok((context.database.clone(), collection.to_owned()));
    }
    let doc = expect_document(
        into,
        51178,
        "$merge 'into' field  must be either a string or an object, but found {type}",
    )?;
    let fields = Arguments::new("into", doc);
    fields.only(&["db", "coll"])?;
    let Some(collection) = fields.string("coll")?.filter(|name| !name.is_empty()) else {
        return Err(Error::new(
            5_786_800,
            "$merge 'into' field must specify a 'coll' that is not empty, null or undefined",
        ));
    };
    let database = fields.string("db")?.unwrap_or(&context.database);
    Ok((database.to_owned(), collection.to_owned()))
}

impl Default for Merge {
    fn default() -> Self {
        Merge {
            on: vec!["_id".to_owned()],
            when_matched: WhenMatched::Merge,
            when_not_matched: WhenNotMatched::Insert,
            variables: None,
            context: Box::default(),
        }
    }
}

impl Merge {
    /// Writes the options, including defaults, as explain shows them.
    pub(super) fn describe(&self, database: &str, collection: &str, out: &mut DocBuilder) {
        out.document("into", |into| {
            into.append_str("db", database).append_str("coll", collection);
        });
        match self.on.as_slice() {
            [field] => out.append_str("on", field),
            fields => out.array("on", |on| {
                fields.iter().for_each(|field| {
                    on.push_str(field);
                });
            }),
        };
        let mode = match &self.when_matched {
            WhenMatched::Replace => "replace",
            WhenMatched::KeepExisting => "keepExisting",
            WhenMatched::Merge => "merge",
            WhenMatched::Fail => "fail",
            WhenMatched::Pipeline(stages) => {
                let given = self.variables.as_deref().map_or(RawDoc::empty(), RawDoc::new);
                out.document("let", |variables| {
                    variables.append_all(given);
                    if given.get("new").is_none() {
                        variables.append_str("new", "$$ROOT");
                    }
                });
                out.append_array("whenMatched", RawDoc::new(stages));
                ""
            }
        };
        if !mode.is_empty() {
            out.append_str("whenMatched", mode);
        }
        out.append_str(
            "whenNotMatched",
            match self.when_not_matched {
                WhenNotMatched::Insert => "insert",
                WhenNotMatched::Discard => "discard",
                WhenNotMatched::Fail => "fail",
            },
        );
    }

    fn parse(fields: &Arguments<'_>, context: &ParseContext) -> Result<Self> {
        let mut merge = Merge::default();
        if let Some(on) = fields.field("on") {
            merge.on = on_fields(on)?;
        }
        if let Some(action) = fields.field("whenMatched") {
            merge.when_matched = WhenMatched::parse(action)?;
        }
        // For these two options, null means default.
        let given = |field: &str| fields.field(field).filter(|value| !value.is_nullish());
        if let Some(action) = given("whenNotMatched") {
            merge.when_not_matched = WhenNotMatched::parse(fields, action)?;
        }
        // An omitted `whenMatched` is `merge`; `whenNotMatched` is only refused when given, so its default is unused.
        let written = |field: &str| fields.field(field).and_then(RawValue::as_str).unwrap_or("merge");
        let only_insert = matches!(merge.when_matched, WhenMatched::KeepExisting | WhenMatched::Fail);
        if only_insert && merge.when_not_matched != WhenNotMatched::Insert {
            return Err(Error::new(
                51189,
                format!(
                    "Combination of {{whenMatched: {}, whenNotMatched: {}}} is not supported",
                    written("whenMatched"),
                    written("whenNotMatched")
                ),
            ));
        }
        let variables = match given("let") {
            None => None,
            Some(value) => {
                Some(value.as_document().ok_or_else(|| fields.wrong_type("let", value, "object"))?)
            }
        };
        for variable in variables.into_iter().flatten() {
            check_user_variable_name(variable.name())?;
            match compile(variable.value, &mut context.clone()) {
                // An invalid constant expression fails only when a document needs it.
                Err(error) if !error.is_of_constants() => return Err(error),
                _ => {}
            }
        }
        if variables.and_then(|vars| vars.get("new")).is_some_and(|new| new.as_str() != Some("$$ROOT")) {
            return Err(Error::new(
                51273,
                "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'",
            ));
        }
        match &merge.when_matched {
            WhenMatched::Pipeline(stages) => check_update(RawDoc::new(stages), variables, context)?,
            _ if variables.is_some() => {
                return Err(Error::new(
                    51199,
                    format!("Cannot use 'let' variables with 'whenMatched: {}' mode", written("whenMatched")),
                ));
            }
            _ => {}
        }
        merge.variables = variables.map(|vars| vars.as_bytes().to_vec());
        merge.context = Box::new(context.clone());
        Ok(merge)
    }
}

impl WhenMatched {
    fn parse(action: RawValue<'_>) -> Result<Self> {
        if action.is_array() {
            return Ok(WhenMatched::Pipeline(action.bytes.to_vec()));
        }
        match action.as_str() {
            Some("replace") => Ok(WhenMatched::Replace),
            Some("keepExisting") => Ok(WhenMatched::KeepExisting),
            Some("merge") => Ok(WhenMatched::Merge),
            Some("fail") => Ok(WhenMatched::Fail),
            Some(other) => Err(Error::unknown_enumeration_value("whenMatched", other)),
            None => Err(Error::wrong_type(
                51191,
                "$merge 'whenMatched' field  must be either a string or an array, but found {type}",
                action.tag,
            )),
        }
    }
}

impl WhenNotMatched {
    fn parse(fields: &Arguments<'_>, action: RawValue<'_>) -> Result<Self> {
        match action.as_str() {
            Some("insert") => Ok(WhenNotMatched::Insert),
            Some("discard") => Ok(WhenNotMatched::Discard),
            Some("fail") => Ok(WhenNotMatched::Fail),
            Some(other) => Err(Error::unknown_enumeration_value("$merge.whenNotMatched", other)),
            None => Err(fields.wrong_type("whenNotMatched", action, "string")),
        }
    }
}

/// Checks that the pipeline of `whenMatched` is an update pipeline.
fn check_update(stages: RawDoc<'_>, variables: Option<RawDoc<'_>>, context: &ParseContext) -> Result<()> {
    for stage in written_stages(stages) {
        if find_stage(stage.name()).is_some_and(|known| !known.in_updates) {
            return Err(Error::new(
                ErrorCode::INVALID_OPTIONS,
                format!("{} is not allowed to be used within an update", stage.name()),
            ));
        }
    }
    let mut names = vec!["new"];
    names.extend(variables.into_iter().flat_map(RawDoc::iter).map(|element| element.name()));
    let nested = NestedPipelineRules {
        refused: &["$changeStream"],
        code: 51047,
        text: "is not allowed within an update",
    };
    check_nested(stages, &names, nested, &mut context.clone())
}

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
