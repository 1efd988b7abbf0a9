//! Update descriptions of change streams: sufficient to repeat the change elsewhere, by the paths in
//! operators.

mod common;

use bson::{Bson, Document, doc};
use common::stream::{Stream, engine, insert, ok, run, types, update};
use common::{document_of, value};
use proptest::prelude::*;

/// Returns the `updateDescription` of one change to one document.
fn described(before: Document, change: impl Into<Bson>) -> Document {
    let mut engine = engine();
    insert(&mut engine, before);
    let mut stream = Stream::open(&mut engine, "c", doc! { "showExpandedEvents": true });
    update(&mut engine, 1, change);
    let events = stream.events(&mut engine);
    assert_eq!(types(&events), ["update"]);
    let description = events[0].get_document("updateDescription").unwrap().clone();
    let is_shown = |value: &Bson| !matches!(value, Bson::Array(array) if array.is_empty());
    description.into_iter().filter(|(_, value)| is_shown(value)).collect()
}

#[test]
fn operators_name_the_paths_they_set() {
    let whole = |before: Document, change: Document| described(before, change);
    assert_eq!(
        whole(doc! { "_id": 1, "a": { "b": 1, "c": 2 } }, doc! { "$set": { "a.b": 5 } }),
        doc! { "updatedFields": { "a.b": 5 } }
    );
    assert_eq!(
        whole(doc! { "_id": 1, "a": { "b": 1, "c": 2 } }, doc! { "$set": { "a": { "b": 5, "c": 2 } } }),
        doc! { "updatedFields": { "a": { "b": 5, "c": 2 } } }
    );
    assert_eq!(
        whole(doc! { "_id": 1 }, doc! { "$set": { "a.b.c": 5 } }),
        doc! { "updatedFields": { "a": { "b": { "c": 5 } } } }
    );
    assert_eq!(
        whole(doc! { "_id": 1, "a": 1 }, doc! { "$rename": { "a": "b" } }),
        doc! { "updatedFields": { "b": 1 }, "removedFields": ["a"] }
    );
    assert_eq!(
        whole(
            doc! { "_id": 1, "a": [{ "n": 1, "m": 0 }, { "n": 2, "m": 0 }] },
            doc! { "$inc": { "a.$[].n": 1 } }
        ),
        doc! { "updatedFields": { "a.0.n": 2, "a.1.n": 3 } }
    );
}

#[test]
fn arrays() {
    let four = || doc! { "_id": 1, "a": [1, 2, 3, 4] };
    assert_eq!(described(four(), doc! { "$push": { "a": 5 } }), doc! { "updatedFields": { "a.4": 5 } });
    assert_eq!(
        described(four(), doc! { "$addToSet": { "a": { "$each": [1, 6, 7] } } }),
        doc! { "updatedFields": { "a.4": 6, "a.5": 7 } }
    );
    assert_eq!(
        described(doc! { "_id": 1, "a": [] }, doc! { "$push": { "a": 5 } }),
        doc! { "updatedFields": { "a": [5] } }
    );
    assert_eq!(
        described(four(), doc! { "$push": { "a": { "$each": [0], "$position": 0 } } }),
        doc! { "updatedFields": { "a": [0, 1, 2, 3, 4] } }
    );
    assert_eq!(described(four(), doc! { "$pull": { "a": 4 } }), doc! { "updatedFields": { "a": [1, 2, 3] } });
    assert_eq!(described(four(), doc! { "$pop": { "a": -1 } }), doc! { "updatedFields": { "a": [2, 3, 4] } });
    assert_eq!(described(four(), doc! { "$set": { "a.1": 9 } }), doc! { "updatedFields": { "a.1": 9 } });
    assert_eq!(described(four(), doc! { "$set": { "a.6": 9 } }), doc! { "updatedFields": { "a.6": 9 } });
    assert_eq!(
        described(doc! { "_id": 1, "a": [1, 2, 3, 4], "b": LONG }, vec![doc! { "$set": { "a": [1, 9] } }]),
        doc! { "updatedFields": { "a": [1, 9] } }
    );
    assert_eq!(
        described(doc! { "_id": 1, "a": [1, 2, 3, 4], "b": LONG }, vec![doc! { "$set": { "a": [1, 9, 3] } }]),
        doc! { "updatedFields": { "a.1": 9 }, "truncatedArrays": [{ "field": "a", "newSize": 3 }] }
    );
}

