//! Tests of the update language.

use super::*;
use crate::testing::doc;

fn update(code: &str) -> Result<Update> {
    let code = doc(code);
    let context = FilterContext::default();
    let options = UpdateOptions { array_filters: None, constants: None, context: &context };
    let raw = RawValue { tag: crate::value::tag::DOCUMENT, bytes: &code };
    Update::parse(raw, &options)
}

fn json(bytes: &[u8]) -> serde_json::Value {
    let document = bson::Document::from_reader(bytes).expect("valid BSON");
    bson::Bson::Document(document).into_canonical_extjson()
}

#[test]
fn every_operator_example_holds() {
    for operator in operator::TABLE {
        let example = operator.help.example;
        let (input, output) = (doc(example.input), doc(example.output));
        let applied = update(example.code).and_then(|update| update.apply(RawDoc::new(&input), None));
        let applied = applied.unwrap_or_else(|error| panic!("{}: {error}", operator.help.name));
        assert_eq!(json(&applied.document), json(&output), "{}", operator.help.name);
        assert!(applied.changed, "{}", operator.help.name);
    }
}

#[test]
fn every_modifier_example_holds() {
    let context = FilterContext::default();
    for help in super::modifier::MODIFIERS {
        let (input, statement) = (doc(help.example.input), doc(help.example.code));
        let (input, statement) = (RawDoc::new(&input), RawDoc::new(&statement));
        let array_filters = statement.get("arrayFilters").and_then(RawValue::as_array);
        let options = UpdateOptions { array_filters, constants: None, context: &context };
        let update = Update::parse(statement.get("u").unwrap(), &options).unwrap();
        let filter = Filter::parse(statement.get("q").unwrap().as_document().unwrap(), &context).unwrap();
        let position = filter.matches_with_position(input).unwrap();
        assert_eq!(update.needs_position(), help.name == "$");
        let applied = update.apply(input, position.as_ref()).unwrap();
        assert_eq!(json(&applied.document), json(&doc(help.example.output)), "{}", help.name);
    }
}

fn apply(code: &str, input: &str) -> Applied {
    let input = doc(input);
    update(code).and_then(|update| update.apply(RawDoc::new(&input), None)).unwrap()
}

