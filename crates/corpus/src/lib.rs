//! The data-driven language tests of `tests/corpus`, which run through the engine's public interface,
//! natively and in wasm.
//!
//! A file contains one case per line, in extended JSON (`1` is a 32-bit integer, `1.0` a double; wrappers
//! such as `{"$numberLong": "1"}` for other types). Empty lines and lines that begin with `//` are ignored.
//! Fields of a case:
//!
//! - `name`: the tested behaviour, unique within the file;
//! - `docs`: the documents of collection `c`, or an object of several collections;
//! - `indexes`: `[{ "key": …, … }]` on `c`, built after the documents are stored;
//! - the command, one of: `find`, `count`, `distinct`, `findAndModify` (objects of the command's fields),
//!   `update`, `delete` (one statement), `aggregate` (a pipeline), `insert` (documents), `command` (any
//!   command), or `commands` (several; the last one is checked, and `"$$cursor"` in them is replaced by the
//!   id of the last cursor opened);
//! - or `expression`, evaluated for `doc` (one document). Either its value must equal `value`, or be
//!   missing for `"missing": true`; or it must fail with `[code, text]` when it is compiled (`refused`),
//!   when its constant parts are evaluated (`folding`), or when it is evaluated (`evaluating`). The texts
//!   omit the server's prefix for each;
//! - the expectation, any of: `result` (all documents of the cursor, or the values of `distinct`), `reply`
//!   (fields of the reply, by dotted names), `error` (fields of the error: of the reply, or of its first
//!   write error), `after` (the documents of `c` in natural order).

pub mod random;

use bson::{Bson, Document};
use engine::{Engine, EngineOptions};
use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests/corpus");

/// The result of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The number of cases that passed.
    pub passed: usize,
    /// A text per failed case: file, line, name, difference.
    pub failures: Vec<String>,
}

/// Returns every file of cases: its path below `tests/corpus`, and its text.
fn files() -> Vec<(String, &'static str)> {
    let mut files = Vec::new();
    let mut pending = vec![&FILES];
    while let Some(folder) = pending.pop() {
        pending.extend(folder.dirs());
        for file in folder.files().filter(|f| f.path().extension().is_some_and(|e| e == "jsonl")) {
            files.push((file.path().display().to_string(), file.contents_utf8().unwrap_or_default()));
        }
    }
    files
}

/// Returns the lines of a file that contain cases, with their numbers.
fn case_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with("//"))
}

/// Returns every case of every file, unchecked, for other tests.
pub fn cases() -> Vec<Document> {
    let mut cases = Vec::new();
    for (_, text) in files() {
        cases.extend(case_lines(text).filter_map(|(_, line)| parse(line).ok()));
    }
    cases
}

/// Runs one case in an engine without checking it, and returns the last command's reply.
///
/// # Errors
/// The case can't be run, or a reply is not BSON.
pub fn attempt(engine: &mut Engine, case: &Document) -> Result<Document, String> {
    prepare(engine, case)?;
    run_command_of(engine, case)
}

/// Runs every case whose path and name contain `part`, as in `query/size.jsonl: empty arrays`.
pub fn run_all(part: &str) -> Outcome {
    let mut outcome = Outcome::default();
    for (path, text) in files() {
        run_text(&path, text, part, &mut outcome);
    }
    outcome
}

/// Like [`run_all`], for the cases in one text; `path` names it in failures.
pub fn run_text(path: &str, text: &str, part: &str, outcome: &mut Outcome) {
    let mut names = std::collections::HashSet::new();
    for (number, line) in case_lines(text) {
        let result = parse(line).and_then(|case| {
            let name = case.get_str("name").map_err(|e| e.to_string())?.to_owned();
            if !names.insert(name.clone()) {
                return Err(format!("{name}: two cases have this name"));
            }
            if !format!("{path}: {name}").contains(part) {
                return Ok(false);
            }
            run_case(&case).map_err(|difference| format!("{name}: {difference}"))?;
            Ok(true)
        });
        match result {
            Ok(false) => {}
            Ok(true) => outcome.passed += 1,
            Err(text) => outcome.failures.push(format!("{path}:{number}: {text}")),
        }
    }
}

fn parse(line: &str) -> Result<Document, String> {
    let json: serde_json::Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
    match Bson::try_from(json).map_err(|e| e.to_string())? {
        Bson::Document(case) => Ok(case),
        _ => Err("not an object".into()),
    }
}

fn run(engine: &mut Engine, mut command: Document) -> Result<Document, String> {
    if !command.contains_key("$db") {
        command.insert("$db", "test");
    }
    let bytes = command.to_vec().map_err(|e| e.to_string())?;
    Document::from_reader(engine.run_command(&bytes).as_slice()).map_err(|e| e.to_string())
}

