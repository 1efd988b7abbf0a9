//! The generation of a document's index keys.
//!
//! Rules (<https://www.mongodb.com/docs/manual/core/indexes/index-types/index-multikey/>): an array
//! contributes one key per element, an empty array the key `undefined`, a missing field `null`. A compound
//! index expands only one array per document ("parallel arrays" are rejected).

use crate::error::{Error, ErrorCode, Result};
use crate::value::{Path, RawDoc, RawValue, display_document, tag};

/// The keys of a document in an index, each with a value per index field.
pub(crate) struct GeneratedKeys<'a> {
    /// The keys, possibly with duplicates.
    pub(crate) keys: Vec<Vec<RawValue<'a>>>,
    /// Per index field, a bit for each number of path parts after which an array was expanded.
    pub(crate) multikey: Vec<u64>,
    /// Whether the document has none of the index fields (sparse indexes skip it).
    pub(crate) all_missing: bool,
}

const UNDEFINED: RawValue<'static> = RawValue { tag: tag::UNDEFINED, bytes: &[] };

/// The position of one index field's path in the document.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    value: RawValue<'a>,
    /// The number of path parts already followed.
    taken: usize,
}

/// Generates the keys of `doc` in an index of `paths`.
///
/// # Errors
/// 171 when two fields lead through different arrays; errors of [`enter`].
pub(crate) fn generate_keys<'a>(doc: RawDoc<'a>, paths: &[Path]) -> Result<GeneratedKeys<'a>> {
    let start = Cursor { value: RawValue { tag: tag::DOCUMENT, bytes: doc.as_bytes() }, taken: 0 };
    let mut out =
        GeneratedKeys { keys: Vec::with_capacity(1), multikey: vec![0; paths.len()], all_missing: true };
    expand(paths, vec![start; paths.len()], &mut out)?;
    Ok(out)
}

fn expand<'a>(paths: &[Path], mut cursors: Vec<Cursor<'a>>, out: &mut GeneratedKeys<'a>) -> Result<()> {
    advance_all(paths, &mut cursors)?;
    let mut array: Option<(usize, RawValue<'a>)> = None;
    for (field, cursor) in cursors.iter().enumerate() {
        if !cursor.value.is_array() || is_finished(cursor) {
            continue;
        }
        match array {
            None => array = Some((field, cursor.value)),
            Some((_, first)) if std::ptr::eq(first.bytes, cursor.value.bytes) => {}
            Some((first, _)) => {
                return Err(Error::new(
                    ErrorCode::CANNOT_INDEX_PARALLEL_ARRAYS,
                    format!(
                        "cannot index parallel arrays [{}] [{}]",
                        last_part(&paths[field], cursor),
                        last_part(&paths[first], &cursors[first])
                    ),
                ));
            }
        }
    }
    let Some((_, array)) = array else {
        if cursors.iter().any(|c| c.value.tag != tag::EOO) {
            out.all_missing = false;
        }
        out.keys.push(cursors.iter().map(|c| c.value.or_null()).collect());
        return Ok(());
    };
    let here: Vec<bool> = cursors
        .iter()
        .map(|c| c.value.is_array() && !is_finished(c) && std::ptr::eq(c.value.bytes, array.bytes))
        .collect();
    // Elements that numbered parts select from an array that other fields expand.
    let picked: Vec<Option<RawValue<'a>>> =
        paths.iter().zip(&cursors).map(|(path, cursor)| picked(path, cursor)).collect();
    for (field, _) in here.iter().enumerate().filter(|(field, here)| **here && picked[*field].is_none()) {
        out.multikey[field] |= 1 << cursors[field].taken.min(63);
    }
    let elements = RawDoc::new(array.bytes);
    if elements.is_empty() {
        let mut next = cursors.clone();
        for (field, cursor) in next.iter_mut().enumerate().filter(|(field, _)| here[*field]) {
            let complete = cursor.taken == paths[field].parts().len();
            cursor.value = if complete { UNDEFINED } else { RawValue::MISSING };
            cursor.taken = FINISHED;
        }
        return expand(paths, next, out);
    }
    for element in elements.values() {
        let mut next = cursors.clone();
        for (field, cursor) in next.iter_mut().enumerate().filter(|(field, _)| here[*field]) {
            let complete = cursor.taken == paths[field].parts().len();
            if let Some(element) = picked[field] {
                enter(&paths[field], cursor, element)?;
            } else if complete {
                // The element itself is the key value, even if it is an array.
                *cursor = Cursor { value: element, taken: FINISHED };
            } else if element.is_document() {
                cursor.value = element;
            } else {
                *cursor = Cursor { value: RawValue::MISSING, taken: FINISHED };
            }
        }
        expand(paths, next, out)?;
    }
    Ok(())
}

/// Marks a cursor with a final value.
const FINISHED: usize = usize::MAX;

fn is_finished(cursor: &Cursor<'_>) -> bool {
    cursor.taken == FINISHED
}

/// Follows all paths to their ends or to arrays. An array is entered if a path selects one of its elements,
/// unless another field expands it.
///
/// # Errors
/// Errors of [`enter`].
fn advance_all<'a>(paths: &[Path], cursors: &mut [Cursor<'a>]) -> Result<()> {
    loop {
        for (path, cursor) in paths.iter().zip(cursors.iter_mut()) {
            advance(path, cursor);
        }
        if paths.iter().zip(cursors.iter()).all(|(path, cursor)| picked(path, cursor).is_none()) {
            return Ok(());
        }
        let expanded: Vec<RawValue<'a>> = paths
            .iter()
            .zip(cursors.iter())
            .filter(|(path, cursor)| !is_finished(cursor) && picked(path, cursor).is_none())
            .map(|(_, cursor)| cursor.value)
            .collect();
        let mut entered = false;
        for (path, cursor) in paths.iter().zip(cursors.iter_mut()) {
            let Some(element) = picked(path, cursor) else { continue };
            if !expanded.iter().any(|other| std::ptr::eq(other.bytes, cursor.value.bytes)) {
                enter(path, cursor, element)?;
                entered = true;
            }
        }
        if !entered {
            return Ok(());
        }
    }
}

