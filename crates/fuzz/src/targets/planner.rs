//! Every plan gives the answer of a scan, and a write has the same effect as without indexes.

use bson::{Bson, Document, doc};

use super::filter::bytes_of;
use crate::nested::Vocabulary;
use crate::{Server, Source};

/// Errors of a write that only an index can cause: arrays in two of its fields or in a hashed one, equal values, and
/// a number in its path that is a position in an array as well as a field of its documents.
const OF_INDEXES: [i32; 4] = [171, 16766, 11000, 16746];
/// Errors of a hint that the query cannot follow.
const OF_HINTS: [i32; 2] = [2, 291];

/// # Panics
/// When an index changes an answer, makes a query fail, or changes what a write does.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    if source.below(4) == 3 {
        whole_language(&mut source);
    } else {
        nested(&mut source);
    }
}

/// Arrays in arrays, with indexes and queries on the same few paths: see [`crate::nested`].
fn nested(source: &mut Source<'_>) {
    let mut server = Server::default();
    let mut vocabulary = Vocabulary::new(source);
    let mut hints = Vec::new();
    for number in 0..=source.below(3) {
        let (mut index, may_lack_documents) = index(source, &vocabulary);
        let name = format!("i{number}");
        index.insert("name", name.clone());
        let created = server.run(doc! { "createIndexes": "c", "indexes": [index] });
        if !created.contains_key("code") && !may_lack_documents {
            hints.push(name);
        }
    }
    // A document that an index refuses is in neither collection.
    let documents: Vec<_> = (0..=source.below(6)).map(|_| vocabulary.document(source)).collect();
    server.store("c", documents);
    let stored = all(&mut server, "c");
    server.run(doc! { "insert": "plain", "documents": stored });
    for _ in 0..8 {
        question(source, &vocabulary).compare(&mut server, &hints);
        if source.rest().is_empty() {
            break;
        }
    }
    write(source, &vocabulary, &mut server);
}

/// An index on one or more of the paths, with whether it may lack documents.
fn index(source: &mut Source<'_>, vocabulary: &Vocabulary) -> (Document, bool) {
    let mut key = Document::new();
    for _ in 0..=source.below(4) / 2 {
        key.insert(vocabulary.path(source), source.direction());
    }
    let path = vocabulary.path(source);
    match source.below(16) {
        8 => (doc! { "key": { "$**": 1 } }, false),
        9 => (doc! { "key": { format!("{path}.$**"): 1 } }, false),
        10 => {
            key.insert(path, "hashed");
            (doc! { "key": key }, false)
        }
        11 => (doc! { "key": key, "sparse": true }, true),
        12 => (doc! { "key": key, "partialFilterExpression": { path: { "$exists": true } } }, true),
        13 => (
            doc! { "key": key, "partialFilterExpression": { path: { "$gte": source.below(3) as i32 } } },
            true,
        ),
        14 => (doc! { "key": key, "collation": { "locale": "en", "strength": 2 } }, false),
        15 => (doc! { "key": key, "unique": true }, false),
        _ => (doc! { "key": key }, false),
    }
}

/// A command without the name of its collection, and how its answers compare.
struct Question {
    name: &'static str,
    arguments: Document,
    /// Whether the order of the documents is known.
    ordered: bool,
    /// Whether documents that tie may come in any order, so that only the sort's keys, as field `k`, can be compared.
    keys_alone: bool,
}

fn question(source: &mut Source<'_>, vocabulary: &Vocabulary) -> Question {
    let filter = vocabulary.filter(source, 3);
    let mut question = Question { name: "find", arguments: doc! {}, ordered: false, keys_alone: false };
    let choice = source.below(16);
    match choice {
        12 => (question.name, question.arguments) = ("count", doc! { "query": filter }),
        13 => {
            let key = vocabulary.path(source);
            (question.name, question.arguments) = ("distinct", doc! { "key": key, "query": filter });
        }
        14 | 15 => {
            let group = doc! { "_id": format!("${}", vocabulary.path(source)), "n": { "$sum": 1 } };
            let pipeline = [doc! { "$match": filter }, doc! { "$group": group }];
            (question.name, question.arguments) =
                ("aggregate", doc! { "pipeline": pipeline.to_vec(), "cursor": {} });
        }
        _ => {
            question.arguments = doc! { "filter": filter };
            question.shape(source, vocabulary);
        }
    }
    // A group or a list of values may show any of several equal strings.
    if choice < 13 && source.below(8) == 7 {
        question.arguments.insert("collation", doc! { "locale": "en", "strength": 2 });
    }
    question
}