fn must(engine: &mut Engine, command: Document) -> Result<Document, String> {
    let reply = run(engine, command.clone())?;
    match reply.get_f64("ok") {
        Ok(1.0) if !reply.contains_key("writeErrors") => Ok(reply),
        _ => Err(format!("preparing with {command} failed: {reply}")),
    }
}

/// The server's prefix of an error text: it depends on the phase that fails.
const FAILURES: [(&str, &str); 3] = [
    ("refused", ""),
    ("folding", "Failed to optimize pipeline :: caused by :: "),
    ("evaluating", "PlanExecutor error during aggregation :: caused by :: "),
];

/// Checks an expression's value or failure.
fn run_expression(expression: &Bson, case: &Document) -> Result<(), String> {
    let known = ["name", "doc", "expression", "value", "missing", "refused", "folding", "evaluating"];
    if let Some(unknown) = case.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!("an expression case has no field {unknown}"));
    }
    let mut engine = Engine::new(EngineOptions::default());
    let mut doc = bson::doc! { "_id": 1 };
    doc.extend(case.get_document("doc").cloned().unwrap_or_default());
    must(&mut engine, bson::doc! { "insert": "c", "documents": [doc] })?;
    let reply = run(&mut engine, evaluating(expression))?;
    for (when, before) in FAILURES {
        let Ok(failure) = case.get_array(when) else { continue };
        let [code, Bson::String(text)] = failure.as_slice() else {
            return Err(format!("{when} must be an array of a code and a text"));
        };
        let expected = bson::doc! { "code": code, "errmsg": format!("{before}{text}") };
        return fields(&expected, &reply).map_err(|text| format!("{text} in {reply}"));
    }
    let expected = match case.get("value") {
        Some(value) => bson::doc! { "v": value },
        None if case.contains_key("missing") => Document::new(),
        None => return Err("nothing is expected".into()),
    };
    let found = results(&mut engine, &reply)?;
    same(&Bson::Array(vec![expected.into()]), &Bson::Array(found), "the value")
}

fn evaluating(expression: &Bson) -> Document {
    bson::doc! { "aggregate": "c", "pipeline": [{ "$replaceWith": { "v": expression } }], "cursor": {} }
}

fn run_case(case: &Document) -> Result<(), String> {
    if let Some(expression) = case.get("expression") {
        return run_expression(expression, case);
    }
    let mut engine = Engine::new(EngineOptions::default());
    prepare(&mut engine, case)?;
    let reply = run_command_of(&mut engine, case)?;
    let mut checked = false;
    if let Some(expected) = case.get("result") {
        checked = true;
        same(expected, &Bson::Array(results(&mut engine, &reply)?), "result")?;
    }
    if let Ok(expected) = case.get_document("reply") {
        checked = true;
        fields(expected, &reply)?;
    }
    if let Ok(expected) = case.get_document("error") {
        checked = true;
        let error = match reply.get_array("writeErrors").ok().and_then(|errors| errors.first()) {
            Some(Bson::Document(error)) => error.clone(),
            _ => reply.clone(),
        };
        fields(expected, &error).map_err(|text| format!("{text} in {reply}"))?;
    }
    if let Some(expected) = case.get("after") {
        checked = true;
        let reply = must(&mut engine, bson::doc! { "find": "c" })?;
        same(expected, &Bson::Array(results(&mut engine, &reply)?), "after")?;
    }
    if checked { Ok(()) } else { Err("nothing is expected".into()) }
}

fn prepare(engine: &mut Engine, case: &Document) -> Result<(), String> {
    let collections = match case.get("docs") {
        None => match case.get_document("doc") {
            Ok(doc) => bson::doc! { "c": [doc.clone()] },
            Err(_) => Document::new(),
        },
        Some(Bson::Array(documents)) => bson::doc! { "c": documents.clone() },
        Some(Bson::Document(collections)) => collections.clone(),
        Some(_) => return Err("docs must be an array or an object".into()),
    };
    for (name, documents) in &collections {
        let Bson::Array(documents) = documents else { return Err("docs must be arrays".into()) };
        if documents.is_empty() {
            must(engine, bson::doc! { "create": name })?;
        } else {
            must(engine, bson::doc! { "insert": name, "documents": documents.clone() })?;
        }
    }
    for index in case.get_array("indexes").into_iter().flatten() {
        let Bson::Document(index) = index else { return Err("an index must be an object".into()) };
        let mut index = index.clone();
        if !index.contains_key("name") {
            let key = index.get_document("key").map_err(|e| e.to_string())?;
            let name: Vec<String> = key.iter().map(|(field, kind)| format!("{field}_{kind}")).collect();
            index.insert("name", name.join("_").replace('"', ""));
        }
        must(engine, bson::doc! { "createIndexes": "c", "indexes": [index] })?;
    }
    Ok(())
}

