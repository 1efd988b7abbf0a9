//! `mapReduce`.

use crate::aggregate::{Merge, Output, OutputMode, WhenMatched};
use crate::arguments::expect_document;
use crate::collection::Collection;
use crate::command::shared::explain::{Explanation, explain_chosen, run_out};
use crate::command::shared::output::write_results;
use crate::command::shared::query::{collation_of, environment, parse_filter, parse_sort};
use crate::command::shared::{metered, view};
use crate::command::{Command, ReadConcern, Request, Writes};
use crate::error::{Error, ErrorCode, Result};
use crate::host::{Call, StoredFunctions};
use crate::internal_namespaces::INTERNAL_DATABASES;
use crate::plan::{Candidate, PlanRequest, Verbosity, choose, choose_anew, trial_of};
use crate::value::{DocBuilder, MAX_DOCUMENT_BYTES, Number, RawDoc, RawValue, Value, in_order_of_keys, key};

/// See <https://www.mongodb.com/docs/manual/reference/command/mapReduce/>.
pub(super) static COMMAND: Command = Command {
    name: "mapReduce",
    aliases: &["mapreduce"],
    summary: "Has JavaScript functions emit values by key and reduce those of a key to one.",
    example: r#"{"mapReduce": "books", "query": {"author": "nobody"}, "map": "function() { emit(this.author, this.copies); }", "reduce": "function(author, copies) { return Array.sum(copies); }", "out": {"inline": 1}}"#,
    fields: &[
        "map",
        "reduce",
        "out",
        "query",
        "sort",
        "limit",
        "finalize",
        "scope",
        "jsMode",
        "verbose",
        "bypassDocumentValidation",
        "collation",
    ],
    run,
    explain: Some(explain),
    read_concern: ReadConcern::Any,
    writes: Writes::Sometimes,
    ..Command::DEFAULT
};

/// Maximum size in bytes of the emitted values of one command.
const MAX_EMITTED_BYTES: usize = 100 * 1024 * 1024;

/// The functions, and the variables in their scope.
struct Scripts<'a> {
    map: String,
    reduce: String,
    finalize: Option<String>,
    scope: Option<RawDoc<'a>>,
    stored: StoredFunctions,
}

/// The destination of the results.
enum Target<'a> {
    /// The reply.
    Inline,
    /// A collection.
    Collection { mode: Mode, database: Option<&'a str>, name: &'a str },
}

/// The treatment of documents already in the output collection
/// (<https://www.mongodb.com/docs/manual/reference/command/mapReduce/#output-to-a-collection-with-an-action>).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// The results replace all documents.
    Replace,
    /// A result replaces the document with its key.
    Merge,
    /// `reduce` combines the document's value with the result.
    Reduce,
}

/// The values emitted for one key.
struct Group {
    key: Value<'static>,
    values: Vec<Value<'static>>,
}

/// Parses and checks the command.
fn read<'a>(request: &mut Request<'a>) -> Result<(&'a str, Scripts<'a>, Target<'a>, PlanRequest)> {
    let name = request.collection_name()?;
    let stored = request.engine.collection(request.database, name);
    if view::is_view(stored) {
        return Err(Error::new(
            ErrorCode::COMMAND_NOT_SUPPORTED_ON_VIEW,
            "mapReduce on a view is not yet supported",
        ));
    }
    let arguments = request.arguments();
    let scripts = Scripts {
        map: source(arguments.required("map")?, "map")?,
        reduce: source(arguments.required("reduce")?, "reduce")?,
        finalize: arguments.get("finalize").map(|code| source(code, "finalize")).transpose()?,
        scope: arguments.document("scope")?,
        stored: request.engine.stored_functions(request.database),
    };
    let target = target(arguments.required("out")?)?;
    let mut plan_request = parse_filter(request, arguments.document("query")?)?;
    parse_sort(arguments.document("sort")?, &mut plan_request)?;
    for field in ["jsMode", "verbose"] {
        arguments.flag(field)?;
    }
    plan_request.limit = arguments.count("limit")?.filter(|&limit| limit > 0);
    Ok((name, scripts, target, plan_request))
}

