//! The changes of a transaction, and their conflicts with other changes.

use std::rc::Rc;

use crate::collection::{Change, Collection};
use crate::engine::Database;
use crate::error::{Error, ErrorCode, Result};
use crate::value::{RawDoc, RawValue, key, sort};
use sorted_map::SortedMap;

/// All collections at one time.
pub(super) type Databases = Rc<SortedMap<String, Database>>;

/// A document that differs between two states of a collection.
struct Changed<'a> {
    id: RawValue<'a>,
    before: Option<&'a [u8]>,
    after: Option<&'a [u8]>,
}

/// A collection that differs between two states.
struct ChangedCollection<'a> {
    database: &'a str,
    name: &'a str,
    before: Option<&'a Rc<Collection>>,
    after: Option<&'a Rc<Collection>>,
}

/// Returns a `WriteConflict` (112) error.
pub(super) fn conflict() -> Error {
    caused_by("Write conflict during plan execution and yielding is disabled.")
}

fn caused_by(reason: &str) -> Error {
    Error::new(
        ErrorCode::WRITE_CONFLICT,
        format!("Caused by :: {reason} :: Please retry your operation or multi-document transaction."),
    )
}

fn find<'a>(databases: &'a Databases, database: &str, name: &str) -> Option<&'a Rc<Collection>> {
    databases.get(database)?.get(name)
}

fn same(a: Option<&Rc<Collection>>, b: Option<&Rc<Collection>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// Returns the collections that differ, by identity.
fn touched<'a>(before: &'a Databases, after: &'a Databases) -> Vec<ChangedCollection<'a>> {
    let names = |databases: &'a Databases| {
        databases.iter().flat_map(|(database, collections)| {
            collections.keys().map(move |name| (database.as_str(), name.as_str()))
        })
    };
    let mut all: Vec<(&str, &str)> = names(before).chain(names(after)).collect();
    sort(&mut all);
    all.dedup();
    let pairs = all.into_iter().map(|(database, name)| ChangedCollection {
        database,
        name,
        before: find(before, database, name),
        after: find(after, database, name),
    });
    pairs.filter(|touched| !same(touched.before, touched.after)).collect()
}

fn id(document: &[u8]) -> RawValue<'_> {
    RawDoc::new(document).get("_id").unwrap_or(RawValue::MISSING)
}

fn document<'a>(collection: Option<&'a Rc<Collection>>, id: RawValue<'_>) -> Option<&'a [u8]> {
    let collection = collection?;
    collection.records().get(collection.find_id(id)?)
}

impl<'a> ChangedCollection<'a> {
    fn changes(&self) -> Vec<Changed<'a>> {
        let mut changes = Vec::new();
        for (_, after) in self.after.into_iter().flat_map(|collection| collection.records().iter()) {
            let before = document(self.before, id(after));
            if before != Some(after) {
                changes.push(Changed { id: id(after), before, after: Some(after) });
            }
        }
        for (_, before) in self.before.into_iter().flat_map(|collection| collection.records().iter()) {
            if document(self.after, id(before)).is_none() {
                changes.push(Changed { id: id(before), before: Some(before), after: None });
            }
        }
        changes
    }
}

/// Whether two transactions have changed the same document. Each is given by its start and its current
/// state.
pub(super) fn overlap(one: (&Databases, &Databases), other: (&Databases, &Databases)) -> bool {
    touched(one.0, one.1).iter().any(|mine| {
        let their_before = find(other.0, mine.database, mine.name);
        let their_after = find(other.1, mine.database, mine.name);
        if same(their_before, their_after) {
            return false;
        }
        let theirs = ChangedCollection { before: their_before, after: their_after, ..*mine };
        let mut ids: Vec<_> = theirs.changes().iter().map(|changed| key::key_of(changed.id.view())).collect();
        sort(&mut ids);
        mine.changes().iter().any(|changed| ids.binary_search(&key::key_of(changed.id.view())).is_ok())
    })
}

/// Applies a transaction's changes to the current state.
///
/// # Errors
/// `WriteConflict` when others have since changed a document that the transaction changed, dropped a
/// collection that it wrote to, or created one that it created, even if it is empty
/// (<https://github.com/Automattic/mongoose/issues/13886>).
pub(super) fn merged(start: &Databases, end: &Databases, present: &Databases) -> Result<Databases> {
    if Rc::ptr_eq(start, present) {
        return Ok(end.clone());
    }
    let mut merged = present.clone();
    for touched in touched(start, end) {
        let now = find(present, touched.database, touched.name);
        let databases = Rc::make_mut(&mut merged);
        if same(touched.before, now) {
            // The collection is unchanged outside the transaction.
            let collections = databases.or_default(touched.database.to_owned());
            match touched.after {
                Some(after) => collections.insert(touched.name.to_owned(), after.clone()),
                None => collections.remove(touched.name),
            };
            continue;
        }
        if let (None, Some(_), Some(_)) = (touched.before, touched.after, now) {
            let ChangedCollection { database, name, .. } = touched;
            return Err(caused_by(&format!("Collection namespace '{database}.{name}' is already in use.")));
        }
        let changes = touched.changes();
        if changes.is_empty() {
            continue;
        }
        let target = databases.get_mut(touched.database).and_then(|names| names.get_mut(touched.name));
        let (Some(target), Some(_), Some(_)) = (target, touched.before, touched.after) else {
            return Err(conflict());
        };
        let target = Rc::make_mut(target);
        for changed in changes {
            apply(target, &changed)?;
        }
    }
    Ok(merged)
}

fn apply(target: &mut Collection, changed: &Changed<'_>) -> Result<()> {
    let record = target.find_id(changed.id);
    let present = record.and_then(|record| target.records().get(record));
    if present != changed.before {
        return Err(conflict());
    }
    // A unique key that another document took meanwhile is also a conflict.
    let outcome = match (record, changed.after) {
        (Some(record), Some(after)) => target.update(record, Change::replace(after)).map(drop),
        (Some(record), None) => target.delete(record).map(drop),
        (None, Some(after)) => target.insert(after).map(drop),
        (None, None) => Ok(()),
    };
    outcome.map_err(|_| conflict())
}