#[test]
fn a_value_of_the_same_size_is_patched() {
    let input = doc(r#"{"_id": 1, "a": {"b": 5, "c": "x"}}"#);
    let applied = apply(r#"{"$inc": {"a.b": 1}}"#, r#"{"_id": 1, "a": {"b": 5, "c": "x"}}"#);
    let Patch { offset, length, written } = applied.patch.expect("nothing moved");
    assert_eq!((length, written, applied.bytes_shifted), (4, 4, 0));
    let mut patched = input.clone();
    patched[offset..offset + length].copy_from_slice(&applied.document[offset..offset + length]);
    assert_eq!(patched, applied.document);
    // A longer string moves the bytes after it.
    let applied = apply(r#"{"$set": {"a": "long text"}}"#, r#"{"_id": 1, "a": "x", "b": 1}"#);
    assert_eq!((applied.patch, applied.bytes_shifted), (None, 7));
    // A change of type changes the type byte too.
    let applied = apply(r#"{"$set": {"a": 1.0}}"#, r#"{"_id": 1, "a": {"$numberLong": "1"}}"#);
    assert_eq!(applied.patch.map(|patch| patch.written), Some(11));
    // Unchanged bytes between two changes don't count.
    let applied = apply(r#"{"$inc": {"a": 1, "c": 1}}"#, r#"{"_id": 1, "a": 5, "b": "xxxxx", "c": 5}"#);
    assert_eq!(applied.patch.map(|patch| (patch.length, patch.written)), Some((24, 8)));
}

#[test]
fn appending_shifts_nothing() {
    let input = r#"{"_id": 1, "n": 1, "a": [1, 2]}"#;
    assert_eq!(apply(r#"{"$push": {"a": 3}}"#, input).bytes_shifted, 0);
    assert_eq!(apply(r#"{"$set": {"z": 3}}"#, input).bytes_shifted, 0);
    // The array after it moves: type, name, 4 + 2 * 7 + 1 bytes.
    assert_eq!(apply(r#"{"$unset": {"n": 1}}"#, input).bytes_shifted, 22);
}

#[test]
fn fields_passed_are_counted_on_every_level() {
    let input = r#"{"_id": 1, "a": 1, "b": {"x": 1, "y": {"deep": [1, 2, 3]}, "z": 1}, "c": 1}"#;
    for (code, walked) in [
        (r#"{"$set": {"_id": 1}}"#, 0),
        (r#"{"$inc": {"a": 1}}"#, 1),
        (r#"{"$inc": {"b.z": 1}}"#, 4),
        (r#"{"$inc": {"c": 1}}"#, 3),
        (r#"{"$inc": {"new": 1}}"#, 4),
        (r#"{"$inc": {"a": 1, "c": 1}}"#, 3),
        (r#"{"$inc": {"b.y.deep.2": 1}}"#, 5),
    ] {
        assert_eq!(apply(code, input).fields_walked, walked, "{code}");
    }
    // A pipeline reads the whole document.
    let pipeline = doc(r#"{"u": [{"$set": {"a": 2}}]}"#);
    let context = FilterContext::default();
    let options = UpdateOptions { array_filters: None, constants: None, context: &context };
    let update = Update::parse(RawDoc::new(&pipeline).get("u").unwrap(), &options).unwrap();
    assert_eq!(update.apply(RawDoc::new(&doc(input)), None).unwrap().fields_walked, 11);
}

#[test]
fn paths_are_limited_in_length() {
    let long = vec!["a"; 100_000].join(".");
    assert_eq!(update(&format!(r#"{{"$set": {{"{long}": 1}}}}"#)).unwrap_err().code(), 15);
    let filter = doc(&format!(r#"{{"{long}": 1}}"#));
    if let Ok(filter) = Filter::parse(RawDoc::new(&filter), &FilterContext::default()) {
        let update = update(r#"{"$set": {"b": 1}}"#).unwrap();
        assert_eq!(update.upsert_document(&filter, [0; 12]).unwrap_err().code(), 15);
    }
}

#[test]
fn malformed_documents_do_not_panic() {
    let whole = doc(r#"{"_id": 1, "a": [1, {"b": "text"}], "c": {"d": 1}}"#);
    let code = r#"{"$set": {"a.1.b": "other", "c.e": 1}, "$inc": {"c.d": 1}, "$push": {"f": 1}}"#;
    let update = update(code).unwrap();
    for at in 0..whole.len() {
        for byte in [0u8, 1, 4, 0x7f, 0xff] {
            let mut broken = whole.clone();
            broken[at] = byte;
            let _ = update.apply(RawDoc::new(&broken), None);
            let _ = update.apply(RawDoc::new(&whole[..at]), None);
        }
    }
}

#[test]
fn many_fields_at_once_are_each_found() {
    let fields = |from: u32, to: u32, add: u32| {
        (from..to).map(|n| format!("\"f{n:03}\": {}", n + add)).collect::<Vec<_>>().join(", ")
    };
    let applied = apply(
        &format!("{{\"$set\": {{{}}}}}", fields(30, 90, 500)),
        &format!("{{\"_id\": 1, {}}}", fields(0, 60, 0)),
    );
    let wanted = format!("{{\"_id\": 1, {}, {}}}", fields(0, 30, 0), fields(30, 90, 500));
    assert_eq!(json(&applied.document), json(&doc(&wanted)));
    let positions: Vec<String> = (0..40).map(|n| format!("\"a.{}\": 1", n * 2)).collect();
    let zeros = ["0"; 60].join(", ");
    let applied = apply(
        &format!("{{\"$inc\": {{{}}}}}", positions.join(", ")),
        &format!("{{\"_id\": 1, \"a\": [{zeros}]}}"),
    );
    let expected = (0..79).map(|n| match n {
        n if n % 2 == 0 => "1",
        n if n < 60 => "0",
        _ => "null",
    });
    let expected = expected.collect::<Vec<_>>().join(", ");
    assert_eq!(json(&applied.document), json(&doc(&format!("{{\"_id\": 1, \"a\": [{expected}]}}"))));
}

/// Reads the value at a dotted path, as a reference implementation.
fn read<'v>(value: &'v serde_json::Value, path: &str) -> Option<&'v serde_json::Value> {
    path.split('.').try_fold(value, |value, name| match value {
        serde_json::Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        other => other.get(name),
    })
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    fn scalar() -> impl Strategy<Value = String> {
        prop_oneof![
            (-5i32..100).prop_map(|n| n.to_string()),
            "[a-c]{0,9}".prop_map(|text| format!("\"{text}\"")),
            Just("null".to_owned()),
            Just("2.5".to_owned()),
        ]
    }

    fn tree() -> impl Strategy<Value = String> {
        scalar().prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4)
                    .prop_map(|items| format!("[{}]", items.join(", "))),
                prop::collection::btree_map("[a-d]", inner, 0..4).prop_map(|fields| {
                    let fields: Vec<String> =
                        fields.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
                    format!("{{{}}}", fields.join(", "))
                }),
            ]
        })
    }

    fn document() -> impl Strategy<Value = String> {
        prop::collection::btree_map("[a-d]", tree(), 0..4).prop_map(|fields| {
            let fields: Vec<String> =
                fields.iter().map(|(name, value)| format!(", \"{name}\": {value}")).collect();
            format!("{{\"_id\": 1{}}}", fields.join(""))
        })
    }

    fn path() -> impl Strategy<Value = String> {
        prop::collection::vec("[a-d0-3]", 1..4).prop_map(|parts| parts.join("."))
    }

    proptest! {
        #[test]
        fn a_set_value_is_read_back(input in document(), path in path(), value in tree()) {
            let before = doc(&input);
            let update = update(&format!(r#"{{"$set": {{"{path}": {value}}}}}"#)).unwrap();
            match update.apply(RawDoc::new(&before), None) {
                Ok(applied) => {
                    crate::value::validate(&applied.document).unwrap();
                    let after = json(&applied.document);
                    let wanted = json(&doc(&format!(r#"{{"v": {value}}}"#)));
                    prop_assert_eq!(read(&after, &path), wanted.get("v"));
                    prop_assert_eq!(applied.changed, applied.document != before);
                    if let Some(Patch { offset, length, .. }) = applied.patch {
                        let mut patched = before.clone();
                        patched[offset..offset + length]
                            .copy_from_slice(&applied.document[offset..offset + length]);
                        prop_assert_eq!(&patched, &applied.document);
                    }
                    // Applying it again changes nothing.
                    let again = update.apply(RawDoc::new(&applied.document), None).unwrap();
                    prop_assert!(!again.changed);
                    prop_assert_eq!(again.document, applied.document);
                }
                Err(error) => prop_assert_eq!(error.code(), 28),
            }
        }

        #[test]
        fn an_unset_value_is_gone_until_set_again(input in document(), path in path()) {
            let before = doc(&input);
            let unset = update(&format!(r#"{{"$unset": {{"{path}": 1}}}}"#)).unwrap();
            let applied = unset.apply(RawDoc::new(&before), None).unwrap();
            crate::value::validate(&applied.document).unwrap();
            let (old, new) = (json(&before), json(&applied.document));
            match read(&new, &path) {
                None => {}
                Some(left) => prop_assert!(left.is_null(), "only array elements stay, as null"),
            }
            prop_assert_eq!(applied.changed, read(&old, &path).is_some());
        }

        #[test]
        fn any_two_operators_apply_or_conflict(
            input in document(),
            first in path(),
            second in path(),
            operators in prop::sample::subsequence(vec!["$set", "$inc", "$push", "$unset", "$min", "$rename"], 2),
        ) {
            let before = doc(&input);
            let argument = |operator: &str| match operator { "$rename" => "\"zz\"", _ => "1" };
            let code = format!(
                r#"{{"{}": {{"{first}": {}}}, "{}": {{"{second}": {}}}}}"#,
                operators[0], argument(operators[0]), operators[1], argument(operators[1])
            );
            let above = |a: &str, b: &str| b.strip_prefix(a).is_some_and(|r| r.is_empty() || r.starts_with('.'));
            match update(&code) {
                Err(error) => {
                    prop_assert_eq!(error.code(), 40);
                    prop_assert!(above(&first, &second) || above(&second, &first));
                }
                Ok(update) => {
                    prop_assert!(!above(&first, &second) && !above(&second, &first));
                    if let Ok(applied) = update.apply(RawDoc::new(&before), None) {
                        crate::value::validate(&applied.document).unwrap();
                        if !applied.changed {
                            prop_assert_eq!(applied.document, before);
                        }
                    }
                }
            }
        }
    }
}