/// Explains the equivalent pipeline.
fn explain(request: &mut Request<'_>, verbosity: Verbosity, out: &mut DocBuilder) -> Result<()> {
    let (name, scripts, _, plan_request) = read(request)?;
    let collection = request.engine.readable_collection(request.database, name);
    let (mut winner, rejected) = choose_anew(collection.as_deref(), &plan_request)?;
    let trial = trial_of(&rejected, collection.as_deref(), &plan_request)?;
    let mut returned = 0;
    run_out(&mut winner, collection.as_deref(), verbosity, &mut request.meter, &mut |_| returned += 1)?;
    let call = |out: &mut DocBuilder, name: &str, value: &str, (input, path): (&str, &str), code: &str| {
        out.document(value, |out| {
            out.document(name, |out| {
                out.append_str(input, path).append_str("eval", code);
            });
        });
    };
    out.append_str("explainVersion", "1");
    out.array("stages", |stages| {
        stages.document(|stage| {
            stage.document("$cursor", |cursor| {
                let shown =
                    Explanation { trial: trial.as_ref(), ..Explanation::in_pipeline(verbosity, returned) };
                explain_chosen(&request.namespace(), &plan_request, &winner, &rejected, shown, cursor);
            });
        });
        stages.document(|stage| {
            stage.document("$project", |out| {
                call(out, "$_internalJsEmit", "emits", ("this", "$$ROOT"), &scripts.map);
                out.append_bool("_id", false);
            });
        });
        stages.document(|stage| {
            stage.document("$unwind", |out| {
                out.append_str("path", "$emits");
            });
        });
        stages.document(|stage| {
            stage.document("$group", |out| {
                out.append_str("_id", "$emits.k");
                call(out, "$_internalJsReduce", "value", ("data", "$emits"), &scripts.reduce);
            });
        });
        if let Some(finalize) = &scripts.finalize {
            stages.document(|stage| {
                stage.document("$project", |out| {
                    out.append_bool("_id", true).document("value", |out| {
                        out.document("$function", |out| {
                            out.append_str("body", finalize).array("args", |args| {
                                args.push(&Value::string("$_id"));
                                args.push(&Value::string("$value"));
                            });
                            out.append_str("lang", "js");
                        });
                    });
                });
            });
        }
    });
    Ok(())
}

fn run(request: &mut Request<'_>, out: &mut DocBuilder) -> Result<()> {
    let (name, scripts, target, plan_request) = read(request)?;
    if matches!(target, Target::Inline) && request.arguments().document("writeConcern")?.is_some() {
        return Err(Error::new(ErrorCode::INVALID_OPTIONS, "Command does not support writeConcern"));
    }
    let groups = map(request, name, &scripts, &plan_request)?;
    let mut results = Vec::with_capacity(groups.len());
    for group in groups {
        let value = scripts.reduced(request, &group.key, group.values)?;
        results.push((group.key, value));
    }
    match target {
        Target::Inline => write_inline(request, results, out),
        Target::Collection { mode, database, name } => {
            write_collection(request, &scripts, mode, (database, name), results)?;
            match database {
                None => out.append_str("result", name),
                Some(database) => out.document("result", |result| {
                    result.append_str("db", database).append_str("collection", name);
                }),
            };
            Ok(())
        }
    }
}

/// Returns a function's source.
fn source(code: RawValue<'_>, field: &str) -> Result<String> {
    match Value::from(code) {
        Value::String(text) | Value::Code(text) => Ok(text.into_owned()),
        _ => Err(Error::bad_value(format!("'{field}' must be of string or code type"))),
    }
}

