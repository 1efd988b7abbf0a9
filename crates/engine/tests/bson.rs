//! BSON validation: the grammar of <https://bsonspec.org/spec.html>, type by type, and invalid bytes that a
//! reader must reject
//! (<https://github.com/mongodb/specifications/blob/master/source/bson-corpus/bson-corpus.md>).

use bson::{Document, RawDocument, doc};
use engine::{Engine, EngineOptions};

/// Returns the document with one element `a` of this type.
fn element(tag: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    bytes.extend_from_slice(&[tag, b'a', 0]);
    bytes.extend_from_slice(body);
    bytes.push(0);
    let length = (bytes.len() as i32).to_le_bytes();
    bytes[..4].copy_from_slice(&length);
    bytes
}

fn text(content: &[u8]) -> Vec<u8> {
    [&(content.len() as i32 + 1).to_le_bytes()[..], content, &[0]].concat()
}

fn sized(length: i32, rest: &[u8]) -> Vec<u8> {
    [&length.to_le_bytes()[..], rest].concat()
}

/// Stores the document and reads it back. Returns the bytes of the element, or the error's code.
fn stored(bytes: &[u8]) -> Result<Vec<u8>, i32> {
    let mut engine = Engine::new(EngineOptions::default());
    // Hand-written, since a library would normalize the document first.
    let mut command = vec![0; 4];
    command.extend_from_slice(b"\x02insert\0\x02\0\0\0c\0");
    command.extend_from_slice(b"\x04documents\0");
    command.extend_from_slice(&(bytes.len() as i32 + 8).to_le_bytes());
    command.extend_from_slice(b"\x030\0");
    command.extend_from_slice(bytes);
    command.extend_from_slice(b"\0\x02$db\0\x05\0\0\0test\0\0");
    let length = (command.len() as i32).to_le_bytes();
    command[..4].copy_from_slice(&length);
    let reply = Document::from_reader(engine.run_command(&command).as_slice()).expect("a reply");
    if let Ok(code) = reply.get_i32("code") {
        return Err(code);
    }
    assert_eq!(reply.get_i32("n").ok(), Some(1), "{reply}");
    let find = doc! { "find": "c", "projection": { "_id": 0 }, "$db": "test" }.to_vec().expect("encodable");
    let reply = engine.run_command(&find);
    let reply = RawDocument::from_bytes(&reply).expect("a reply");
    let batch =
        reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch")).expect("a batch");
    Ok(batch.get_document(0).expect("one document").as_bytes().to_vec())
}

#[test]
fn every_type_round_trips() {
    let id = [7; 12];
    let scope = element(0x10, &[1, 0, 0, 0]);
    let code_with_scope = {
        let rest = [text(b"x"), scope.clone()].concat();
        sized(rest.len() as i32 + 4, &rest)
    };
    let cases: Vec<(&str, u8, Vec<u8>)> = vec![
        ("double", 0x01, 1.5f64.to_le_bytes().to_vec()),
        ("NaN with a payload", 0x01, 0x7FF8_0000_0000_0012u64.to_le_bytes().to_vec()),
        ("negative zero", 0x01, (-0.0f64).to_le_bytes().to_vec()),
        ("string", 0x02, text("é\u{0}😀".as_bytes())),
        ("empty string", 0x02, text(b"")),
        ("document", 0x03, scope.clone()),
        ("document with an empty name", 0x03, b"\x07\0\0\0\x0a\0\0".to_vec()),
        ("array", 0x04, b"\x0c\0\0\0\x100\0\x0a\0\0\0\0".to_vec()),
        ("array with an empty index", 0x04, b"\x0b\0\0\0\x10\0\x0a\0\0\0\0".to_vec()),
        ("array with a wrong index", 0x04, b"\x0d\0\0\0\x10ab\0\x0a\0\0\0\0".to_vec()),
        ("binary", 0x05, sized(2, &[0, 1, 2])),
        ("binary of the old kind", 0x05, sized(6, &[2, 2, 0, 0, 0, 1, 2])),
        ("UUID", 0x05, sized(16, &[&[4][..], &[9; 16]].concat())),
        ("binary of a user's kind", 0x05, sized(0, &[0x80])),
        ("undefined", 0x06, vec![]),
        ("object id", 0x07, id.to_vec()),
        ("true", 0x08, vec![1]),
        ("date", 0x09, (-1i64).to_le_bytes().to_vec()),
        ("null", 0x0A, vec![]),
        ("regular expression", 0x0B, b"a\0im\0".to_vec()),
        ("regular expression with options out of order", 0x0B, b"a\0mi\0".to_vec()),
        ("pointer", 0x0C, [text(b"b"), id.to_vec()].concat()),
        ("code", 0x0D, text(b"f")),
        ("symbol", 0x0E, text(b"s")),
        ("code with scope", 0x0F, code_with_scope),
        ("int", 0x10, i32::MIN.to_le_bytes().to_vec()),
        ("timestamp", 0x11, u64::MAX.to_le_bytes().to_vec()),
        ("long", 0x12, i64::MIN.to_le_bytes().to_vec()),
        ("decimal", 0x13, vec![0x12; 16]),
        ("decimal NaN with a payload", 0x13, [vec![0x12; 15], vec![0x7c]].concat()),
        ("min key", 0xFF, vec![]),
        ("max key", 0x7F, vec![]),
    ];
    for (name, tag, body) in cases {
        let bytes = element(tag, &body);
        assert_eq!(stored(&bytes), Ok(bytes.clone()), "{name}");
    }
}

