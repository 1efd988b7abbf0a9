//! Wildcard indexes: one entry for each path and value of a document
//! (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-wildcard/>).
//!
//! A key is the path as text, followed by the value. Embedded documents are traversed. The elements of an
//! array have the array's own path. An array inside an array is one value. A missing path has no entry.
//!
//! In a compound wildcard index, other fields precede and follow path and value. A document without any
//! indexed path has one entry, with `MinKey` for both
//! (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-wildcard/index-wildcard-compound/>).

use std::collections::BTreeSet;

use super::index_spec::cannot;
use crate::error::{Error, Result};
use crate::projection::Projection;
use crate::query::FilterContext;
use crate::value::{Path, RawDoc, RawValue, View, sort, tag};

/// The name of a key's path component in plans.
pub const PATH_FIELD: &str = "$_path";

/// The paths that a wildcard index contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wildcard {
    /// `a` of `a.$**`; empty for `$**`.
    root: String,
    /// The path `a` of `a.$**`; empty for `$**`.
    paths: Vec<String>,
    /// Whether the index contains only those paths; otherwise it excludes them.
    inclusion: bool,
    with_id: bool,
}

const UNDEFINED: RawValue<'static> = RawValue { tag: tag::UNDEFINED, bytes: &[] };

/// Replaces a document whose fields no query can reach. An empty document has an entry of its own.
const UNREACHABLE_FIELDS: &[u8] = &[7, 0, 0, 0, tag::NULL, 0, 0];

/// Whether a field of a key pattern is a wildcard.
pub(super) fn is_wildcard(name: &str) -> bool {
    name == "$**" || name.ends_with(".$**")
}

