//! `$unwind`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/unwind/>.

use std::borrow::Cow;

use super::super::expression::FieldPath;
use super::super::stage_prelude::*;
use crate::value::{EMPTY_DOCUMENT, Element, tag};

pub(super) const STAGE: StageOperator = stage(
    "$unwind",
    "One document for each element of an array.",
    (
        r#"[{"_id": 1, "sizes": ["S", "M"]}]"#,
        r#"{"$unwind": "$sizes"}"#,
        r#"[{"_id": 1, "sizes": "S"}, {"_id": 1, "sizes": "M"}]"#,
    ),
    parse,
)
.explained(explained::unwind);

fn parse(spec: RawValue<'_>, _: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let mut preserve = false;
    let mut index_name = None;
    let mut path = None;
    if let Some(doc) = spec.as_document() {
        for element in doc {
            let value = element.value;
            let kind = type_name(value.tag);
            match element.name() {
                "path" => {
                    path = Some(value.as_str().ok_or_else(|| {
                        Error::new(
                            28808,
                            format!("expected a string as the path for $unwind stage, got {kind}"),
                        )
                    })?);
                }
                "preserveNullAndEmptyArrays" => {
                    preserve = value.as_bool().ok_or_else(|| {
                        Error::new(28809, format!("expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got {kind}"))
                    })?;
                }
                "includeArrayIndex" => {
                    let name = value.as_str().filter(|name| !name.is_empty()).ok_or_else(|| {
                        Error::new(28810, format!("expected a non-empty string for the includeArrayIndex  option to $unwind stage, got {kind}"))
                    })?;
                    if name.starts_with('$') {
                        return Err(Error::new(
                            28822,
                            format!(
                                "includeArrayIndex option to $unwind stage should not be prefixed with a '$': {name}"
                            ),
                        ));
                    }
                    index_name = Some(FieldPath::new(name)?);
                }
                name => {
                    return Err(Error::new(28811, format!("unrecognized option to $unwind stage: {name}")));
                }
            }
        }
    } else {
        path = Some(spec.as_str().ok_or_else(|| {
            Error::wrong_type(
                15981,
                "expected either a string or an object as specification for $unwind stage, got {type}",
                spec.tag,
            )
        })?);
    }
    let Some(path) = path.filter(|path| !path.is_empty()) else {
        return Err(Error::new(28812, "no path specified to $unwind stage"));
    };
    let Some(path) = path.strip_prefix('$') else {
        return Err(Error::new(
            28818,
            format!("path option to $unwind stage should be prefixed with a '$': {path}"),
        ));
    };
    let path = FieldPath::new(path)?;
    Ok(vec![Box::new(Unwind { path, preserve, index_name, needed: None, current: None, buffer: Vec::new() })])
}

/// The `$unwind` stage: emits one document per array element.
#[derive(Debug)]
pub struct Unwind {
    path: FieldPath,
    preserve: bool,
    index_name: Option<FieldPath>,
    /// The fields that later stages read; `None` for all.
    needed: Option<Vec<Box<str>>>,
    /// The document whose elements didn't all fit into the sink.
    current: Option<Unwinding<'static>>,
    /// Reusable buffer for a document.
    buffer: Vec<u8>,
}

/// A document being unwound.
#[derive(Debug)]
struct Unwinding<'d> {
    document: Cow<'d, [u8]>,
    place: Place,
    /// The offset of the array's next element.
    offset: usize,
    /// The number of elements passed on.
    index: i64,
}

/// The byte range of the unwound value in a document.
#[derive(Clone, Debug)]
struct Place {
    /// The offsets of the enclosing documents, outermost first.
    around: Vec<usize>,
    /// Offset of the element's type byte.
    start: usize,
    /// Offset of the value, after the name.
    value: usize,
    end: usize,
}

/// Finds the element at a path. Arrays along the path aren't traversed.
fn locate<'d>(document: &'d [u8], path: &FieldPath) -> Option<(Place, RawValue<'d>)> {
    let offset_of = |part: &[u8]| part.as_ptr() as usize - document.as_ptr() as usize;
    let mut doc = RawDoc::new(document);
    let mut around = Vec::with_capacity(path.parts().len());
    let (last, above) = path.parts().split_last()?;
    for part in above {
        around.push(offset_of(doc.as_bytes()));
        doc = doc.get(part)?.as_document()?;
    }
    around.push(offset_of(doc.as_bytes()));
    let element: Element<'_> = doc.iter().find(|element| element.key == last.as_bytes())?;
    let value = offset_of(element.value.bytes);
    let start = offset_of(element.key) - 1;
    Some((Place { around, start, value, end: value + element.value.bytes.len() }, element.value))
}

impl Place {
    /// Writes the document to `out` with another value in this place, or without it.
    fn replace(&self, document: &[u8], value: Option<RawValue<'_>>, out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(document.get(..self.start).unwrap_or(&[]));
        if let Some(value) = value {
            out.push(value.tag);
            out.extend_from_slice(document.get(self.start + 1..self.value).unwrap_or(&[]));
            out.extend_from_slice(value.bytes);
        }
        out.extend_from_slice(document.get(self.end..).unwrap_or(&[]));
        // Every enclosing document became shorter by the same number of bytes.
        let shorter = (document.len() - out.len()) as u32;
        for &start in &self.around {
            if let Some(length) = out.get_mut(start..start + 4) {
                let before = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
                length.copy_from_slice(&before.wrapping_sub(shorter).to_le_bytes());
            }
        }
    }
}