fn run_command_of(engine: &mut Engine, case: &Document) -> Result<Document, String> {
    if let Some(expression) = case.get("expression") {
        return run(engine, evaluating(expression));
    }
    for name in ["find", "count", "distinct", "findAndModify"] {
        if let Ok(arguments) = case.get_document(name) {
            let mut command = bson::doc! { name: "c" };
            command.extend(arguments.clone());
            return run(engine, command);
        }
    }
    if let Ok(statement) = case.get_document("update") {
        return run(engine, bson::doc! { "update": "c", "updates": [statement.clone()] });
    }
    if let Ok(statement) = case.get_document("delete") {
        return run(engine, bson::doc! { "delete": "c", "deletes": [statement.clone()] });
    }
    if let Ok(documents) = case.get_array("insert") {
        return run(engine, bson::doc! { "insert": "c", "documents": documents.clone() });
    }
    if let Ok(pipeline) = case.get_array("aggregate") {
        return run(engine, bson::doc! { "aggregate": "c", "pipeline": pipeline.clone(), "cursor": {} });
    }
    if let Ok(command) = case.get_document("command") {
        return run(engine, command.clone());
    }
    let commands = case.get_array("commands").map_err(|_| "nothing is run".to_owned())?;
    let mut last = Document::new();
    let mut cursor = 0;
    for command in commands {
        let Bson::Document(command) = command else { return Err("a command must be an object".into()) };
        let mut command = command.clone();
        command.iter_mut().for_each(|(_, value)| name_cursor(value, cursor));
        last = run(engine, command)?;
        let opened = last.get_document("cursor").and_then(|opened| opened.get_i64("id")).unwrap_or(0);
        cursor = if opened == 0 { cursor } else { opened };
    }
    Ok(last)
}

/// Replaces `"$$cursor"` by a cursor's id.
fn name_cursor(value: &mut Bson, id: i64) {
    match value {
        Bson::String(text) if text == "$$cursor" => *value = Bson::Int64(id),
        Bson::Array(items) => items.iter_mut().for_each(|item| name_cursor(item, id)),
        _ => {}
    }
}

/// Returns all documents of a reply's cursor, or its `values`.
fn results(engine: &mut Engine, reply: &Document) -> Result<Vec<Bson>, String> {
    if let Ok(values) = reply.get_array("values") {
        return Ok(values.clone());
    }
    let cursor = reply.get_document("cursor").map_err(|_| format!("no cursor in {reply}"))?;
    let mut documents = cursor.get_array("firstBatch").map_err(|e| e.to_string())?.clone();
    let mut id = cursor.get_i64("id").map_err(|e| e.to_string())?;
    while id != 0 {
        let reply = must(engine, bson::doc! { "getMore": id, "collection": "c" })?;
        let cursor = reply.get_document("cursor").map_err(|e| e.to_string())?;
        documents.extend(cursor.get_array("nextBatch").map_err(|e| e.to_string())?.iter().cloned());
        id = cursor.get_i64("id").map_err(|e| e.to_string())?;
    }
    Ok(documents)
}

fn fields(expected: &Document, actual: &Document) -> Result<(), String> {
    for (path, wanted) in expected {
        let mut parts = path.split('.');
        let mut found = parts.next().and_then(|name| actual.get(name));
        for part in parts {
            found = match found {
                Some(Bson::Document(inner)) => inner.get(part),
                Some(Bson::Array(items)) => part.parse().ok().and_then(|i: usize| items.get(i)),
                _ => None,
            };
        }
        match (wanted, found) {
            (Bson::String(absent), None) if absent == "$$absent" => {}
            (wanted, Some(found)) => same(wanted, found, path)?,
            (wanted, None) => return Err(format!("{path} should be {wanted}, but is missing in {actual}")),
        }
    }
    Ok(())
}

/// Compares two values including types and field order. Two NaNs are equal.
fn same(wanted: &Bson, found: &Bson, what: &str) -> Result<(), String> {
    let bytes = |value: &Bson| bson::doc! { "v": one_nan(value) }.to_vec().map_err(|e| e.to_string());
    if bytes(wanted)? == bytes(found)? {
        return Ok(());
    }
    let text = |value: &Bson| value.clone().into_canonical_extjson().to_string();
    Err(format!("{what} should be {}, but is {}", text(wanted), text(found)))
}

/// Replaces all NaNs by one, since the bits of a computed NaN depend on the processor.
fn one_nan(value: &Bson) -> Bson {
    match value {
        Bson::Double(number) if number.is_nan() => Bson::Double(f64::NAN),
        Bson::Array(items) => items.iter().map(one_nan).collect(),
        Bson::Document(doc) => {
            doc.iter().map(|(name, value)| (name.clone(), one_nan(value))).collect::<Document>().into()
        }
        other => other.clone(),
    }
}