impl Question {
    /// Adds an order, a limit and a projection to a find.
    fn shape(&mut self, source: &mut Source<'_>, vocabulary: &Vocabulary) {
        let choice = source.below(4);
        let mut sort = doc! { vocabulary.path(source): source.direction() };
        if source.below(4) == 3 {
            sort.insert(vocabulary.path(source), source.direction());
        }
        match choice {
            1 => self.ordered = true,
            2 => self.keys_alone = true,
            _ => {
                if source.below(2) == 1 {
                    let projection = doc! { vocabulary.path(source): 1, "_id": source.below(2) as i32 };
                    self.arguments.insert("projection", projection);
                }
                return;
            }
        }
        if self.ordered {
            sort.insert("_id", 1);
        } else {
            self.arguments.insert("projection", doc! { "k": { "$meta": "sortKey" } });
        }
        self.arguments.insert("sort", sort);
        if source.below(2) == 1 {
            self.arguments.insert("limit", 1 + source.below(3) as i32);
        }
        if source.below(4) == 3 {
            self.arguments.insert("skip", 1);
        }
    }

    fn on(&self, collection: &str, hint: Option<&String>) -> Document {
        let mut command = doc! { self.name: collection };
        command.extend(self.arguments.clone());
        command.extend(hint.map(|name| ("hint".to_owned(), Bson::from(name))));
        command
    }

    /// Compares the answers of the planner's choice and of each index with a scan's.
    fn compare(&self, server: &mut Server, hints: &[String]) {
        // An expression may fail on a document that an index skips.
        let Ok(scanned) = self.answer(server, self.on("plain", None)) else { return };
        for hint in std::iter::once(None).chain(hints.iter().map(Some)) {
            let command = self.on("c", hint);
            match self.answer(server, command.clone()) {
                Err(code) if hint.is_some() && OF_HINTS.contains(&code) => {}
                Err(code) => panic!("with indexes error {code}: {command}"),
                Ok(found) if self.known(&found) == self.known(&scanned) => {}
                Ok(found) => {
                    let plan = server.run(doc! { "explain": command.clone() });
                    let plan = plan.to_string();
                    // Rejected plans say nothing about the answer.
                    let stages = plan.split("rejectedPlans").next().unwrap_or_default();
                    // An index distinguishes neither a missing field from null nor one NaN from another, and keeps an
                    // order of its own: covered answers have nulls, and their fields in the index's order, as a
                    // server's do.
                    let is_covered = (stages.contains("IXSCAN") || stages.contains("DISTINCT_SCAN"))
                        && !stages.contains("FETCH");
                    let (found, scanned) = if is_covered {
                        (as_covered(found), as_covered(scanned.clone()))
                    } else {
                        (found, scanned.clone())
                    };
                    assert!(
                        self.known(&found) == self.known(&scanned),
                        "{command}\nfound   {found:?}\nscanned {scanned:?}\n{plan}"
                    );
                }
            }
        }
    }

    /// The answer as documents, or the error's code.
    fn answer(&self, server: &mut Server, command: Document) -> Result<Vec<Document>, i32> {
        if matches!(self.name, "find" | "aggregate") {
            return server.batch(command);
        }
        let reply = server.run(command);
        if let Ok(code) = reply.get_i32("code") {
            return Err(code);
        }
        let values = match reply.get_array("values") {
            Ok(values) => values.clone(),
            Err(_) => vec![reply.get("n").cloned().unwrap_or(Bson::Null)],
        };
        Ok(values.into_iter().map(|value| doc! { "value": value }).collect())
    }

    /// The comparable part of an answer: the documents, in order if it is determined, and the keys of the order.
    fn known(&self, answer: &[Document]) -> (Vec<Vec<u8>>, Vec<String>) {
        let keys = if self.keys_alone {
            answer.iter().map(|d| format!("{:?}", d.get("k"))).collect()
        } else {
            vec![]
        };
        // With a limit, any of the documents that tie may be returned.
        if self.keys_alone && ["limit", "skip"].iter().any(|name| self.arguments.contains_key(name)) {
            return (Vec::new(), keys);
        }
        let mut documents = bytes_of(answer);
        if !self.ordered {
            documents.sort_unstable();
        }
        (documents, keys)
    }
}

