//! Fast paths of commands with an equality on one path, which most programs mainly send. They read the
//! command's bytes directly. Any other command, and one that needs the planner, takes the general path,
//! which produces the same reply (tested in `tests/point_find.rs` and `tests/point_update.rs`).

mod find;
mod update;

use crate::engine::Engine;
use crate::plan::is_plain;
use crate::value::{DocBuilder, Element, Elements, RawDoc, RawValue, View, tag};

/// Answers a command if a fast path applies.
pub(super) fn answer(engine: &mut Engine, bytes: &[u8], out: &mut DocBuilder) -> bool {
    find::answer(engine, bytes, out) || update::answer(engine, bytes, out)
}

/// An equality of a path with a value of a plain type.
struct Condition<'a> {
    path: &'a str,
    value: View<'a>,
}

impl<'a> Condition<'a> {
    /// Parses `{ path: value }` if it is valid BSON.
    fn read(filter: RawValue<'a>) -> Option<Self> {
        let mut conditions = elements(filter.bytes).filter(|_| filter.is_document())?;
        let Element { key, value } = conditions.next()?;
        if !conditions.rest().is_empty() || key.contains(&b'$') {
            return None;
        }
        if value.tag == tag::STRING {
            text(value)?;
        }
        let value = Some(value.view()).filter(|value| is_plain(*value))?;
        Some(Condition { path: std::str::from_utf8(key).ok()?, value })
    }
}

/// Whether commands on a collection may use a fast path.
fn may_answer(engine: &Engine, collection: &str) -> bool {
    engine.fail_point.is_none() && engine.times_out.is_none() && !collection.starts_with("system.")
}

/// Returns the elements of bytes framed as a document.
fn elements(bytes: &[u8]) -> Option<Elements<'_>> {
    let declared = i32::from_le_bytes(bytes.get(..4)?.try_into().ok()?);
    let framed =
        usize::try_from(declared).ok()? == bytes.len() && bytes.len() > 4 && bytes.last() == Some(&0);
    framed.then(|| RawDoc::new(bytes).iter())
}

/// Returns a valid string.
fn text(value: RawValue<'_>) -> Option<&str> {
    value.as_str().filter(|_| value.bytes.last() == Some(&0))
}

/// Returns a valid boolean.
fn flag(value: RawValue<'_>) -> Option<bool> {
    match (value.tag, value.bytes) {
        (tag::BOOL, [0]) => Some(false),
        (tag::BOOL, [1]) => Some(true),
        _ => None,
    }
}