#[test]
fn invalid_bson_is_rejected() {
    let mut unterminated = element(0x0A, &[]);
    *unterminated.last_mut().expect("not empty") = 1;
    let code_with_scope =
        |total: i32, code: &[u8], scope: &[u8]| element(0x0F, &sized(total, &[code, scope].concat()));
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("document too short for its length", sized(100, &[0])),
        ("document shorter than five bytes", sized(4, &[])),
        ("negative length", sized(-1, &[0])),
        ("unterminated document", unterminated),
        ("zero in the place of a type", element(0x00, &[])),
        ("unknown type", element(0x14, &[0; 8])),
        ("type 0x80", element(0x80, &[0; 8])),
        ("double cut short", element(0x01, &[0; 7])),
        ("string of length zero", element(0x02, &sized(0, &[]))),
        ("string of negative length", element(0x02, &sized(-1, b"\0"))),
        ("string that runs on", element(0x02, &sized(1000, b"abc\0"))),
        ("string without its zero", element(0x02, &sized(3, b"abc"))),
        ("string that is not UTF-8", element(0x02, &text(&[0xE9]))),
        ("unpaired surrogate", element(0x02, &text(&[0xED, 0xA0, 0x80]))),
        ("document that runs on", element(0x03, &sized(1000, &[0]))),
        ("document of length zero", element(0x03, &sized(0, &[0]))),
        ("array of a wrong length", element(0x04, &sized(6, &[0]))),
        ("binary of negative length", element(0x05, &sized(-1, &[0]))),
        ("binary that runs on", element(0x05, &sized(1000, &[0, 1]))),
        ("old binary with a longer inner length", element(0x05, &sized(6, &[2, 3, 0, 0, 0, 1, 2]))),
        ("old binary with a shorter inner length", element(0x05, &sized(6, &[2, 1, 0, 0, 0, 1, 2]))),
        (
            "old binary with a negative inner length",
            element(0x05, &sized(6, &[2, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2])),
        ),
        ("old binary without an inner length", element(0x05, &sized(2, &[2, 1, 2]))),
        ("object id cut short", element(0x07, &[0; 11])),
        ("boolean of 2", element(0x08, &[2])),
        ("boolean of 255", element(0x08, &[255])),
        ("date cut short", element(0x09, &[0; 7])),
        ("pattern that is not UTF-8", element(0x0B, b"\xff\0\0")),
        ("options without an end", element(0x0B, b"a\0i")),
        ("pointer without an id", element(0x0C, &text(b"b"))),
        ("pointer with a string of length zero", element(0x0C, &[sized(0, &[]), vec![0; 12]].concat())),
        ("symbol of length zero", element(0x0E, &sized(0, &[]))),
        ("code with scope of no length", code_with_scope(0, &text(b""), &[5, 0, 0, 0, 0])),
        ("code with scope one byte too short", code_with_scope(14, &text(b"a"), &[5, 0, 0, 0, 0])),
        ("code with scope one byte too long", code_with_scope(16, &text(b"a"), &[5, 0, 0, 0, 0])),
        ("scope that runs on", code_with_scope(15, &text(b"a"), &[9, 0, 0, 0, 0])),
        ("name that is not UTF-8", b"\x08\0\0\0\x0a\xff\0\0".to_vec()),
        ("name without an end", b"\x07\0\0\0\x0aa\0".to_vec()),
        ("decimal cut short", element(0x13, &[0; 15])),
    ];
    for (name, bytes) in cases {
        assert_eq!(stored(&bytes), Err(22), "{name}");
    }
}
