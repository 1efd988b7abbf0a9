//! The positional `$` is the first matching element of the first array on the query's path that has no index in it.

use bson::{Bson, Document, doc};

use crate::{Server, Source};

/// A condition on whole numbers.
#[derive(Clone, Copy)]
enum Condition {
    Equal(i32),
    OneOf(i32, i32),
    AtLeast(i32),
}

impl Condition {
    fn new(source: &mut Source<'_>) -> Condition {
        let number = source.below(4) as i32;
        match source.below(3) {
            0 => Condition::Equal(number),
            1 => Condition::OneOf(number, source.below(4) as i32),
            _ => Condition::AtLeast(number),
        }
    }

    fn specification(self) -> Bson {
        match self {
            Condition::Equal(n) => Bson::Int32(n),
            Condition::OneOf(a, b) => Bson::Document(doc! { "$in": [a, b] }),
            Condition::AtLeast(n) => Bson::Document(doc! { "$gte": n }),
        }
    }

    fn holds(self, value: &Bson) -> bool {
        let Bson::Int32(value) = value else { return false };
        match self {
            Condition::Equal(n) => *value == n,
            Condition::OneOf(a, b) => *value == a || *value == b,
            Condition::AtLeast(n) => *value >= n,
        }
    }
}

/// # Panics
/// When another element is set or projected, or one where there is no position.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    for id in 0..6 {
        let document = doc! { "_id": id, "a": value(&mut source, 3) };
        server.run(doc! { "insert": "c", "documents": [document.clone()] });
        let mut path = vec!["a"];
        for _ in 0..source.below(4) {
            path.push(source.pick(&["b", "c", "0", "1"]));
        }
        check(&mut server, &document, &path, Condition::new(&mut source), source.below(2) == 1);
        if source.rest().is_empty() {
            break;
        }
    }
}

/// # Panics
/// When the update differs from the one that the document's shape gives.
fn check(server: &mut Server, document: &Document, path: &[&str], condition: Condition, as_element: bool) {
    let id = document.get("_id").cloned().unwrap_or(Bson::Null);
    let whole = Bson::Document(document.clone());
    let (specification, found) = if as_element {
        // The array at the path has the element.
        let array = at(&whole, path).and_then(Bson::as_array);
        let element = array.and_then(|items| items.iter().position(|item| condition.holds(item)));
        let condition = match condition.specification() {
            Bson::Document(operators) => operators,
            value => doc! { "$eq": value },
        };
        (doc! { "$elemMatch": condition }.into(), element.map(|element| (path.len(), element)))
    } else {
        (condition.specification(), position(&whole, path, 0, condition))
    };
    let query = doc! { "_id": id.clone(), path.join("."): specification };
    let Some((length, element)) = found else { return };
    let target = format!("{}.$", path[..length].join("."));
    let statement = doc! { "q": query.clone(), "u": { "$set": { target: 9 } } };
    let mut expected = document.clone();
    set(&mut expected, &path[..length], element);
    let reply = server.run(doc! { "update": "c", "updates": [statement.clone()] });
    let stored = server.batch(doc! { "find": "c", "filter": { "_id": id } }).expect("a document");
    assert_eq!(stored, [expected], "{document} {statement} {reply}");
}

/// The value at a path through fields and elements by their index.
fn at<'b>(value: &'b Bson, path: &[&str]) -> Option<&'b Bson> {
    path.iter().try_fold(value, |value, part| match value {
        Bson::Document(fields) => fields.get(part),
        Bson::Array(items) => items.get(part.parse::<usize>().ok()?),
        _ => None,
    })
}

/// The number of path parts up to the first array that is not indexed by the path, and its matching element.
fn position(value: &Bson, path: &[&str], taken: usize, condition: Condition) -> Option<(usize, usize)> {
    let rest = &path[taken..];
    match (value, rest) {
        (Bson::Array(items), []) => Some((taken, items.iter().position(|item| condition.holds(item))?)),
        (Bson::Array(items), [name, ..]) => {
            if let Ok(index) = name.parse::<usize>() {
                // An array at the end of the path, reached by an index, counts as one value.
                return match rest.len() {
                    1 => None,
                    _ => position(items.get(index)?, path, taken + 1, condition),
                };
            }
            let matches = |item: &Bson| matches!(item, Bson::Document(_)) && matches(item, rest, condition);
            Some((taken, items.iter().position(matches)?))
        }
        (Bson::Document(fields), [name, ..]) => position(fields.get(name)?, path, taken + 1, condition),
        _ => None,
    }
}

/// Whether some value at the path meets the condition.
fn matches(value: &Bson, path: &[&str], condition: Condition) -> bool {
    match (value, path) {
        (Bson::Array(items), []) => items.iter().any(|item| condition.holds(item)),
        (Bson::Array(items), [name, rest @ ..]) => {
            let at_index = name.parse::<usize>().ok().and_then(|index| items.get(index));
            at_index.is_some_and(|item| match rest {
                [] => condition.holds(item),
                _ => matches(item, rest, condition),
            }) || items.iter().any(|item| matches!(item, Bson::Document(_)) && matches(item, path, condition))
        }
        (Bson::Document(fields), [name, rest @ ..]) => {
            fields.get(name).is_some_and(|field| matches(field, rest, condition))
        }
        (value, []) => condition.holds(value),
        _ => false,
    }
}

fn set(document: &mut Document, path: &[&str], element: usize) {
    let Some(mut value) = document.get_mut(path[0]) else { return };
    for part in &path[1..] {
        let inner = match value {
            Bson::Document(fields) => fields.get_mut(part),
            Bson::Array(items) => part.parse::<usize>().ok().and_then(|index| items.get_mut(index)),
            _ => None,
        };
        let Some(inner) = inner else { return };
        value = inner;
    }
    if let Bson::Array(items) = value {
        items[element] = Bson::Int32(9);
    }
}

/// Numbers in arrays and documents, and fields that are not numbers.
fn value(source: &mut Source<'_>, depth: usize) -> Bson {
    match source.below(if depth == 0 { 3 } else { 8 }) {
        0..=2 => Bson::Int32(source.below(4) as i32),
        3..=5 => {
            let length = source.below(4);
            Bson::Array((0..length).map(|_| value(source, depth - 1)).collect())
        }
        _ => {
            let mut document = Document::new();
            for _ in 0..source.below(3) {
                document.insert(source.pick(&["b", "c"]), value(source, depth - 1));
            }
            Bson::Document(document)
        }
    }
}
