//! `updateDescription`: the changes of an update, by path
//! (<https://www.mongodb.com/docs/manual/reference/change-events/update/>).
//!
//! It is computed by comparing the two documents. For operators, a value at the end of an operator's path
//! is reported as a whole, even if only a part of it differs. Otherwise the depth is that of the oplog
//! entry.

use super::delta::{is_inside, pairs};
use crate::update::AffectedPaths;
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue};

/// A part of a path.
#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Element(usize),
}

/// A description under construction.
#[derive(Default)]
struct Description<'a> {
    path: Vec<Step<'a>>,
    updated: DocBuilder,
    removed: ArrayBuilder,
    truncated: ArrayBuilder,
    ambiguous: DocBuilder,
}

/// Returns the fields of `updateDescription`, including those for expanded events. Without operators,
/// describes the whole difference.
pub(super) fn describe(old: RawDoc<'_>, new: RawDoc<'_>, touched: Option<AffectedPaths<'_>>) -> Vec<u8> {
    let mut description = Description::default();
    description.document(old, new, touched);
    let Description { updated, removed, truncated, ambiguous, .. } = description;
    let mut out = DocBuilder::new();
    out.append_doc("updatedFields", RawDoc::new(&updated.finish()))
        .append_array("removedFields", RawDoc::new(&removed.finish()))
        .append_array("truncatedArrays", RawDoc::new(&truncated.finish()));
    let ambiguous = ambiguous.finish();
    if !RawDoc::new(&ambiguous).is_empty() {
        out.append_doc(AMBIGUOUS, RawDoc::new(&ambiguous));
    }
    out.finish()
}

/// The field that only expanded events have.
pub(super) const AMBIGUOUS: &str = "disambiguatedPaths";

/// Whether a name could be an array position.
fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit()) && (name == "0" || !name.starts_with('0'))
}

fn same(a: RawValue<'_>, b: RawValue<'_>) -> bool {
    a.tag == b.tag && a.bytes == b.bytes
}

impl<'a> Description<'a> {
    /// Describes removed fields first, then new ones, then changes at greater depth.
    fn document(&mut self, old: RawDoc<'a>, new: RawDoc<'a>, touched: Option<AffectedPaths<'_>>) {
        for element in old.iter().filter(|element| new.get_bytes(element.key).is_none()) {
            self.within(Step::Field(element.name()), |all, path| {
                all.removed.push_str(path);
            });
        }
        let (mut added, mut deeper) = (Vec::new(), Vec::new());
        for (before, element) in pairs(old, new) {
            let known = || old.get_bytes(element.key).filter(|_| touched.is_some());
            match before.or_else(known) {
                None => added.push(element),
                Some(before) if same(before, element.value) => {}
                Some(before) => {
                    let below = touched.as_ref().map(|touched| touched.below(element.name()));
                    if is_whole(before, element.value, below.as_ref()) {
                        self.set(Step::Field(element.name()), element.value);
                    } else {
                        deeper.push((element, before, below));
                    }
                }
            }
        }
        for element in added {
            self.set(Step::Field(element.name()), element.value);
        }
        for (element, before, below) in deeper {
            self.path.push(Step::Field(element.name()));
            self.value(before, element.value, below);
            self.path.pop();
        }
    }

    /// Describes the change of the value at the current path.
    fn value(&mut self, old: RawValue<'a>, new: RawValue<'a>, touched: Option<AffectedPaths<'_>>) {
        match (old.as_document(), new.as_document(), old.as_array(), new.as_array()) {
            (Some(old), Some(new), ..) => self.document(old, new, touched),
            (_, _, Some(old), Some(elements)) => self.array(old, elements, new, touched),
            _ => self.set_here(new),
        }
    }

    fn array(
        &mut self,
        old: RawDoc<'a>,
        new: RawDoc<'a>,
        whole: RawValue<'a>,
        touched: Option<AffectedPaths<'_>>,
    ) {
        let (before, after) = (old.count(), new.count());
        // Removing elements, or appending to an empty array, changes the whole array.
        let appends = touched.as_ref().is_some_and(AffectedPaths::appends);
        let kept = || old.values().zip(new.values()).all(|(old, new)| same(old, new));
        if touched.is_some() && after < before || appends && (before == 0 || !kept()) {
            return self.set_here(whole);
        }
        if after < before {
            let path = self.text();
            self.truncated.document(|array| {
                array
                    .append_str("field", &path)
                    .append_i32("newSize", i32::try_from(after).unwrap_or(i32::MAX));
            });
            self.record_ambiguous(&path);
        }
        let mut olds = old.values();
        for (at, value) in new.values().enumerate() {
            match olds.next() {
                Some(before) if same(before, value) => {}
                Some(before) => {
                    let below = touched.as_ref().map(|touched| touched.below(&at.to_string()));
                    self.path.push(Step::Element(at));
                    match is_whole(before, value, below.as_ref()) {
                        true => self.set_here(value),
                        false => self.value(before, value, below),
                    }
                    self.path.pop();
                }
                // Events don't show the nulls that fill the gap before an element beyond the end.
                None if !appends && touched.is_some_and(|touched| touched.leaves(&at.to_string())) => {}
                None => self.set(Step::Element(at), value),
            }
        }
    }

    fn set(&mut self, step: Step<'a>, value: RawValue<'a>) {
        self.within(step, |all, path| {
            all.updated.append_raw(path, value);
        });
    }

    fn set_here(&mut self, value: RawValue<'a>) {
        let path = self.text();
        self.updated.append_raw(&path, value);
        self.record_ambiguous(&path);
    }

    fn within(&mut self, step: Step<'a>, describe: impl FnOnce(&mut Self, &str)) {
        self.path.push(step);
        let path = self.text();
        describe(self, &path);
        self.record_ambiguous(&path);
        self.path.pop();
    }

    /// Returns the dotted path.
    fn text(&self) -> String {
        let mut text = String::new();
        for (at, step) in self.path.iter().enumerate() {
            if at > 0 {
                text.push('.');
            }
            match step {
                Step::Field(name) => text.push_str(name),
                Step::Element(at) => text.push_str(&at.to_string()),
            }
        }
        text
    }

    /// Records the parts of a path that are ambiguous.
    fn record_ambiguous(&mut self, path: &str) {
        let doubtful = |(at, step): (usize, &Step<'_>)| match step {
            Step::Field(name) => name.contains('.') || at > 0 && is_number(name),
            Step::Element(_) => false,
        };
        if !self.path.iter().enumerate().any(doubtful) {
            return;
        }
        let steps = &self.path;
        self.ambiguous.array(path, |array| {
            for step in steps {
                match step {
                    Step::Field(name) => array.push_str(name),
                    Step::Element(at) => {
                        array.push(&crate::value::Value::Int32(i32::try_from(*at).unwrap_or(i32::MAX)))
                    }
                };
            }
        });
    }
}

/// Whether a changed value is reported as a whole rather than by its difference.
fn is_whole(old: RawValue<'_>, new: RawValue<'_>, touched: Option<&AffectedPaths<'_>>) -> bool {
    let alike = old.is_document() && new.is_document() || old.is_array() && new.is_array();
    !alike || touched.map_or_else(|| !is_inside(old, new), AffectedPaths::is_whole)
}
