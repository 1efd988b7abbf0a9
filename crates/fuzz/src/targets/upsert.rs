//! An upsert takes the fields that its query tests for equality, and no others.

use bson::{Bson, Document, doc};

use crate::{Server, Source};

const PATHS: &[&str] = &["a", "b", "c.d", "c", "c.e.f", "a.b"];

/// # Panics
/// When the inserted document has other fields, or a field given by two conditions is not refused.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    for id in 0..6 {
        let mut taken = Some(Vec::new());
        let mut query = filter(&mut source, 3, &mut taken);
        query.insert("_id", id);
        let statement = doc! { "q": query, "u": { "$set": { "set": 1 } }, "upsert": true };
        let reply = server.run(doc! { "update": "c", "updates": [statement.clone()] });
        let refused =
            reply.get_array("writeErrors").ok().and_then(|errors| errors.first()?.as_document().cloned());
        let expected = taken.as_deref().and_then(built);
        match (refused, expected) {
            (Some(error), None) => assert_eq!(error.get_i32("code").ok(), Some(54), "{statement} {error}"),
            (None, Some(expected)) => {
                let found = server.batch(doc! { "find": "c", "filter": { "_id": id } }).expect("a document");
                let mut found = found.first().cloned().unwrap_or_default();
                assert_eq!(found.remove("_id"), Some(Bson::Int32(id)), "{statement} {reply}");
                assert_eq!(found.remove("set"), Some(Bson::Int32(1)), "{statement}");
                assert_eq!(unordered(&found), unordered(&expected), "{statement}");
            }
            (refused, expected) => panic!("{statement}\nerror    {refused:?}\nexpected {expected:?}"),
        }
        if source.rest().is_empty() {
            break;
        }
    }
}

/// A filter and its equalities, or none in a place from which an upsert takes no fields.
fn filter(source: &mut Source<'_>, depth: usize, taken: &mut Option<Vec<(String, Bson)>>) -> Document {
    let mut filter = Document::new();
    for _ in 0..=source.below(3) {
        let path = source.pick(PATHS);
        let value = Bson::Int32(source.below(3) as i32);
        let choice = source.below(if depth == 0 { 8 } else { 12 });
        // A name occurs once in a document.
        let name = match choice {
            8 | 9 => "$and",
            10 => "$or",
            11 => "$nor",
            _ => path,
        };
        if filter.contains_key(name) {
            continue;
        }
        let take = |taken: &mut Option<Vec<_>>| {
            if let Some(taken) = taken {
                taken.push((path.to_owned(), value.clone()));
            }
        };
        let condition = match choice {
            0 | 1 => {
                take(taken);
                value
            }
            2 => {
                take(taken);
                Bson::Document(doc! { "$eq": value })
            }
            3 => {
                take(taken);
                Bson::Document(doc! { "$all": [value] })
            }
            4 => {
                take(taken);
                Bson::Document(doc! { "$eq": value, "$gte": source.below(2) as i32 - 1 })
            }
            5 => Bson::Document(doc! { "$not": { "$eq": value } }),
            6 => Bson::Document(doc! { source.pick(&["$gt", "$ne", "$lte"]): value }),
            7 => Bson::Document(doc! { "$in": [value, 7] }),
            8 | 9 => {
                let parts = (0..=source.below(2)).map(|_| self::filter(source, depth - 1, taken));
                Bson::Array(parts.map(Bson::Document).collect())
            }
            // A single branch is the same as the condition itself.
            10 if source.below(2) == 0 => Bson::Array(vec![self::filter(source, depth - 1, taken).into()]),
            // With the last branch, the others cannot be simplified to one condition, or to one on a single field.
            10 => {
                let parts = (0..2).map(|_| self::filter(source, depth - 1, &mut None));
                let parts = parts.chain([doc! { "z": { "$gt": 1 } }]);
                Bson::Array(parts.map(Bson::Document).collect())
            }
            _ => {
                let parts = (0..2).map(|_| self::filter(source, depth - 1, &mut None));
                Bson::Array(parts.map(Bson::Document).collect())
            }
        };
        filter.insert(name, condition);
    }
    filter
}

/// The document with these values at these paths; `None` if a path occurs twice or within another one.
fn built(taken: &[(String, Bson)]) -> Option<Document> {
    let mut document = Document::new();
    for (path, value) in taken {
        let mut place = &mut document;
        let mut parts = path.split('.').peekable();
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                if place.contains_key(part) {
                    return None;
                }
                place.insert(part, value.clone());
                break;
            }
            place =
                place.entry(part.to_owned()).or_insert_with(|| Bson::Document(doc! {})).as_document_mut()?;
        }
    }
    Some(document)
}

/// A document's fields in order of their names.
fn unordered(document: &Document) -> Document {
    let mut fields: Vec<_> = document.iter().collect();
    fields.sort_by_key(|(name, _)| name.as_str());
    let inner = |value: &Bson| match value {
        Bson::Document(fields) => Bson::Document(unordered(fields)),
        other => other.clone(),
    };
    fields.into_iter().map(|(name, value)| (name.clone(), inner(value))).collect()
}
