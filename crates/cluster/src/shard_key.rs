//! Shard keys (<https://www.mongodb.com/docs/manual/core/sharding-shard-key/>).

use std::rc::Rc;

use engine::collection::{Index, IndexSpec, KeyKind};
use engine::value::{DocBuilder, RawDoc, RawValue, Value, display_document, tag};
use engine::{Error, ErrorCode};

use crate::bounds::Bound;

/// The shard key of a collection.
#[derive(Clone, Debug)]
pub(crate) struct ShardKey {
    /// An empty index with this pattern, for planning which shards a filter targets.
    pub index: Rc<Index>,
    /// `{ a: 1, b: "hashed" }`.
    pub pattern: Vec<u8>,
}

impl ShardKey {
    /// Parses a pattern of ascending fields; one may be hashed.
    ///
    /// # Errors
    /// `BadValue` (2) for an invalid shard key.
    pub(crate) fn parse(pattern: RawDoc<'_>) -> Result<Self, Error> {
        let refuse = |why: &str| Error::bad_value(format!("Shard key {} {why}", display_document(pattern)));
        if pattern.is_empty() {
            return Err(refuse("can't be empty"));
        }
        let mut hashed = 0;
        for element in pattern.iter() {
            let ascending = element.value.as_number().is_some_and(|number| number.to_f64() == 1.0);
            let is_hashed = element.value.as_str() == Some("hashed");
            hashed += usize::from(is_hashed);
            if element.key.is_empty() || element.name().split('.').any(str::is_empty) {
                return Err(refuse("contains an empty field name"));
            }
            if !ascending && !is_hashed {
                return Err(refuse("may have fields set to 1 and one set to 'hashed', nothing else"));
            }
        }
        if hashed > 1 {
            return Err(refuse("can contain at most one 'hashed' field"));
        }
        let mut spec = DocBuilder::new();
        spec.append_doc("key", pattern).append_str("name", "shard key");
        let spec = IndexSpec::parse(RawDoc::new(&spec.finish()))?;
        Ok(ShardKey { index: Rc::new(Index::new(spec, 0)), pattern: pattern.as_bytes().to_vec() })
    }

    /// Returns the paths of the key's fields.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.index.spec.fields.iter().map(|field| field.path.as_str())
    }

    /// The pattern as a document.
    pub(crate) fn doc(&self) -> RawDoc<'_> {
        RawDoc::new(&self.pattern)
    }

    /// Whether the first field is hashed, which determines the order of all documents.
    pub(crate) fn begins_hashed(&self) -> bool {
        self.index.spec.fields.first().is_some_and(|field| field.kind == KeyKind::Hashed)
    }

    /// Whether the key has a hashed field.
    pub(crate) fn is_hashed(&self) -> bool {
        self.index.spec.fields.iter().any(|field| field.kind == KeyKind::Hashed)
    }

    /// Returns the bound before all keys.
    pub(crate) fn first(&self) -> Bound {
        Bound::of_all(self.paths(), &Value::MinKey)
    }

    /// Returns the bound after all keys.
    pub(crate) fn last(&self) -> Bound {
        Bound::of_all(self.paths(), &Value::MaxKey)
    }

    /// Returns the key of a document; a missing field counts as null.
    ///
    /// # Errors
    /// `ShardKeyNotFound` (61) for arrays in it.
    pub(crate) fn of(&self, document: RawDoc<'_>) -> Result<Bound, Error> {
        let mut key = DocBuilder::new();
        for field in &self.index.spec.fields {
            let value = at(document, field.path.as_str()).map_err(|Array| {
                Error::new(
                    ErrorCode::SHARD_KEY_NOT_FOUND,
                    format!(
                        "Shard key cannot contain array values or array descendants: {} of {}",
                        field.path.as_str(),
                        display_document(self.doc())
                    ),
                )
            })?;
            match (field.kind, value) {
                (KeyKind::Hashed, value) => {
                    let hash = engine::value_hash::hash64(value.unwrap_or(NULL));
                    key.append_i64(field.path.as_str(), hash)
                }
                (_, Some(value)) => key.append_raw(field.path.as_str(), value),
                (_, None) => key.append_null(field.path.as_str()),
            };
        }
        Ok(Bound::new(key.finish()))
    }

    /// Parses a bound in a command: a document of exactly the key's fields, with the hash for a
    /// hashed field.
    ///
    /// # Errors
    /// `BadValue` (2).
    pub(crate) fn bound(&self, given: RawDoc<'_>) -> Result<Bound, Error> {
        let names: Vec<&str> = given.iter().map(|element| element.name()).collect();
        if names != self.paths().collect::<Vec<_>>() {
            return Err(Error::bad_value(format!(
                "bound {} is not a value of the shard key {}",
                display_document(given),
                display_document(self.doc())
            )));
        }
        Ok(Bound::new(given.as_bytes().to_vec()))
    }

    /// Whether shards can enforce a unique index with this pattern independently: it begins with the
    /// fields of the shard key, hashed or not
    /// (<https://www.mongodb.com/docs/manual/core/sharding-shard-key/#unique-indexes>).
    pub(crate) fn allows_unique(&self, pattern: RawDoc<'_>) -> bool {
        let names: Vec<&str> = pattern.iter().map(|element| element.name()).collect();
        let own: Vec<&str> = self.paths().collect();
        names == ["_id"] || names.starts_with(&own)
    }

    /// Whether an index with this pattern supports the shard key: it begins with the shard key.
    pub(crate) fn is_served_by(&self, pattern: RawDoc<'_>) -> bool {
        let same = |(own, other): (engine::value::Element<'_>, engine::value::Element<'_>)| {
            let number = |value: RawValue<'_>| value.as_number().map(|number| number.to_f64());
            own.key == other.key
                && number(own.value) == number(other.value)
                && own.value.as_str() == other.value.as_str()
        };
        pattern.count() >= self.doc().count() && self.doc().iter().zip(pattern.iter()).all(same)
    }
}

/// The value that a missing field has in a key.
const NULL: RawValue<'static> = RawValue { tag: tag::NULL, bytes: &[] };

/// The error of a path that traverses or ends at an array.
struct Array;

fn at<'a>(document: RawDoc<'a>, path: &str) -> Result<Option<RawValue<'a>>, Array> {
    let mut inside = document;
    let mut parts = path.split('.').peekable();
    while let Some(part) = parts.next() {
        let Some(value) = inside.get(part) else { return Ok(None) };
        if value.tag == tag::ARRAY {
            return Err(Array);
        }
        if parts.peek().is_none() {
            return Ok(Some(value));
        }
        match value.as_document() {
            Some(next) => inside = next,
            None => return Ok(None),
        }
    }
    Ok(None)
}
