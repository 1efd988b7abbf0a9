use super::COMMANDS;
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

/// A server with the collection that the commands' examples speak of.
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
    let reply = run(&mut engine, r#"{"find": "books", "batchSize": 1}"#);
    let cursor = reply.get_document("cursor").and_then(|cursor| cursor.get_i64("id")).expect("a cursor");
    (engine, format!(r#"{{"$numberLong": "{cursor}"}}"#))
}

#[test]
fn every_example_is_accepted() {
    for command in COMMANDS {
        let (mut engine, cursor) = library();
        let reply = run(&mut engine, &command.example.replace(r#""<cursor>""#, &cursor));
        assert_eq!(reply.get_f64("ok").ok(), Some(1.0), "{}: {reply}", command.name);
        assert!(!reply.contains_key("writeErrors"), "{}: {reply}", command.name);
    }
}

#[test]
fn every_entry_explains_itself() {
    for entry in crate::help() {
        let help = entry.help;
        assert!(help.summary.ends_with('.'), "{} {}: {}", entry.kind, help.name, help.summary);
        assert!(!help.example.code.is_empty(), "{} {} has no example", entry.kind, help.name);
    }
}

#[test]
fn every_example_of_an_output_stage_holds() {
    for help in crate::aggregate::OUTPUTS {
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
        let (mut engine, _) = library();
        let reply = run(&mut engine, &format!(r#"{{"dojoHelp": 1, "kind": "{kind}"}}"#));
        let entries = reply.get_array("entries").expect("entries").iter().filter_map(bson::Bson::as_document);
        let mut names = entries.map(|entry| entry.get_str("name"));
        assert!(names.any(|found| found.is_ok_and(|found| found == name)), "{kind} {name}");
    }
}