/// Makes a document long enough that a pipeline's change is reported by its parts rather than as a whole.
const LONG: &str = "what there is of a document that stays as it is";

#[test]
fn large_pipeline_changes_are_replacements() {
    let operation = |before: Document, change: Document| {
        let mut engine = engine();
        insert(&mut engine, before);
        let mut stream = Stream::open(&mut engine, "c", doc! {});
        update(&mut engine, 1, vec![change]);
        types(&stream.events(&mut engine)).concat()
    };
    assert_eq!(operation(doc! { "_id": 1, "n": 1 }, doc! { "$set": { "n": 2 } }), "replace");
    assert_eq!(operation(doc! { "_id": 1, "n": 1, "l": LONG }, doc! { "$set": { "n": 2 } }), "update");
    assert_eq!(operation(doc! { "_id": 1, "n": 1, "l": LONG }, doc! { "$unset": "l" }), "replace");
    assert_eq!(
        described(doc! { "_id": 1, "o": { "a": 1, "b": 2 }, "l": LONG }, vec![doc! { "$set": { "o.a": 3 } }]),
        doc! { "updatedFields": { "o": { "a": 3, "b": 2 } } }
    );
}

#[test]
fn ambiguous_paths() {
    assert_eq!(
        described(doc! { "_id": 1, "a": { "0": 1 } }, doc! { "$set": { "a.0": 2 } }),
        doc! { "updatedFields": { "a.0": 2 }, "disambiguatedPaths": { "a.0": ["a", "0"] } }
    );
    assert_eq!(
        described(doc! { "_id": 1, "r": [{ "0": "x" }] }, doc! { "$set": { "r.0.0": "y" } }),
        doc! { "updatedFields": { "r.0.0": "y" }, "disambiguatedPaths": { "r.0.0": ["r", 0, "0"] } }
    );
    let dotted = doc! { "$replaceWith": { "$setField": { "field": "h.t", "input": "$$ROOT", "value": 2 } } };
    assert_eq!(
        described(doc! { "_id": 1, "h.t": 1, "b": LONG }, vec![dotted]),
        doc! { "updatedFields": { "h.t": 2 }, "disambiguatedPaths": { "h.t": ["h.t"] } }
    );
}

/// Sets or removes the value at a path.
fn set(value: &mut Bson, path: &[Bson], new: Option<Bson>) {
    let Some((step, rest)) = path.split_first() else { return };
    match (value, step) {
        (Bson::Document(document), step) => {
            let name = step.as_str().map_or_else(|| step.to_string(), str::to_owned);
            match (rest, new) {
                ([], Some(new)) => {
                    document.insert(name, new);
                }
                ([], None) => {
                    document.remove(name);
                }
                (rest, new) => set(document.get_mut(name).expect("a parent"), rest, new),
            }
        }
        (Bson::Array(array), step) => {
            let at = step.as_i32().map_or_else(|| step.as_str().unwrap().parse().unwrap(), |at| at as usize);
            match (rest, new) {
                ([], Some(new)) if at >= array.len() => {
                    array.resize(at, Bson::Null);
                    array.push(new);
                }
                ([], Some(new)) => array[at] = new,
                ([], None) => panic!("elements are not removed"),
                (rest, new) => set(&mut array[at], rest, new),
            }
        }
        (other, step) => panic!("{step} of {other}"),
    }
}