fn target<'a>(out: RawValue<'a>) -> Result<Target<'a>> {
    if let Some(name) = out.as_str() {
        return Ok(Target::Collection { mode: Mode::Replace, database: None, name });
    }
    let doc = expect_document(out, 13606, "'out' has to be a string or an object")?;
    let (mut chosen, mut database, mut sharded) = (None, None, false);
    for element in doc {
        let text = || {
            element.value.as_str().ok_or_else(|| {
                Error::wrong_field_type("mapReduce.out", element.name(), element.value, "string")
            })
        };
        match element.name() {
            "inline" if element.value.as_number().and_then(Number::to_i64_exact) == Some(1) => {
                chosen = Some(None);
            }
            "inline" => return Err(Error::bad_value("'inline' takes only numeric '1'")),
            "replace" => chosen = Some(Some((Mode::Replace, text()?))),
            "merge" => chosen = Some(Some((Mode::Merge, text()?))),
            "reduce" => chosen = Some(Some((Mode::Reduce, text()?))),
            "db" => database = Some(text()?),
            // Ignored since 5.0.
            "sharded" | "nonAtomic" => sharded = true,
            other => return Err(Error::new(13522, format!("unknown out specifier [{other}]"))),
        }
    }
    if let Some(database) = database.filter(|name| INTERNAL_DATABASES.contains(name)) {
        return Err(Error::new(
            ErrorCode::COMMAND_NOT_SUPPORTED,
            format!("Can't output mapReduce results to internal DB {database}"),
        ));
    }
    match chosen {
        None => Err(Error::new(13606, "'out' must name an output: inline, replace, merge or reduce")),
        Some(None) if sharded => Err(Error::bad_value("'out' cannot be inline and sharded")),
        Some(None) => Ok(Target::Inline),
        Some(Some((mode, name))) => Ok(Target::Collection { mode, database, name }),
    }
}

/// Calls `map` for every document, and groups the emitted values by key, sorted.
fn map(
    request: &mut Request<'_>,
    name: &str,
    scripts: &Scripts<'_>,
    plan_request: &PlanRequest,
) -> Result<Vec<Group>> {
    let Some(collection) = request.engine.readable_collection(request.database, name) else {
        return Ok(Vec::new());
    };
    let (mut plan, _) = choose(Some(&collection), plan_request)?;
    let mut meter = std::mem::take(&mut request.meter);
    let outcome = metered::plan(&mut meter, &mut plan, &collection, |plan| {
        emitted(request, scripts, plan, &collection)
    });
    request.meter = meter;
    let (mut groups, mut last): (Vec<Group>, Option<Vec<u8>>) = (Vec::new(), None);
    for (name, [key, value]) in in_order_of_keys(outcome?, |(name, _)| name) {
        match groups.last_mut() {
            Some(group) if last.as_ref() == Some(&name) => group.values.push(value),
            _ => groups.push(Group { key, values: vec![value] }),
        }
        last = Some(name);
    }
    Ok(groups)
}

/// Returns the pairs that `map` emits for a plan's documents, with the bytes by which keys are compared.
fn emitted(
    request: &mut Request<'_>,
    scripts: &Scripts<'_>,
    plan: &mut Candidate,
    collection: &Collection,
) -> Result<Vec<(Vec<u8>, [Value<'static>; 2])>> {
    let mut pairs = Vec::new();
    let mut bytes = 0;
    while let Some(row) = plan.next(collection)? {
        let Some(document) = row.document(collection) else { continue };
        let reply = scripts.call(request, &scripts.map, &[], Some(document))?;
        let emitted = RawDoc::new(&reply).get("emitted").and_then(RawValue::as_array);
        for pair in emitted.into_iter().flat_map(RawDoc::values).filter_map(RawValue::as_document) {
            // The host omits undefined values.
            let part = |field: &str| {
                pair.get(field).map_or(Value::Undefined, |value| Value::from(value).into_owned())
            };
            let (key, value) = (part("k"), part("v"));
            bytes += key.memory_size() + value.memory_size();
            if bytes > MAX_EMITTED_BYTES {
                return Err(Error::new(
                    31391,
                    format!("Size of emitted values exceeds the set size limit of {MAX_EMITTED_BYTES} bytes"),
                ));
            }
            pairs.push((key::key_of(key.view()), [key, value]));
        }
    }
    Ok(pairs)
}

impl Scripts<'_> {
    /// Returns a key's value after `reduce` and `finalize`. Since 4.4, `reduce` is also called for a single
    /// value.
    fn reduced(
        &self,
        request: &Request<'_>,
        key: &Value<'_>,
        values: Vec<Value<'static>>,
    ) -> Result<Value<'static>> {
        let mut list = crate::value::ArrayBuilder::new();
        for value in &values {
            list.push(value);
        }
        let value = self.value(request, &self.reduce, &[key.borrowed(), Value::array(list.finish())])?;
        match &self.finalize {
            None => Ok(value),
            Some(finalize) => self.value(request, finalize, &[key.borrowed(), value]),
        }
    }

    fn value(&self, request: &Request<'_>, code: &str, args: &[Value<'_>]) -> Result<Value<'static>> {
        let reply = self.call(request, code, args, None)?;
        let value = RawDoc::new(&reply).get("value");
        Ok(value.map_or(Value::Null, |value| Value::from(value).into_owned()))
    }

    /// Calls a function, and returns the host's reply.
    fn call(
        &self,
        request: &Request<'_>,
        code: &str,
        args: &[Value<'_>],
        this: Option<RawDoc<'_>>,
    ) -> Result<Vec<u8>> {
        let call = Call { code, args, this, scope: self.scope, stored: Some(&self.stored) };
        call.run(request.engine.host.as_ref(), "mapReduce without JavaScript")
    }
}