/// Changes both collections in the same way.
fn write(source: &mut Source<'_>, vocabulary: &Vocabulary, server: &mut Server) {
    let filter = vocabulary.filter(source, 2);
    let mut path = vocabulary.path(source);
    let choice = source.below(8);
    path.push_str(source.pick(&["", ".$", ".$.b", ".$[]"]));
    let change = match source.below(5) {
        0 => doc! { "$set": { path: 9 } },
        1 => doc! { "$inc": { path: 1 } },
        2 => doc! { "$push": { path: 1 } },
        3 => doc! { "$unset": { path: 1 } },
        _ => doc! { "$pull": { path: { "$gte": 1 } } },
    };
    let command = |collection: &str| match choice {
        7 => doc! { "delete": collection, "deletes": [{ "q": filter.clone(), "limit": 0 }] },
        _ => doc! { "update": collection, "updates": [
            { "q": filter.clone(), "u": change.clone(), "multi": true, "upsert": choice >= 5 },
        ] },
    };
    let (plain, indexed) = (server.run(command("plain")), server.run(command("c")));
    server.assert_valid();
    let (refused, also) = (write_error(&plain), write_error(&indexed));
    if also.is_some_and(|code| OF_INDEXES.contains(&code)) {
        return;
    }
    assert_eq!(refused.is_some(), also.is_some(), "{} {plain} {indexed}", command("c"));
    if refused.is_none() {
        let without_id = |documents: Vec<Document>| {
            documents.into_iter().map(|mut document| {
                // The _id of an upserted document is random.
                if matches!(document.get("_id"), Some(Bson::ObjectId(_))) {
                    document.remove("_id");
                }
                document
            })
        };
        let found: Vec<_> = without_id(all(server, "c")).collect();
        let expected: Vec<_> = without_id(all(server, "plain")).collect();
        assert!(
            bytes_of(&found) == bytes_of(&expected),
            "{}\nwith indexes    {found:?}\nwithout indexes {expected:?}",
            command("c")
        );
    }
}

/// The code of the error of a write's only statement, or of the write.
fn write_error(reply: &Document) -> Option<i32> {
    let of_statement = |errors: &bson::Array| errors.first()?.as_document()?.get_i32("code").ok();
    let code = reply.get_i32("code").ok();
    code.or_else(|| reply.get_array("writeErrors").ok().and_then(of_statement))
}

fn all(server: &mut Server, collection: &str) -> Vec<Document> {
    let command = doc! { "find": collection, "hint": { "$natural": 1 } };
    server.batch(command).expect("every document")
}

/// Values of all kinds, and all operators of filters.
fn whole_language(source: &mut Source<'_>) {
    let mut server = Server::default();
    let documents: Vec<_> = (0..source.below(8) + 2).map(|_| source.document(3)).collect();
    server.store("plain", documents.clone());
    server.store("c", documents);
    for number in 0..source.below(4) {
        let mut index = doc! { "name": format!("i{number}") };
        let mut key = doc! {};
        while key.len() < 2 {
            key.insert(source.path(), source.direction());
            if source.below(2) == 0 {
                break;
            }
        }
        match source.below(8) {
            0 => key = doc! { source.pick(&["$**", "a.$**"]): 1 },
            1 => key = doc! { source.path(): "hashed" },
            2 => drop(index.insert("sparse", true)),
            3 => drop(index.insert("partialFilterExpression", doc! { "b": { "$gt": 1 } })),
            4 => drop(index.insert("partialFilterExpression", doc! { "a": { "$exists": true } })),
            _ => {}
        }
        index.insert("key", key);
        server.run(doc! { "createIndexes": "c", "indexes": [index] });
    }
    for _ in 0..4 {
        let mut question = Question {
            name: "find",
            arguments: doc! { "filter": source.filter(3) },
            ordered: false,
            keys_alone: false,
        };
        if source.below(2) == 1 {
            question.ordered = true;
            question.arguments.insert("sort", doc! { source.path(): source.direction(), "_id": 1 });
            if source.below(2) == 1 {
                question.arguments.insert("limit", source.below(4) as i32);
            }
        }
        if source.below(3) == 0 {
            let projection = doc! { source.path(): 1, "_id": source.below(2) as i32 };
            question.arguments.insert("projection", projection);
        }
        question.compare(&mut server, &[]);
        if source.rest().is_empty() {
            break;
        }
    }
}

/// The documents without fields that are null or contain only nulls, with one NaN, and their fields in order of their
/// names.
fn as_covered(documents: Vec<Document>) -> Vec<Document> {
    documents.into_iter().map(without_null).collect()
}
fn without_null(document: Document) -> Document {
    let mut fields: Vec<(String, Bson)> = document
        .into_iter()
        .filter_map(|(name, value)| match value {
            Bson::Null => None,
            Bson::Document(inner) => {
                let inner = without_null(inner);
                (!inner.is_empty()).then_some((name, Bson::Document(inner)))
            }
            other => Some((name, with_one_nan(other))),
        })
        .collect();
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    fields.into_iter().collect()
}

fn with_one_nan(value: Bson) -> Bson {
    match value {
        Bson::Double(n) if n.is_nan() => Bson::Double(f64::NAN),
        Bson::Array(items) => items.into_iter().map(with_one_nan).collect(),
        Bson::Document(fields) => {
            Bson::Document(fields.into_iter().map(|(name, value)| (name, with_one_nan(value))).collect())
        }
        other => other,
    }
}