/// Applies a description to a document.
fn replayed(before: Document, description: &Document) -> Document {
    let mut document = Bson::Document(before);
    let steps = |path: &str| -> Vec<Bson> {
        let components =
            description.get_document("disambiguatedPaths").ok().and_then(|paths| paths.get(path));
        match components {
            Some(Bson::Array(steps)) => steps.clone(),
            _ => path.split('.').map(Bson::from).collect(),
        }
    };
    for cut in description.get_array("truncatedArrays").unwrap() {
        let cut = cut.as_document().unwrap();
        let mut place = &mut document;
        for step in steps(cut.get_str("field").unwrap()) {
            place = match place {
                Bson::Document(document) => document.get_mut(step.as_str().unwrap()).unwrap(),
                Bson::Array(array) => {
                    let at = step
                        .as_i32()
                        .map_or_else(|| step.as_str().unwrap().parse().unwrap(), |at| at as usize);
                    &mut array[at]
                }
                other => panic!("{step} of {other}"),
            };
        }
        place.as_array_mut().unwrap().truncate(cut.get_i32("newSize").unwrap() as usize);
    }
    for path in description.get_array("removedFields").unwrap() {
        set(&mut document, &steps(path.as_str().unwrap()), None);
    }
    for (path, value) in description.get_document("updatedFields").unwrap() {
        set(&mut document, &steps(path), Some(value.clone()));
    }
    document.as_document().unwrap().clone()
}

/// Sorts the fields of a document alphabetically at every level.
fn sorted(value: Bson) -> Bson {
    match value {
        Bson::Document(document) => {
            let mut fields: Vec<_> =
                document.into_iter().map(|(name, value)| (name, sorted(value))).collect();
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            Bson::Document(fields.into_iter().collect())
        }
        Bson::Array(array) => Bson::Array(array.into_iter().map(sorted).collect()),
        other => other,
    }
}

fn change() -> impl Strategy<Value = Bson> {
    let path = || prop::sample::select(vec!["a", "b", "a.b", "a.0", "b.1", "c.a", "a.$[]", "a.0.b"]);
    let operator = prop::sample::select(vec![
        "$set",
        "$unset",
        "$push",
        "$addToSet",
        "$pop",
        "$pull",
        "$min",
        "$rename",
    ]);
    let one = (operator, path(), value()).prop_map(|(operator, path, value)| {
        let value = match operator {
            "$pop" => Bson::Int32(1),
            "$rename" => Bson::from("d.e"),
            _ => value,
        };
        doc! { operator: { path: value } }
    });
    let push = (value(), -1i32..2).prop_map(|(value, at)| {
        Bson::Document(doc! { "$push": { "a": { "$each": [value], "$position": at } } })
    });
    let whole = document_of(value())
        .prop_map(|document| Bson::Array(vec![doc! { "$replaceWith": { "$literal": document } }.into()]));
    prop_oneof![
        6 => (one.clone(), one).prop_map(|(mut a, b)| { a.extend(b); Bson::Document(a) }),
        1 => push,
        3 => whole,
    ]
}

proptest! {
    #[test]
    fn a_description_repeats_the_change(before in document_of(value()), change in change()) {
        let mut engine = engine();
        let mut before = before;
        before.insert("_id", 1);
        insert(&mut engine, before.clone());
        let mut stream = Stream::open(&mut engine, "c", doc! { "showExpandedEvents": true });
        let find = doc! { "find": "c" };
        let stored = |engine: &mut engine::Engine| -> Document {
            let reply = ok(engine, find.clone());
            let batch = reply.get_document("cursor").unwrap().get_array("firstBatch").unwrap();
            batch[0].as_document().unwrap().clone()
        };
        let before = stored(&mut engine);
        run(&mut engine, doc! { "update": "c", "updates": [{ "q": {}, "u": change }] });
        let after = stored(&mut engine);
        let mut document = before;
        for event in stream.events(&mut engine) {
            document = match event.get_document("fullDocument") {
                Ok(whole) => whole.clone(),
                Err(_) => replayed(document, event.get_document("updateDescription").unwrap()),
            };
        }
        prop_assert_eq!(
            format!("{:?}", sorted(document.into())),
            format!("{:?}", sorted(after.into()))
        );
    }
}