/// Returns `{ _id: <key>, value: <value> }`.
fn result(key: &Value<'_>, value: &Value<'_>) -> Vec<u8> {
    let mut doc = DocBuilder::new();
    doc.append("_id", key).append("value", value);
    doc.finish()
}

fn write_inline(
    request: &mut Request<'_>,
    results: Vec<(Value<'static>, Value<'static>)>,
    out: &mut DocBuilder,
) -> Result<()> {
    request.meter.returned += results.len() as u64;
    out.array("results", |array| {
        for (key, value) in &results {
            array.push_doc(RawDoc::new(&result(key, value)));
        }
    });
    if out.len() > MAX_DOCUMENT_BYTES {
        return Err(Error::new(
            ErrorCode::BSON_OBJECT_TOO_LARGE,
            "too much data for in memory map/reduce".to_owned(),
        ));
    }
    Ok(())
}

fn write_collection(
    request: &mut Request<'_>,
    scripts: &Scripts<'_>,
    mode: Mode,
    (database, name): (Option<&str>, &str),
    results: Vec<(Value<'static>, Value<'static>)>,
) -> Result<()> {
    let database = database.unwrap_or(request.database).to_owned();
    let mut documents = Vec::with_capacity(results.len());
    for (key, value) in results {
        let old = if mode == Mode::Reduce { stored_value(request, &database, name, &key)? } else { None };
        let value = match old {
            Some(old) => scripts.reduced(request, &key, vec![old, value])?,
            None => value,
        };
        documents.push(result(&key, &value));
    }
    let mode = match mode {
        Mode::Replace => OutputMode::Replace,
        Mode::Merge | Mode::Reduce => {
            OutputMode::Merge(Merge { when_matched: WhenMatched::Replace, ..Merge::default() })
        }
    };
    let output =
        Output { database, collection: name.to_owned(), mode, timeseries: None, written: Vec::new() };
    let environment = environment(request, collation_of(request, &request.arguments())?);
    write_results(request, &output, documents, &environment)
}

/// Returns the value that the output collection contains for a key.
fn stored_value(
    request: &Request<'_>,
    database: &str,
    name: &str,
    key: &Value<'_>,
) -> Result<Option<Value<'static>>> {
    let Some(collection) = request.engine.readable_collection(database, name) else { return Ok(None) };
    let mut filter = DocBuilder::new();
    filter.document("_id", |id| {
        id.append("$eq", key);
    });
    let (mut plan, _) =
        choose(Some(&collection), &parse_filter(request, Some(RawDoc::new(&filter.finish())))?)?;
    let Some(row) = plan.next(&collection)? else { return Ok(None) };
    let value = row.document(&collection).and_then(|document| document.get("value"));
    Ok(Some(value.map_or(Value::Null, |value| Value::from(value).into_owned())))
}
