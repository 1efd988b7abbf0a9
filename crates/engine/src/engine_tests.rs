//! Tests of commands through the public interface.

use crate::testing::doc;
use crate::value::RawDoc;
use crate::{Engine, EngineOptions};

fn run(engine: &mut Engine, json: &str) -> serde_json::Value {
    let reply = engine.run_command(&doc(json));
    crate::value::validate(&reply).expect("a valid reply");
    let document = bson::Document::from_reader(reply.as_slice()).expect("a document");
    bson::Bson::Document(document).into_relaxed_extjson()
}

fn engine() -> Engine {
    Engine::new(EngineOptions::default())
}

#[test]
fn malformed_bytes_get_an_error_reply() {
    let mut engine = engine();
    for bytes in [&b""[..], b"\0\0\0\0\0", b"\x05\0\0\0\x01", b"\xFF\xFF\xFF\xFF\0", &[0xFF; 40]] {
        let reply = engine.run_command(bytes);
        assert_eq!(RawDoc::new(&reply).get("code").and_then(|v| v.as_i32()), Some(22));
    }
}

#[test]
fn unknown_commands_and_fields_are_named() {
    let mut engine = engine();
    let reply = run(&mut engine, r#"{"frobnicate":1,"$db":"t"}"#);
    assert_eq!(reply["codeName"], "CommandNotFound");
    let reply = run(&mut engine, r#"{"find":"c","colour":1,"$db":"t"}"#);
    assert_eq!(
        (&reply["code"], &reply["errmsg"]),
        (&40415.into(), &"BSON field 'FindCommandRequest.colour' is an unknown field.".into())
    );
}

#[test]
fn a_snapshot_can_be_restored_again_and_again() {
    let mut engine = engine();
    run(&mut engine, r#"{"insert":"c","documents":[{"_id":1},{"_id":2}],"$db":"t"}"#);
    let snapshot = engine.snapshot();
    for _ in 0..2 {
        run(&mut engine, r#"{"delete":"c","deletes":[{"q":{},"limit":0}],"$db":"t"}"#);
        run(&mut engine, r#"{"insert":"d","documents":[{"_id":1}],"$db":"t"}"#);
        assert_eq!(run(&mut engine, r#"{"count":"c","$db":"t"}"#)["n"], 0);
        engine.restore(&snapshot);
        assert_eq!(run(&mut engine, r#"{"count":"c","$db":"t"}"#)["n"], 2);
        assert_eq!(run(&mut engine, r#"{"count":"d","$db":"t"}"#)["n"], 0);
    }
}

#[test]
fn a_dump_restores_everything() {
    let mut engine = engine();
    run(&mut engine, r#"{"insert":"c","documents":[{"_id":1,"a":5},{"_id":2,"a":6}],"$db":"t"}"#);
    run(
        &mut engine,
        r#"{"createIndexes":"c","indexes":[{"key":{"a":1},"name":"a_1","unique":true}],"$db":"t"}"#,
    );
    let mut other = self::engine();
    other.load(&engine.dump()).expect("a dump");
    let reply = run(&mut other, r#"{"insert":"c","documents":[{"_id":3,"a":5}],"$db":"t"}"#);
    assert_eq!(reply["writeErrors"][0]["code"], 11000);
    assert_eq!(run(&mut other, r#"{"count":"c","$db":"t"}"#)["n"], 2);
    assert!(other.load(&[1, 2, 3]).is_err());
    assert_eq!(run(&mut other, r#"{"count":"c","$db":"t"}"#)["n"], 2);
}

#[test]
fn duplicate_key_errors_match_the_server() {
    let mut engine = engine();
    let reply = run(
        &mut engine,
        r#"{"insert":"c","documents":[{"_id":1},{"_id":1},{"_id":2}],"ordered":false,"$db":"t"}"#,
    );
    assert_eq!(reply["n"], 2);
    assert_eq!(
        reply["writeErrors"][0]["errmsg"],
        "E11000 duplicate key error collection: t.c index: _id_ dup key: { _id: 1 }"
    );
    assert_eq!(reply["writeErrors"][0]["keyPattern"], serde_json::json!({"_id": 1}));
}

#[test]
fn cursors_return_documents_in_batches() {
    let mut engine = engine();
    run(&mut engine, r#"{"insert":"c","documents":[{"_id":1},{"_id":2},{"_id":3}],"$db":"t"}"#);
    let reply = run(&mut engine, r#"{"find":"c","batchSize":2,"$db":"t"}"#);
    assert_eq!(reply["cursor"]["firstBatch"].as_array().map(Vec::len), Some(2));
    let id = reply["cursor"]["id"].as_i64().expect("an open cursor");
    let reply =
        run(&mut engine, &format!(r#"{{"getMore":{{"$numberLong":"{id}"}},"collection":"c","$db":"t"}}"#));
    assert_eq!(reply["cursor"]["nextBatch"], serde_json::json!([{"_id": 3}]));
    assert_eq!(reply["cursor"]["id"], 0);
    let reply =
        run(&mut engine, &format!(r#"{{"getMore":{{"$numberLong":"{id}"}},"collection":"c","$db":"t"}}"#));
    assert_eq!(reply["codeName"], "CursorNotFound");
}

#[test]
fn every_command_is_profiled() {
    let mut engine = engine();
    run(&mut engine, r#"{"insert":"c","documents":[{"_id":1}],"$db":"t"}"#);
    let reply = run(&mut engine, r#"{"dojoProfile":1,"$db":"t"}"#);
    let entry = &reply["entries"][0];
    assert_eq!(
        (&entry["op"], &entry["ninserted"], &entry["keysInserted"]),
        (&"insert".into(), &1.into(), &1.into())
    );
    let millis = entry["modelMillis"].as_f64().unwrap();
    assert!((4.55..4.7).contains(&millis), "a trip, an operation and the journal take {millis} ms");
}

#[test]
fn failed_and_explained_commands_count_their_reads() {
    let mut engine = engine();
    let documents: Vec<_> = (0..20).map(|i| format!(r#"{{"_id":{i},"a":"x{i}"}}"#)).collect();
    run(&mut engine, &format!(r#"{{"insert":"c","documents":[{}],"$db":"t"}}"#, documents.join(",")));
    // Fails at the last document.
    let filter = r#"{"$expr":{"$cond":[{"$eq":["$_id",19]},{"$toInt":"$a"},false]}}"#;
    let failing = [
        r#""find":"c","filter":FILTER"#,
        r#""count":"c","query":FILTER"#,
        r#""distinct":"c","key":"a","query":FILTER"#,
        r#""delete":"c","deletes":[{"q":FILTER,"limit":0}]"#,
        r#""findAndModify":"c","query":FILTER,"remove":true"#,
        r#""aggregate":"c","pipeline":[{"$limit":1},{"$lookup":{"from":"c","pipeline":[{"$match":FILTER}],"as":"b"}}],"cursor":{}"#,
        r#""aggregate":"c","pipeline":[{"$limit":1},{"$lookup":{"from":"c","let":{"b":"$_id"},"pipeline":[{"$match":{"$expr":{"$gte":["$_id","$$b"]}}},{"$match":FILTER}],"as":"b"}}],"cursor":{}"#,
    ];
    let explained = [
        r#""find":"c","filter":{"a":"x5"}"#,
        r#""aggregate":"c","pipeline":[{"$group":{"_id":"$a"}}],"cursor":{}"#,
        r#""distinct":"c","key":"a""#,
        r#""update":"c","updates":[{"q":{"a":"x5"},"u":{"$set":{"b":1}},"multi":true}]"#,
    ];
    let commands =
        failing
            .map(|command| format!(r#"{{{},"$db":"t"}}"#, command.replace("FILTER", filter)))
            .into_iter()
            .chain(explained.map(|command| {
                format!(r#"{{"explain":{{{command}}},"verbosity":"executionStats","$db":"t"}}"#)
            }));
    for (at, command) in commands.enumerate() {
        let reply = run(&mut engine, &command);
        let fails = at < failing.len();
        assert_eq!(reply["ok"] == 0.0 || reply["writeErrors"].is_array(), fails, "{command}: {reply}");
        let profile = run(&mut engine, &format!(r#"{{"dojoProfile":1,"since":{},"$db":"t"}}"#, at + 1));
        let examined = profile["entries"][0]["docsExamined"].as_i64().unwrap();
        assert!((20..=21).contains(&examined), "{examined} documents for {command}");
    }
    let plan = r#"{"explain":{"find":"c"},"verbosity":"queryPlanner","$db":"t"}"#;
    run(&mut engine, plan);
    let profile = run(
        &mut engine,
        &format!(r#"{{"dojoProfile":1,"since":{},"$db":"t"}}"#, failing.len() + explained.len() + 1),
    );
    assert_eq!(profile["entries"][0]["docsExamined"], 0);
}

#[test]
fn the_time_model_distinguishes_scan_and_lookup() {
    let mut engine = engine();
    let documents: Vec<_> =
        (0..3_000).map(|i| format!(r#"{{"_id":{i},"a":{},"text":"{}"}}"#, i % 7, "x".repeat(200))).collect();
    run(&mut engine, &format!(r#"{{"insert":"c","documents":[{}],"$db":"t"}}"#, documents.join(",")));
    let find = [
        r#"{"find":"c","filter":{"_id":5},"$db":"t"}"#,
        r#"{"find":"c","filter":{"a":5},"limit":1,"sort":{"text":1,"_id":-1},"$db":"t"}"#,
        r#"{"find":"c","batchSize":3000,"$db":"t"}"#,
    ];
    for command in find {
        run(&mut engine, command);
    }
    let reply = run(&mut engine, r#"{"dojoProfile":1,"since":1,"$db":"t"}"#);
    let number = |at: usize, name: &str| reply["entries"][at][name].as_f64().unwrap();
    let [look_up, scan, all] = [0, 1, 2].map(|at| number(at, "modelMillis"));
    assert!((4.5..4.52).contains(&look_up), "{look_up}");
    assert!(scan > look_up + 3.0, "3,000 documents examined take {scan} ms, one takes {look_up}");
    assert!(all > scan + 4.0, "750 kB of replies take {all} ms, one document takes {scan}");
    assert_eq!((number(0, "seeks"), number(1, "seeks")), (2.0, 1.0));
    assert!(number(1, "sortComparisons") > 400.0);
    assert!(number(0, "requestLength") < 100.0 && number(2, "responseLength") > 600_000.0);
}

#[test]
fn documents_expire_by_the_virtual_clock() {
    let mut engine = engine();
    let start = engine.now();
    let index = r#"{"createIndexes":"c","indexes":[{"key":{"at":1},"name":"at_1","expireAfterSeconds":3600}],"$db":"t"}"#;
    run(&mut engine, index);
    let insert = format!(
        r#"{{"insert":"c","documents":[{{"_id":1,"at":{{"$date":{{"$numberLong":"{start}"}}}}}},{{"_id":2}},{{"_id":3,"at":"text"}},{{"_id":4,"at":[{{"$date":{{"$numberLong":"{start}"}}}},5]}}],"$db":"t"}}"#
    );
    assert_eq!(run(&mut engine, &insert)["n"], 4);
    engine.set_now(start + 3_599_000);
    assert_eq!(run(&mut engine, r#"{"count":"c","$db":"t"}"#)["n"], 4);
    engine.set_now(start + 3_661_000);
    let left = run(&mut engine, r#"{"distinct":"c","key":"_id","$db":"t"}"#);
    assert_eq!(left["values"], serde_json::json!([2, 3]));
}

#[test]
fn nothing_expires_without_the_ttl_monitor() {
    let mut engine = engine();
    let start = engine.now();
    let index = r#"{"createIndexes":"c","indexes":[{"key":{"at":1},"name":"at_1","expireAfterSeconds":60}],"$db":"t"}"#;
    run(&mut engine, index);
    let document = format!(r#"{{"_id":1,"at":{{"$date":{{"$numberLong":"{start}"}}}}}}"#);
    run(&mut engine, &format!(r#"{{"insert":"c","documents":[{document}],"$db":"t"}}"#));
    run(&mut engine, r#"{"setParameter":1,"ttlMonitorEnabled":false,"$db":"admin"}"#);
    engine.set_now(start + 600_000);
    assert_eq!(run(&mut engine, r#"{"count":"c","$db":"t"}"#)["n"], 1);
    run(&mut engine, r#"{"setParameter":1,"ttlMonitorEnabled":true,"$db":"admin"}"#);
    assert_eq!(run(&mut engine, r#"{"count":"c","$db":"t"}"#)["n"], 0);
}