impl Unwinding<'_> {
    /// Passes on the document for each remaining element until the sink is full. Returns whether none is left.
    fn push_elements(
        &mut self,
        index_name: Option<&FieldPath>,
        buffer: &mut Vec<u8>,
        sink: &mut RowSink<'_>,
    ) -> Result<bool> {
        let array = self.document.get(self.place.value..self.place.end).unwrap_or(EMPTY_DOCUMENT);
        let mut rest = RawDoc::new(array).iter_from(self.offset);
        while !sink.is_full() {
            let Some(element) = rest.next() else { return Ok(true) };
            self.offset = array.len() - 1 - rest.rest().len();
            self.index += 1;
            self.place.replace(&self.document, Some(element.value), buffer);
            push_with_index(buffer, index_name, Some(self.index - 1), sink)?;
        }
        Ok(false)
    }
}

/// Passes on a document after setting the index at its path, if there is one.
fn push_with_index(
    document: &[u8],
    path: Option<&FieldPath>,
    index: Option<i64>,
    sink: &mut RowSink<'_>,
) -> Result<()> {
    let Some(path) = path else { return sink.push(Row::new(document)) };
    let index = index.map_or(Value::Null, Value::Int64);
    sink.push(Row::new(&super::set_path(RawDoc::new(document), path.parts(), &index)))
}

impl Unwind {
    /// Returns the array's path.
    pub(in crate::aggregate) fn path(&self) -> &FieldPath {
        &self.path
    }

    /// Whether documents without elements are emitted.
    pub(in crate::aggregate) fn preserves(&self) -> bool {
        self.preserve
    }

    /// Returns the output path of the element's index.
    pub(in crate::aggregate) fn index_name(&self) -> Option<&FieldPath> {
        self.index_name.as_ref()
    }

    /// Passes on the document for each remaining element until the sink is full. Returns whether none is left.
    fn unwind(&mut self, mut current: Unwinding<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        let outcome = current.push_elements(self.index_name.as_ref(), &mut self.buffer, sink);
        if !matches!(outcome, Ok(true)) {
            self.current = Some(Unwinding { document: Cow::Owned(current.document.into_owned()), ..current });
        }
        outcome
    }

    /// Drops the fields that no later stage reads.
    fn prune<'d>(&self, document: RawDoc<'d>) -> Cow<'d, [u8]> {
        let Some(needed) = &self.needed else { return Cow::Borrowed(document.as_bytes()) };
        let mut out = DocBuilder::new();
        for element in document {
            if needed.iter().any(|name| name.as_bytes() == element.key) {
                out.append_raw_bytes(element.key, element.value);
            }
        }
        Cow::Owned(out.finish())
    }
}

impl Stage for Unwind {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if let Some(current) = self.current.take()
            && !self.unwind(current, sink)?
        {
            return Ok(false);
        }
        input.expand_into(sink, |row, sink| {
            let document = row.document.as_bytes();
            let found = locate(document, &self.path);
            match found.as_ref().map(|(_, value)| *value) {
                Some(value) if value.is_array() && !RawDoc::new(value.bytes).is_empty() => {
                    let document = self.prune(row.document);
                    let Some((place, _)) = locate(&document, &self.path) else { return Ok(()) };
                    self.unwind(Unwinding { document, place, offset: 4, index: 0 }, sink).map(|_| ())
                }
                Some(value) if value.is_array() => {
                    if self.preserve
                        && let Some((place, _)) = found
                    {
                        place.replace(document, None, &mut self.buffer);
                        return push_with_index(&self.buffer, self.index_name.as_ref(), None, sink);
                    }
                    Ok(())
                }
                Some(value) if value.tag != tag::NULL && value.tag != tag::UNDEFINED => {
                    push_with_index(document, self.index_name.as_ref(), None, sink)
                }
                _ if self.preserve => push_with_index(document, self.index_name.as_ref(), None, sink),
                _ => Ok(()),
            }
        })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.fields.push(self.path.as_str().to_owned());
    }

    fn is_pure(&self) -> bool {
        true
    }

    fn commutes_with_match(&self, reads: &Dependencies) -> bool {
        super::passes_beside(&self.effect(), reads)
    }

    fn effect(&self) -> Effect {
        let mut changed = vec![self.path.as_str().to_owned()];
        changed.extend(self.index_name.iter().map(|name| name.as_str().to_owned()));
        Effect::Changes(changed)
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Unwind(self)
    }

    fn set_required_fields(&mut self, needed: &super::RequiredFields) {
        let own = self.path.parts().first().cloned();
        let others = needed
            .fields
            .iter()
            .chain(&needed.overwritten)
            .filter_map(|path| path.split('.').next())
            .map(Box::from);
        self.needed = Some(own.into_iter().chain(others).collect());
    }
}
