//! Tests of the interface as a browser uses it.
#![cfg(target_arch = "wasm32")]

use bson::{Bson, Document, doc};
use js_sys::Function;
use wasm::WasmEngine;
use wasm_bindgen::{JsError, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const START: f64 = 1_350_302_400_000.0;

fn engine() -> WasmEngine {
    WasmEngine::new(START, 1.0).ok().expect("valid options")
}

fn run(engine: &mut WasmEngine, command: &Document) -> Document {
    let bytes = command.to_vec().expect("a document can be encoded");
    Document::from_reader(engine.run_command(&bytes).as_slice()).expect("a reply is a document")
}

fn insert(engine: &mut WasmEngine, id: i32) {
    let reply = run(engine, &doc! { "insert": "books", "documents": [{ "_id": id }], "$db": "test" });
    assert_eq!(reply.get("ok"), Some(&Bson::Double(1.0)), "{reply}");
}

fn count(engine: &mut WasmEngine) -> i32 {
    run(engine, &doc! { "count": "books", "$db": "test" }).get_i32("n").expect("a count")
}

fn message(error: JsError) -> String {
    js_sys::Error::from(JsValue::from(error)).message().into()
}

#[wasm_bindgen_test]
fn commands_are_answered() {
    let mut engine = engine();
    insert(&mut engine, 1);
    assert_eq!(count(&mut engine), 1);
    assert!(engine.memory_usage() > 0.0);
}

#[wasm_bindgen_test]
fn malformed_bytes_get_a_reply() {
    let mut engine = engine();
    for bytes in [&[][..], &[15, 0, 0, 0], &[255; 64]] {
        let reply = Document::from_reader(engine.run_command(bytes).as_slice()).expect("a document");
        assert_eq!(reply.get("ok"), Some(&Bson::Double(0.0)), "{reply}");
    }
}

#[wasm_bindgen_test]
fn a_snapshot_can_be_restored_more_than_once() {
    let mut engine = engine();
    insert(&mut engine, 1);
    let snapshot = engine.snapshot();
    for id in 2..4 {
        insert(&mut engine, id);
        engine.restore(&snapshot).ok().expect("its own state");
        assert_eq!(count(&mut engine), 1);
    }
}

#[wasm_bindgen_test]
fn a_dump_carries_the_data_to_another_engine() {
    let (mut one, mut other) = (engine(), engine());
    insert(&mut one, 1);
    other.load(&one.dump()).ok().expect("a dump can be loaded");
    assert_eq!(count(&mut other), 1);
}

#[wasm_bindgen_test]
fn invalid_dumps_are_rejected_and_change_nothing() {
    let mut engine = engine();
    insert(&mut engine, 1);
    assert!(engine.load(&[1, 2, 3]).is_err());
    assert_eq!(count(&mut engine), 1);
}

#[wasm_bindgen_test]
fn the_clock_takes_dates_only() {
    let mut engine = engine();
    engine.set_now(START + 1.9).ok().expect("a date");
    assert_eq!(engine.now(), START + 1.0);
    for wrong in [f64::NAN, f64::INFINITY, 8.65e15] {
        let error = engine.set_now(wrong).expect_err("not a date");
        assert!(message(error).contains("is not a time"));
    }
    assert_eq!(engine.now(), START + 1.0);
}

#[wasm_bindgen_test]
fn a_seed_is_an_integer() {
    let error = WasmEngine::new(START, 0.5).expect_err("half a seed");
    assert_eq!(message(error), "0.5 is not an integer that can serve as a seed");
    assert!(WasmEngine::new(START, -7.0).is_ok());
}

#[wasm_bindgen_test]
fn a_throwing_host_is_an_error_of_the_command() {
    let mut engine = engine();
    insert(&mut engine, 1);
    engine.set_host(Function::new_with_args("request", "throw new RangeError('too far')"));
    let reply = run(&mut engine, &doc! { "find": "books", "filter": { "$where": "true" }, "$db": "test" });
    assert_eq!(reply.get("ok"), Some(&Bson::Double(0.0)), "{reply}");
    assert!(reply.get_str("errmsg").is_ok_and(|text| text.contains("RangeError: too far")), "{reply}");
}

#[wasm_bindgen_test]
fn a_cluster_answers_as_its_router() {
    let mut cluster = WasmEngine::cluster(START, 1.0, 3.0, 100.0).ok().expect("valid options");
    let hello = run(&mut cluster, &doc! { "hello": 1, "$db": "admin" });
    assert_eq!(hello.get_str("msg").ok(), Some("isdbgrid"), "{hello}");
    let shards = run(&mut cluster, &doc! { "listShards": 1, "$db": "admin" });
    assert_eq!(shards.get_array("shards").map(Vec::len).ok(), Some(3), "{shards}");
    insert(&mut cluster, 1);
    assert_eq!(count(&mut cluster), 1);
}

#[wasm_bindgen_test]
fn a_cluster_has_whole_numbers_of_shards_and_documents() {
    for (shards, limit) in [(-1.0, 10.0), (0.5, 10.0), (f64::NAN, 10.0), (2.0, -1.0), (2.0, f64::INFINITY)] {
        let error = WasmEngine::cluster(START, 1.0, shards, limit).expect_err("not counts");
        assert!(message(error).contains("is not a whole number"));
    }
}

#[wasm_bindgen_test]
fn a_server_does_not_take_a_cluster_s_state() {
    let mut single = engine();
    insert(&mut single, 1);
    let cluster = WasmEngine::cluster(START, 1.0, 2.0, 100.0).ok().expect("valid options");
    assert!(single.restore(&cluster.snapshot()).is_err());
    assert!(single.load(&cluster.dump()).is_err());
    assert_eq!(count(&mut single), 1);
}

/// Returns the number of memory pages.
fn pages() -> usize {
    core::arch::wasm32::memory_size::<0>()
}

#[wasm_bindgen_test]
fn memory_grows_in_few_steps() {
    let mut engine = engine();
    let text = "x".repeat(32 * 1024);
    let (mut before, mut steps) = (pages(), 0);
    let first = before;
    for id in 0..500 {
        run(
            &mut engine,
            &doc! { "insert": "books", "documents": [{ "_id": id, "text": &text }], "$db": "test" },
        );
        steps += usize::from(pages() > before);
        before = pages();
    }
    let grown = before - first;
    assert!(grown >= 16 * 1024 * 1024 / (64 * 1024), "memory holds the documents: {grown} pages");
    assert!(steps < grown / 8, "{steps} steps to {grown} pages");
}