/// Whether `path` equals `above` or is below it.
fn is_under(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl Wildcard {
    /// Parses a key pattern and the index's `wildcardProjection`; `None` for an index without a wildcard.
    ///
    /// # Errors
    /// `BadValue`, `FailedToParse`, `CannotCreateIndex` for invalid patterns and projections.
    pub fn parse(key: RawDoc<'_>, spec: RawDoc<'_>) -> Result<Option<Self>> {
        let projection = spec.get("wildcardProjection");
        let mut terms = key.iter().filter(|element| is_wildcard(element.name()));
        let Some(field) = terms.next() else {
            if projection.is_some() {
                return Err(Error::bad_value(
                    "The field 'wildcardProjection' is only allowed in an 'wildcard' index",
                ));
            }
            return Ok(None);
        };
        if terms.next().is_some() {
            return Err(cannot("A compound wildcard index can only have one wildcard term"));
        }
        for option in ["unique", "expireAfterSeconds"] {
            if spec.get(option).is_some_and(|value| option != "unique" || super::is_true(value)) {
                return Err(cannot(format!("Index type 'wildcard' does not support the {option} option")));
            }
        }
        let root = field.name().strip_suffix("$**").unwrap_or_default().trim_end_matches('.').to_owned();
        let mut wildcard = Wildcard { root, paths: Vec::new(), inclusion: false, with_id: false };
        let Some(projection) = projection else {
            wildcard.check_others(key)?;
            return Ok(Some(wildcard));
        };
        if !wildcard.root.is_empty() {
            return Err(Error::bad_value(
                "The field 'wildcardProjection' is only allowed when 'key' is {\"$**\": ±1}",
            ));
        }
        let projection = projection.as_document().unwrap_or(RawDoc::empty());
        if projection.is_empty() {
            return Err(Error::failed_to_parse("The 'wildcardProjection' field can't be an empty object"));
        }
        // Reject the errors that `find` rejects: conflicting paths, empty names.
        Projection::parse(projection, None, &FilterContext::default())?;
        let mut inclusion = None;
        wildcard.project(projection, "", &mut inclusion)?;
        // The order of the paths doesn't distinguish indexes.
        sort(&mut wildcard.paths);
        wildcard.inclusion = inclusion.unwrap_or(wildcard.with_id);
        wildcard.check_others(key)?;
        Ok(Some(wildcard))
    }

    /// Rejects other fields of a compound index that the wildcard includes too.
    fn check_others(&self, key: RawDoc<'_>) -> Result<()> {
        for element in key.iter().filter(|element| !is_wildcard(element.name())) {
            let name = element.name();
            let below = !self.root.is_empty() && is_under(&self.root, name);
            let named = self.inclusion && self.paths.iter().any(|path| is_under(path, name));
            if self.holds(name) || below || named {
                return Err(cannot(format!(
                    "The field '{name}' of a compound wildcard index is in its wildcard term too; exclude it with 'wildcardProjection'"
                )));
            }
        }
        Ok(())
    }

    /// Whether every document with a value at this path has an entry for it or for a path below.
    pub fn holds_all_below(&self, path: &str) -> bool {
        self.holds(path) && (self.inclusion || !self.paths.iter().any(|named| is_under(named, path)))
    }

    fn project(&mut self, projection: RawDoc<'_>, prefix: &str, inclusion: &mut Option<bool>) -> Result<()> {
        for element in projection {
            let path = match prefix {
                "" => element.name().to_owned(),
                _ => format!("{prefix}.{}", element.name()),
            };
            let keep = match element.value.view() {
                View::Document(inner) => {
                    self.project(inner, &path, inclusion)?;
                    continue;
                }
                View::Bool(keep) => keep,
                View::Number(number) => !number.is_zero(),
                _ => return Err(Error::bad_value("'wildcardProjection' must be a valid projection")),
            };
            if path == "_id" {
                self.with_id = keep;
                continue;
            }
            match *inclusion {
                Some(true) if !keep => {
                    return Err(Error::new(
                        31254,
                        format!("Cannot do exclusion on field {path} in inclusion projection"),
                    ));
                }
                Some(false) if keep => {
                    return Err(Error::new(
                        31253,
                        format!("Cannot do inclusion on field {path} in exclusion projection"),
                    ));
                }
                _ => *inclusion = Some(keep),
            }
            self.paths.push(path);
        }
        Ok(())
    }

    /// Whether the index includes values at this path.
    pub fn holds(&self, path: &str) -> bool {
        if !self.root.is_empty() {
            return is_under(path, &self.root);
        }
        if is_under(path, "_id") {
            return self.with_id;
        }
        let named = self.paths.iter().any(|named| is_under(path, named));
        self.paths.is_empty() && !self.inclusion || named == self.inclusion
    }

    /// Whether the index may include values below this path.
    fn may_include_below(&self, path: &str) -> bool {
        self.holds(path) || is_under(&self.root, path) || self.paths.iter().any(|named| is_under(named, path))
    }

    /// Visits a document's paths and values. The value is `None` for an array that is traversed.
    pub fn walk<'a>(&self, doc: RawDoc<'a>, visit: &mut dyn FnMut(&str, Option<RawValue<'a>>)) {
        self.enter(doc, "", visit);
    }

    fn enter<'a>(&self, doc: RawDoc<'a>, prefix: &str, visit: &mut dyn FnMut(&str, Option<RawValue<'a>>)) {
        for element in doc {
            // No query reaches a name with a dot, since it looks like a path. The document around it is
            // indexed.
            if element.name().contains('.') {
                if self.holds(prefix) && !prefix.is_empty() {
                    visit(prefix, Some(RawValue { tag: tag::DOCUMENT, bytes: UNREACHABLE_FIELDS }));
                }
                continue;
            }
            let path = match prefix {
                "" => element.name().to_owned(),
                _ => format!("{prefix}.{}", element.name()),
            };
            if self.may_include_below(&path) {
                self.value(element.value, &path, visit);
            }
        }
    }

    fn value<'a>(&self, value: RawValue<'a>, path: &str, visit: &mut dyn FnMut(&str, Option<RawValue<'a>>)) {
        let held = self.holds(path);
        match (value.as_document(), value.as_array()) {
            (Some(inner), _) if !inner.is_empty() => self.enter(inner, path, visit),
            (_, Some(array)) => {
                visit(path, None);
                if array.is_empty() && held {
                    visit(path, Some(UNDEFINED));
                }
                for item in array.values() {
                    if item.is_array() {
                        visit(&nested_in(path), None);
                    }
                    match item.as_document() {
                        Some(inner) if !inner.is_empty() => self.enter(inner, path, visit),
                        _ if held => visit(path, Some(item)),
                        _ => {}
                    }
                }
            }
            _ if held => visit(path, Some(value)),
            _ => {}
        }
    }
}

/// Returns the mark for an array inside an array at a path: its elements have no entries.
fn nested_in(path: &str) -> String {
    [path, ".[]"].concat()
}

/// Maximum number of numeric path parts for which an index is used.
const MAX_POSITIONS: usize = 8;

/// Returns the paths of the entries for the values at a path. A number in the path may be a field name, or
/// an array position, which entries don't contain. `None` when the path may lead into an array within an
/// array, or has too many numbers
/// (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-wildcard/reference/embedded-object-behavior/>).
pub(super) fn entry_paths(path: &Path, arrays: &BTreeSet<String>) -> Option<Vec<String>> {
    let mut places = vec![String::new()];
    let mut positions = 0;
    for (at, part) in path.parts().iter().enumerate() {
        let mut next = Vec::new();
        let numbered = at > 0 && part.index.is_some();
        positions += usize::from(numbered);
        for place in places {
            if numbered && arrays.contains(&place) {
                if arrays.contains(&nested_in(&place)) {
                    return None;
                }
                next.push(place.clone());
            }
            next.push(if at == 0 { part.name.to_string() } else { [&place, ".", &part.name].concat() });
        }
        places = next;
        if positions > MAX_POSITIONS {
            return None;
        }
    }
    sort(&mut places);
    places.dedup();
    Some(places)
}

/// Returns a bit for each number of path parts, set if that prefix of the path is in `arrays`.
pub(super) fn array_bits(path: &Path, arrays: &BTreeSet<String>) -> u64 {
    let mut bits = 0;
    let mut prefix = String::new();
    for (taken, part) in path.parts().iter().enumerate() {
        if taken > 0 {
            prefix.push('.');
        }
        prefix.push_str(&part.name);
        if arrays.contains(&prefix) {
            bits |= 1 << (taken + 1).min(63);
        }
    }
    bits
}
