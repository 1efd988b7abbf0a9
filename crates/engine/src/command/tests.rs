use super::commands;
use crate::testing::doc;
use crate::{Engine, EngineOptions};

fn run(engine: &mut Engine, json: &str) -> bson::Document {
    let mut command = bson::Document::from_reader(doc(json).as_slice()).expect("BSON");
    if !command.contains_key("$db") {
        command.insert("$db", "test");
    }
    let reply = engine.run_command(&command.to_vec().expect("encodable"));
    bson::Document::from_reader(reply.as_slice()).expect("BSON")
}

/// A session id.
const SESSION: &str = r#"{"id": {"$uuid": "73ffd264-44b3-4c69-90e8-e7d1dfc035d4"}}"#;

/// Returns a server with the collection that the commands' examples use.
fn library() -> (Engine, String) {
    let mut engine = Engine::new(EngineOptions::default());
    run(
        &mut engine,
        r#"{"insert": "books", "documents": [
            {"_id": 1, "title": "Orlando", "author": "Woolf", "year": 1928, "copies": 2},
            {"_id": 2, "title": "Passing", "author": "Larsen", "year": 1929, "copies": 1},
            {"_id": 3, "title": "The Waves", "author": "Woolf", "year": 1931, "copies": 4}]}"#,
    );
    let index = r#"{"createIndexes": "books", "indexes": [{"key": {"author": 1}, "name": "author_1"}]}"#;
    run(&mut engine, index);
    run(&mut engine, r#"{"createRole": "librarian", "privileges": [], "roles": ["read"], "$db": "lent"}"#);
    run(&mut engine, r#"{"createUser": "ada", "pwd": "x", "roles": ["readWrite"], "$db": "lent"}"#);
    let reply = run(&mut engine, r#"{"find": "books", "batchSize": 1}"#);
    let cursor = reply.get_document("cursor").and_then(|cursor| cursor.get_i64("id")).expect("a cursor");
    run(
        &mut engine,
        &format!(
            r#"{{"find": "books", "lsid": {SESSION}, "txnNumber": {{"$numberLong": "1"}}, "startTransaction": true, "autocommit": false}}"#
        ),
    );
    (engine, format!(r#"{{"$numberLong": "{cursor}"}}"#))
}

#[test]
fn every_example_is_accepted() {
    for command in commands() {
        let (mut engine, cursor) = library();
        let example = command.example.replace(r#""<cursor>""#, &cursor).replace(r#""<session>""#, SESSION);
        if command.name == "fsyncUnlock" {
            run(&mut engine, r#"{"fsync": 1, "lock": true, "$db": "admin"}"#);
        }
        let reply = run(&mut engine, &example);
        assert_eq!(reply.get_f64("ok").ok(), Some(1.0), "{}: {reply}", command.name);
        assert!(!reply.contains_key("writeErrors"), "{}: {reply}", command.name);
    }
}

#[test]
fn every_entry_is_documented() {
    for entry in crate::help() {
        let help = entry.help;
        assert!(help.summary.ends_with('.'), "{} {}: {}", entry.kind, help.name, help.summary);
        assert!(!help.example.code.is_empty(), "{} {} has no example", entry.kind, help.name);
    }
}

#[test]
fn every_example_of_an_output_stage_holds() {
    for help in crate::aggregate::OUTPUTS.iter().map(|stage| stage.help) {
        let mut engine = Engine::new(EngineOptions::default());
        let example = help.example;
        let documents = example.input;
        run(&mut engine, &format!(r#"{{"insert": "items", "documents": {documents}}}"#));
        let code = example.code;
        run(&mut engine, &format!(r#"{{"aggregate": "items", "pipeline": [{code}], "cursor": {{}}}}"#));
        let reply = run(&mut engine, r#"{"find": "totals", "sort": {"_id": 1}}"#);
        let cursor = reply.get_document("cursor").expect("a cursor");
        let expected =
            bson::Document::from_reader(doc(&format!(r#"{{"v": {}}}"#, example.output)).as_slice());
        assert_eq!(cursor.get("firstBatch"), expected.expect("BSON").get("v"), "{}", help.name);
    }
}

#[test]
fn every_kind_is_listed() {
    for (kind, name) in [
        ("query", "$elemMatch"),
        ("update", "$push"),
        ("modifier", "$each"),
        ("stage", "$group"),
        ("stage", "$out"),
        ("accumulator", "$sum"),
        ("expression", "$dateTrunc"),
        ("window", "$rank"),
        ("command", "findAndModify"),
    ] {
        let entries = &mut crate::help();
        assert!(entries.any(|entry| entry.kind == kind && entry.help.name == name), "{kind} {name}");
    }
}

/// A stub of the JavaScript host: map emits copies by author, reduce adds, finalize negates.
struct Adder;

impl crate::Host for Adder {
    fn call(&mut self, request: &[u8]) -> Result<Vec<u8>, String> {
        let request = bson::Document::from_reader(request).map_err(|error| error.to_string())?;
        let args = request.get_array("args").map_err(|error| error.to_string())?;
        let sum = |values: &bson::Bson| {
            values.as_array().into_iter().flatten().filter_map(bson::Bson::as_i32).sum()
        };
        let reply = match request.get_str("code") {
            Ok("map") => {
                let this = request.get_document("this").map_err(|error| error.to_string())?;
                bson::doc! { "emitted": [{ "k": this.get("author"), "v": this.get("copies") }] }
            }
            Ok("reduce") => bson::doc! { "value": args.get(1).map_or(0, sum) },
            Ok("finalize") => bson::doc! { "value": args.get(1).and_then(bson::Bson::as_i32).map(|n| -n) },
            Ok("scope") => bson::doc! { "value": 0, "emitted": [{ "k": 0, "v": request.get("scope") }] },
            Ok("first") => {
                let first = args.get(1).and_then(bson::Bson::as_array).and_then(|values| values.first());
                bson::doc! { "value": first }
            }
            _ => return Err("Error: no such function".to_owned()),
        };
        reply.to_vec().map_err(|error| error.to_string())
    }
}

fn map_reduce(engine: &mut Engine, options: &str) -> bson::Document {
    let command = format!(r#"{{"mapReduce": "books", "map": "map", "reduce": "reduce", {options}}}"#);
    run(engine, &command)
}

fn adding_library() -> Engine {
    let (mut engine, _) = library();
    engine.set_host(Box::new(Adder));
    engine
}

fn totals(engine: &mut Engine) -> String {
    let reply = run(engine, r#"{"find": "totals", "sort": {"_id": 1}}"#);
    let cursor = reply.get_document("cursor").expect("a cursor");
    cursor
        .get("firstBatch")
        .map_or_else(String::new, |batch| batch.clone().into_relaxed_extjson().to_string())
}

#[test]
fn map_reduce_gives_results_inline() {
    let mut engine = adding_library();
    let reply = map_reduce(&mut engine, r#""out": {"inline": 1}"#);
    let expected = bson::bson!([{ "_id": "Larsen", "value": 1 }, { "_id": "Woolf", "value": 6 }]);
    assert_eq!(reply.get("results"), Some(&expected));
    let reply = map_reduce(&mut engine, r#""out": {"inline": 1}, "finalize": "finalize""#);
    let expected = bson::bson!([{ "_id": "Larsen", "value": (-1) }, { "_id": "Woolf", "value": (-6) }]);
    assert_eq!(reply.get("results"), Some(&expected));
    let selected = r#""out": {"inline": 1}, "query": {"author": "Woolf"}, "sort": {"year": -1}, "limit": 1"#;
    let reply = map_reduce(&mut engine, selected);
    assert_eq!(reply.get("results"), Some(&bson::bson!([{ "_id": "Woolf", "value": 4 }])));
}

#[test]
fn map_reduce_writes_in_every_mode() {
    let mut engine = adding_library();
    let reply = map_reduce(&mut engine, r#""out": "totals""#);
    assert_eq!(reply.get_str("result").ok(), Some("totals"));
    assert_eq!(totals(&mut engine), r#"[{"_id":"Larsen","value":1},{"_id":"Woolf","value":6}]"#);
    map_reduce(&mut engine, r#""out": {"reduce": "totals"}, "query": {"author": "Woolf"}"#);
    assert_eq!(totals(&mut engine), r#"[{"_id":"Larsen","value":1},{"_id":"Woolf","value":12}]"#);
    map_reduce(&mut engine, r#""out": {"merge": "totals"}, "query": {"_id": 1}"#);
    assert_eq!(totals(&mut engine), r#"[{"_id":"Larsen","value":1},{"_id":"Woolf","value":2}]"#);
    map_reduce(&mut engine, r#""out": {"replace": "totals"}, "query": {"_id": 2}"#);
    assert_eq!(totals(&mut engine), r#"[{"_id":"Larsen","value":1}]"#);
}

#[test]
fn map_reduce_passes_the_scope_and_reports_exceptions() {
    let mut engine = adding_library();
    let reply = run(
        &mut engine,
        r#"{"mapReduce": "books", "map": "scope", "reduce": "first", "out": {"inline": 1}, "scope": {"x": 5}, "limit": 1}"#,
    );
    assert_eq!(reply.get("results"), Some(&bson::bson!([{ "_id": 0, "value": { "x": 5 } }])));
    let reply =
        run(&mut engine, r#"{"mapReduce": "books", "map": "none", "reduce": "none", "out": {"inline": 1}}"#);
    assert_eq!(reply.get_i32("code").ok(), Some(139));
    assert_eq!(reply.get_str("errmsg").ok(), Some("Error: no such function"));
}

/// Runs a command in transaction `number` of [`SESSION`].
fn in_transaction(engine: &mut Engine, number: i64, fields: &str) -> bson::Document {
    let fields = fields.trim_start_matches('{').trim_end_matches('}');
    let number = format!(r#"{{"$numberLong": "{number}"}}"#);
    run(engine, &format!(r#"{{{fields}, "lsid": {SESSION}, "txnNumber": {number}, "autocommit": false}}"#))
}

#[test]
fn a_transaction_ends_after_a_minute_of_the_virtual_clock() {
    let (mut engine, _) = library();
    let insert = r#"{"insert": "books", "documents": [{"_id": 9}], "startTransaction": true}"#;
    assert_eq!(in_transaction(&mut engine, 2, insert).get_i32("n").ok(), Some(1));
    engine.set_now(engine.now() + 60_000);
    assert_eq!(in_transaction(&mut engine, 2, r#"{"find": "books"}"#).get_f64("ok").ok(), Some(1.0));
    engine.set_now(engine.now() + 1);
    let commit = r#"{"commitTransaction": 1, "$db": "admin"}"#;
    assert_eq!(in_transaction(&mut engine, 2, commit).get_i32("code").ok(), Some(251));
    assert_eq!(run(&mut engine, r#"{"count": "books"}"#).get_i32("n").ok(), Some(3));
}

#[test]
fn restoring_a_snapshot_aborts_transactions() {
    let (mut engine, _) = library();
    let before = engine.snapshot();
    let insert = r#"{"insert": "books", "documents": [{"_id": 9}], "startTransaction": true}"#;
    in_transaction(&mut engine, 2, insert);
    engine.restore(&before);
    let commit = r#"{"commitTransaction": 1, "$db": "admin"}"#;
    assert_eq!(in_transaction(&mut engine, 2, commit).get_i32("code").ok(), Some(251));
    assert_eq!(run(&mut engine, r#"{"count": "books"}"#).get_i32("n").ok(), Some(3));
}

#[test]
fn a_merged_commit_keeps_indexes_consistent() {
    let (mut engine, _) = library();
    let update = r#"{"update": "books", "updates": [{"q": {"_id": 1}, "u": {"$set": {"author": "V. Woolf"}}}], "startTransaction": true}"#;
    in_transaction(&mut engine, 2, update);
    in_transaction(&mut engine, 2, r#"{"delete": "books", "deletes": [{"q": {"_id": 3}, "limit": 1}]}"#);
    in_transaction(&mut engine, 2, r#"{"insert": "books", "documents": [{"_id": 9, "author": "Rhys"}]}"#);
    run(&mut engine, r#"{"insert": "books", "documents": [{"_id": 8, "author": "Barnes"}]}"#);
    run(&mut engine, r#"{"delete": "books", "deletes": [{"q": {"_id": 2}, "limit": 1}]}"#);
    let commit = r#"{"commitTransaction": 1, "$db": "admin"}"#;
    assert_eq!(in_transaction(&mut engine, 2, commit).get_f64("ok").ok(), Some(1.0));
    let reply = run(&mut engine, r#"{"validate": "books"}"#);
    assert_eq!(reply.get_bool("valid").ok(), Some(true), "{reply}");
    let reply =
        run(&mut engine, r#"{"distinct": "books", "key": "author", "query": {"author": {"$gt": ""}}}"#);
    assert_eq!(reply.get("values"), Some(&bson::bson!(["Barnes", "Rhys", "V. Woolf"])));
}

#[test]
fn a_failed_build_names_the_build_and_the_collection() {
    let (mut engine, _) = library();
    let build =
        r#"{"createIndexes": "books", "indexes": [{"key": {"author": -1}, "name": "a", "unique": true}]}"#;
    let reply = run(&mut engine, build);
    let text = reply.get_str("errmsg").expect("an error");
    let (place, fault) = text.split_once(" :: caused by :: ").expect("a context");
    assert!(
        fault.starts_with("E11000 duplicate key error collection: test.books index: a dup key: "),
        "{text}"
    );
    let words: Vec<&str> = place.split(' ').collect();
    let ["Index", "build", "failed:", build, "Collection", "test.books", "(", uuid, ")"] = words.as_slice()
    else {
        panic!("{text}");
    };
    assert_eq!((build.len(), uuid.len()), (37, 36), "{text}");
}

#[test]
fn documents_beyond_16_megabytes_are_refused() {
    let mut engine = Engine::new(EngineOptions::default());
    // A document with `_id` and one string has 22 bytes besides the string's characters.
    let mut refusal = |size: usize, command: &str| {
        let text = "x".repeat(size - 22);
        let reply = run(&mut engine, &command.replace('$', &format!(r#"{{"_id": 1, "t": "{text}"}}"#)));
        let errors = reply.get_array("writeErrors").ok()?;
        let error = errors.first()?.as_document()?;
        Some((error.get_i32("code").ok()?, error.get_str("errmsg").ok()?.to_owned()))
    };
    let (insert, replace) = (
        r#"{"insert": "c", "documents": [$]}"#,
        r#"{"update": "c", "updates": [{"q": {"_id": 1}, "u": $}]}"#,
    );
    assert_eq!(refusal(16_777_216, insert), None);
    let large = "object to insert too large. size in bytes: 16777217, max size: 16777216";
    assert_eq!(refusal(16_777_217, insert), Some((2, large.to_owned())));
    let larger = "BSONObj size: 16793601 (0x1004001) is invalid. Size must be between 0 and 16793600(16MB)";
    assert_eq!(refusal(16_793_601, insert), Some((10334, larger.to_owned())));
    let replaced = "Resulting document after update is larger than 16777216";
    assert_eq!(refusal(16_777_217, replace), Some((17419, replaced.to_owned())));
}

#[test]
fn the_fields_of_a_cursor_come_in_the_order_of_its_command() {
    let write = r#"{"bulkWrite": 1, "ops": [{"delete": 0, "filter": {"_id": 9}}], "nsInfo": [{"ns": "test.books"}], "$db": "admin"}"#;
    for (command, order) in [
        (r#"{"find": "books"}"#, "firstBatch id ns"),
        (r#"{"aggregate": "books", "pipeline": [], "cursor": {}}"#, "firstBatch id ns"),
        (r#"{"listIndexes": "books"}"#, "id ns firstBatch"),
        (r#"{"listCollections": 1}"#, "id ns firstBatch"),
        (write, "id firstBatch ns"),
    ] {
        let reply = run(&mut library().0, command);
        let fields: Vec<&str> =
            reply.get_document("cursor").expect("a cursor").keys().map(String::as_str).collect();
        assert_eq!(fields.join(" "), order, "{command}");
    }
}

/// Labels come first wherever they originate, as on a server.
#[test]
fn labels_precede_the_error() {
    let mut engine = Engine::new(EngineOptions::default());
    let commit = format!(
        r#"{{"commitTransaction": 1, "lsid": {SESSION}, "txnNumber": {{"$numberLong": "4"}}, "autocommit": false, "$db": "admin"}}"#
    );
    let fail_point = r#"{"configureFailPoint": "failCommand", "mode": "alwaysOn", "$db": "admin",
        "data": {"failCommands": ["commitTransaction"], "errorCode": 91, "errorExtraInfo": {"more": 1}}}"#;
    let before = run(&mut engine, &commit);
    run(&mut engine, fail_point);
    let after = run(&mut engine, &commit);
    let names = |reply: &bson::Document| reply.keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(names(&before), "errorLabels ok errmsg code codeName");
    assert_eq!(names(&after), "errorLabels ok errmsg code codeName more");
}

/// A projection's output must fit a reply, whatever the document contains.
#[test]
fn projected_documents_have_a_limit() {
    let mut engine = Engine::new(EngineOptions::default());
    let text = "x".repeat(9_000_000);
    run(&mut engine, &format!(r#"{{"insert": "c", "documents": [{{"_id": 1, "t": "{text}"}}]}}"#));
    let once = run(&mut engine, r#"{"find": "c", "projection": {"a": "$t"}}"#);
    let twice = run(&mut engine, r#"{"find": "c", "projection": {"a": "$t", "b": "$t"}}"#);
    assert_eq!(once.get_f64("ok").ok(), Some(1.0));
    assert_eq!(twice.get_i32("code").ok(), Some(10334));
}
