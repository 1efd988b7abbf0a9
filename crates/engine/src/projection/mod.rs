//! The projection of `find`: the language of `$project` plus `$slice`, `$elemMatch`
//! and the positional `$`.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/method/db.collection.find/#projection>.

mod elem_match;
mod field_tree;
mod field_tree_parse;
mod positional;
mod slice;
#[cfg(test)]
mod tests;
mod transform;

use std::rc::Rc;

pub use field_tree::{FieldTree, Mode};
pub use field_tree_parse::{Extension, keeps};

use crate::aggregate::expression::{Dependencies, Environment, Scope};
use crate::aggregate::metadata::{Meta, Metadata};
use crate::query::{Filter, FilterContext, MatchPosition};
use crate::value::{Path, RawDoc};
use crate::{Error, Result};

/// A compiled projection.
#[derive(Debug)]
pub struct Projection {
    spec: Vec<u8>,
    /// The kept and computed fields.
    fields: FieldTree,
    /// The `$slice`s, applied after the tree.
    slices: Vec<(Path, slice::Slice)>,
    positional: Option<Path>,
    environment: Rc<Environment>,
    metadata: Vec<Meta>,
}

impl Projection {
    /// Compiles a projection. The positional operator refers to a match of `filter`.
    ///
    /// # Errors
    /// 31249 to 31276 and others, as the server refuses projections.
    pub fn parse(spec: RawDoc<'_>, filter: Option<&Filter>, context: &FilterContext) -> Result<Self> {
        let mut slices = Vec::new();
        let mut positional: Option<Path> = None;
        let mut elem_match = false;
        let mut parse_context = context.parse_context();
        let mut extensions = |path: &str, value: crate::value::RawValue<'_>| {
            if let Some(path) = positional::parse(path, value)? {
                if filter.is_none() {
                    return Err(Error::new(
                        51050,
                        "Projections with a positional operator require a matching query",
                    ));
                }
                if elem_match {
                    return Err(Error::new(31256, "Cannot specify positional operator and $elemMatch."));
                }
                if positional.is_some() {
                    let text = "Cannot specify more than one positional projection per query.";
                    return Err(Error::new(31276, text));
                }
                positional = Some(Path::new(path));
                return Ok(Some((path.to_owned(), Extension::Include)));
            }
            let Some(operator) = value.as_document().and_then(RawDoc::first) else { return Ok(None) };
            match operator.name() {
                "$slice" => Ok(slice::Slice::parse(operator.value)?.map(|slice| {
                    slices.push((Path::new(path), slice));
                    (path.to_owned(), Extension::Keep)
                })),
                "$elemMatch" => {
                    if positional.is_some() {
                        return Err(Error::new(31255, "Cannot specify positional operator and $elemMatch."));
                    }
                    elem_match = true;
                    let expression = elem_match::parse(path, operator.value, context)?;
                    Ok(Some((path.to_owned(), Extension::Compute(expression))))
                }
                _ => Ok(None),
            }
        };
        let fields = FieldTree::parse_extended(spec, &mut parse_context, &mut extensions)?;
        let mut reads = Dependencies::default();
        fields.dependencies(&mut reads);
        if let Some(filter) = filter {
            reads.metadata.iter().try_for_each(|meta| meta.check(filter.root()))?;
        }
        Ok(Projection {
            metadata: reads.metadata,
            spec: spec.as_bytes().to_vec(),
            fields,
            slices,
            positional,
            environment: context.environment().clone(),
        })
    }

    /// Projects a document. `position` is the array position where the query matched.
    ///
    /// # Errors
    /// 51246 when the positional operator has no position; errors of expressions.
    pub fn apply(&self, doc: RawDoc<'_>, position: Option<&MatchPosition>) -> Result<Vec<u8>> {
        let mut out = self.fields.apply(&Scope::new(doc, &self.environment))?;
        if let Some(path) = &self.positional {
            out = positional::apply(RawDoc::new(&out), path, position)?;
        }
        for (path, slice) in &self.slices {
            out = slice.apply(RawDoc::new(&out), path);
        }
        Ok(out)
    }

    /// Returns the metadata that the projection needs from the plan.
    pub fn metadata(&self) -> &[Meta] {
        &self.metadata
    }

    /// Sets the metadata of the next document.
    pub fn set_metadata(&self, metadata: Option<Rc<Metadata>>) {
        *self.environment.metadata.borrow_mut() = metadata;
    }

    /// Whether [`Self::apply`] needs the position of the match.
    pub fn needs_position(&self) -> bool {
        self.positional.is_some()
    }

    /// Returns the dotted paths that an index must have to cover the query; `None` when the projection needs whole
    /// documents.
    pub fn required_fields(&self) -> Option<Vec<String>> {
        let is_inclusion = self.fields.mode() == Mode::Include;
        if !is_inclusion || self.positional.is_some() || !self.slices.is_empty() || !self.metadata.is_empty()
        {
            return None;
        }
        let mut reads = Dependencies::default();
        self.fields.dependencies(&mut reads);
        (!reads.whole_document && !reads.fields.is_empty()).then_some(reads.fields)
    }

    /// Whether the projection only keeps or drops top-level fields.
    pub fn is_simple(&self) -> bool {
        self.positional.is_none()
            && self.slices.is_empty()
            && self.fields.mode() != Mode::Add
            && self.fields.is_flat()
    }

    /// The projection as written.
    pub fn spec(&self) -> RawDoc<'_> {
        RawDoc::new(&self.spec)
    }
}