/// Returns the element that a path's numbered part selects from the array at the cursor.
fn picked<'a>(path: &Path, cursor: &Cursor<'a>) -> Option<RawValue<'a>> {
    let array = cursor.value.as_array().filter(|_| !is_finished(cursor))?;
    array.nth(path.parts().get(cursor.taken)?.index?)
}

/// Moves the cursor from an array to the selected element.
///
/// # Errors
/// 16746 when the number is both a position and a field name of the elements.
fn enter<'a>(path: &Path, cursor: &mut Cursor<'a>, element: RawValue<'a>) -> Result<()> {
    if let Some(part) = path.parts().get(cursor.taken) {
        refuse_ambiguous(RawDoc::new(cursor.value.bytes), &part.name)?;
    }
    let taken = cursor.taken + 1;
    // A selected element at the end of the path is the key value, even if it is an array.
    let complete = taken == path.parts().len();
    *cursor = Cursor { value: element, taken: if complete { FINISHED } else { taken } };
    Ok(())
}

/// Follows a path through documents until it ends or reaches an array.
fn advance(path: &Path, cursor: &mut Cursor<'_>) {
    while let Some(part) = path.parts().get(cursor.taken) {
        match cursor.value.tag {
            tag::DOCUMENT => {
                let found = RawDoc::new(cursor.value.bytes).get(&part.name);
                *cursor = Cursor { value: found.unwrap_or(RawValue::MISSING), taken: cursor.taken + 1 };
            }
            tag::ARRAY => return,
            _ => *cursor = Cursor { value: RawValue::MISSING, taken: FINISHED },
        }
    }
}

fn refuse_ambiguous(array: RawDoc<'_>, name: &str) -> Result<()> {
    let holds = |element: RawValue<'_>| element.as_document().is_some_and(|inner| inner.get(name).is_some());
    if !array.values().any(holds) {
        return Ok(());
    }
    Err(Error::new(
        16746,
        format!(
            "Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), \
             field: '{name}' for array: {}",
            display_document(array)
        ),
    ))
}

fn last_part<'p>(path: &'p Path, cursor: &Cursor<'_>) -> &'p str {
    let at = cursor.taken.min(path.parts().len()).saturating_sub(1);
    path.parts().get(at).map_or("", |part| &part.name)
}

/// Converts the error of key generation to that of a sort.
pub(crate) fn sorting(refused: Error) -> Error {
    if refused.code() != ErrorCode::CANNOT_INDEX_PARALLEL_ARRAYS {
        return refused;
    }
    Error::bad_value("cannot sort with keys that are parallel arrays")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::display_value;

    fn keys(json: &str, paths: &[&str]) -> std::result::Result<Vec<String>, i32> {
        let bytes = crate::testing::doc(json);
        let paths: Vec<Path> = paths.iter().map(|p| Path::new(p)).collect();
        let generated = generate_keys(RawDoc::new(&bytes), &paths).map_err(|e| e.code())?;
        let text = |key: &Vec<RawValue<'_>>| {
            key.iter().map(|v| display_value(v.view())).collect::<Vec<_>>().join(",")
        };
        Ok(generated.keys.iter().map(text).collect())
    }

    #[test]
    fn arrays_give_a_key_per_element() {
        assert_eq!(keys(r#"{"a":[1,2]}"#, &["a"]).unwrap(), ["1", "2"]);
        assert_eq!(keys(r#"{"a":[[1],2]}"#, &["a"]).unwrap(), ["[ 1 ]", "2"]);
        assert_eq!(keys(r#"{"a":[]}"#, &["a"]).unwrap(), ["undefined"]);
        assert_eq!(keys(r#"{"a":[]}"#, &["a.b"]).unwrap(), ["null"]);
        assert_eq!(keys(r#"{}"#, &["a"]).unwrap(), ["null"]);
    }

    #[test]
    fn one_array_may_serve_several_fields() {
        let both = keys(r#"{"a":[{"b":1,"c":2},{"b":3}],"d":9}"#, &["a.b", "d", "a.c"]).unwrap();
        assert_eq!(both, ["1,9,2", "3,9,null"]);
        assert_eq!(keys(r#"{"a":[1],"b":[2]}"#, &["a", "b"]), Err(171));
    }

    #[test]
    fn numbered_parts_select_an_element() {
        assert_eq!(keys(r#"{"a":[5,6]}"#, &["a.1"]).unwrap(), ["6"]);
        assert_eq!(keys(r#"{"a":[{"b":[7,8]}]}"#, &["a.0.b"]).unwrap(), ["7", "8"]);
        assert_eq!(keys(r#"{"a":[{"0":7}]}"#, &["a.0"]), Err(16746));
        assert_eq!(keys(r#"{"a":[{"1":7}]}"#, &["a.1"]).unwrap(), ["7"]);
        assert_eq!(keys(r#"{"a":[[1],[2]]}"#, &["a.0", "a.1"]).unwrap(), ["[ 1 ],[ 2 ]"]);
        assert_eq!(keys(r#"{"a":[{"b":1},{"b":2}]}"#, &["a.b", "a.1.b"]).unwrap(), ["1,2", "2,2"]);
        assert_eq!(keys(r#"{"b":[[]]}"#, &["b.a", "b.0.a"]).unwrap(), ["null,null"]);
    }
}
