//! The update language.
//!
//! An update is compiled once per statement. Operators become a tree of paths with a [`operator::Operator`]
//! at each leaf, applied in one pass over the old document's bytes. Replacements and pipelines are applied
//! as a whole.
//!
//! Reference: <https://www.mongodb.com/docs/manual/reference/operator/update/>.

mod affected_paths;
mod apply;
mod array_filters;
pub mod modifier;
pub mod operator;
mod parse;
mod path;
mod pipeline;
mod progress;
mod replacement;
#[cfg(test)]
mod tests;
mod tree;
mod upsert;

use crate::arguments::expect_document;
use crate::collection::Patch;
use crate::error::{Error, ErrorCode, Result};
use crate::query::{Filter, FilterContext, MatchPosition};
use crate::value::{MAX_DOCUMENT_BYTES, RawDoc, RawValue};

pub(crate) use affected_paths::AffectedPaths;
use apply::Application;
use array_filters::ArrayFilters;
use pipeline::PipelineUpdate;
use progress::Progress;
use tree::Node;

/// A compiled update.
#[derive(Debug)]
pub struct Update {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Operators { tree: Node, filters: ArrayFilters, needs_position: bool, fields: Vec<Box<str>> },
    Replacement(Vec<u8>),
    Pipeline(PipelineUpdate),
}

/// The context and options of an update.
pub struct UpdateOptions<'a> {
    /// `arrayFilters`, an array.
    pub array_filters: Option<RawDoc<'a>>,
    /// `c`: the variables of a pipeline.
    pub constants: Option<RawDoc<'a>>,
    /// Variables, clock, random numbers.
    pub context: &'a FilterContext,
}

/// The purpose of applying an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Change a stored document.
    Update,
    /// Build the document that an upsert inserts.
    Upsert,
}

/// A document after an update.
#[derive(Debug)]
pub struct Applied {
    /// The whole document.
    pub document: Vec<u8>,
    /// Whether the update had an effect.
    pub changed: bool,
    /// The changed bytes, if no others moved.
    pub patch: Option<Patch>,
    /// The number of fields passed on the way to those changed, over all levels; all fields when a pipeline
    /// read them.
    pub fields_walked: u64,
    /// The number of bytes after the first change of size.
    pub bytes_shifted: u64,
}

impl Update {
    /// Compiles an update: a document of operators, a replacement, or a pipeline.
    ///
    /// # Errors
    /// `FailedToParse` (9), `BadValue` (2), `ConflictingUpdateOperators` (40), and errors of the operators.
    pub fn parse(update: RawValue<'_>, options: &UpdateOptions<'_>) -> Result<Self> {
        if let Some(stages) = update.as_array() {
            if options.array_filters.is_some_and(|filters| !filters.is_empty()) {
                return Err(Error::failed_to_parse(
                    "arrayFilters may not be specified for pipeline-syle updates",
                ));
            }
            let pipeline = PipelineUpdate::parse(stages, options.constants, options.context)?;
            return Ok(Update { kind: Kind::Pipeline(pipeline) });
        }
        let doc = expect_document(
            update,
            ErrorCode::FAILED_TO_PARSE,
            "Update argument must be either an object or an array",
        )?;
        if options.constants.is_some() {
            return Err(Error::new(51198, "Constant values may only be specified for pipeline updates"));
        }
        // A replacement ignores array filters.
        if doc.operator().is_none() {
            return Ok(Update { kind: Kind::Replacement(doc.as_bytes().to_vec()) });
        }
        let filters = match options.array_filters {
            Some(filters) => ArrayFilters::parse(filters, options.context)?,
            None => ArrayFilters::default(),
        };
        let tree = parse::parse_operators(doc, &filters, options.context)?;
        let (needs_position, fields) = (tree.needs_position(), tree.field_names());
        Ok(Update { kind: Kind::Operators { tree, filters, needs_position, fields } })
    }

    /// Whether the update replaces the whole document.
    pub fn is_replacement(&self) -> bool {
        matches!(self.kind, Kind::Replacement(_))
    }

    /// Whether a path contains `$`, so that the array position of the match is needed.
    pub fn needs_position(&self) -> bool {
        matches!(self.kind, Kind::Operators { needs_position: true, .. })
    }

    /// Returns the top-level fields that the update may change; `None` for any.
    pub fn fields(&self) -> Option<&[Box<str>]> {
        match &self.kind {
            Kind::Operators { fields, .. } => Some(fields),
            Kind::Replacement(_) | Kind::Pipeline(_) => None,
        }
    }

    /// Returns a stored document after the update.
    ///
    /// # Errors
    /// Errors of the operators, `ImmutableField` (66) when `_id` would change.
    pub fn apply(&self, doc: RawDoc<'_>, position: Option<&MatchPosition>) -> Result<Applied> {
        self.apply_for(Purpose::Update, doc, position)
    }

    fn apply_for(
        &self,
        purpose: Purpose,
        doc: RawDoc<'_>,
        position: Option<&MatchPosition>,
    ) -> Result<Applied> {
        match &self.kind {
            Kind::Operators { tree, filters, .. } => {
                let position = position.map(|position| position.index);
                let progress = Progress::default();
                let mut run = Application { root: doc, position, purpose, filters, progress };
                let document = run.run(tree)?;
                let progress = run.progress;
                check_size(&document, purpose)?;
                Ok(Applied {
                    document,
                    changed: progress.changed,
                    patch: progress.patch(),
                    fields_walked: progress.walked,
                    bytes_shifted: progress.bytes_shifted(doc),
                })
            }
            Kind::Replacement(replacement) => {
                check_size(replacement, purpose)?;
                if purpose == Purpose::Update {
                    replacement::check_replacement(RawDoc::new(replacement))?;
                }
                Ok(whole(doc, replacement::replace(doc, RawDoc::new(replacement))?))
            }
            Kind::Pipeline(pipeline) => {
                let made = pipeline.run(doc)?;
                check_size(&made, purpose)?;
                let replaced = replacement::replace(doc, RawDoc::new(&made))?;
                Ok(Applied { fields_walked: fields_of(doc), ..whole(doc, replaced) })
            }
        }
    }

    /// Returns the document that an upsert inserts: the filter's equality conditions with the update
    /// applied, and `_id` first. `new_object_id` is the default `_id`.
    ///
    /// # Errors
    /// Errors of [`Self::apply`]; `NotSingleValueField` (54) when the filter sets a field twice.
    pub fn upsert_document(&self, filter: &Filter, new_object_id: [u8; 12]) -> Result<Vec<u8>> {
        let mut equalities = filter.equalities();
        if self.is_replacement() {
            upsert::only_id(&mut equalities)?;
        }
        let seed = upsert::seed(equalities)?;
        let made = self.apply_for(Purpose::Upsert, RawDoc::new(&seed), None)?.document;
        Ok(replacement::with_id_first(RawDoc::new(&made), new_object_id))
    }
}

/// Checks the size of a document after an update.
///
/// # Errors
/// 17419 (17420 for an upsert) for a document of more than 16 MB.
fn check_size(document: &[u8], purpose: Purpose) -> Result<()> {
    if document.len() <= MAX_DOCUMENT_BYTES {
        return Ok(());
    }
    Err(match purpose {
        Purpose::Update => {
            Error::new(17419, format!("Resulting document after update is larger than {MAX_DOCUMENT_BYTES}"))
        }
        Purpose::Upsert => {
            Error::new(17420, format!("Document to upsert is larger than {MAX_DOCUMENT_BYTES}"))
        }
    })
}

/// Returns the number of fields and elements on all levels.
fn fields_of(doc: RawDoc<'_>) -> u64 {
    doc.iter()
        .map(|element| 1 + element.value.as_document().or(element.value.as_array()).map_or(0, fields_of))
        .sum()
}

fn whole(old: RawDoc<'_>, new: Option<Vec<u8>>) -> Applied {
    Applied {
        changed: new.is_some(),
        document: new.unwrap_or_else(|| old.as_bytes().to_vec()),
        patch: None,
        fields_walked: 0,
        bytes_shifted: 0,
    }
}

/// Checks a replacement that was not written as an update. A first field with `$` would make it an update
/// with operators.
///
/// # Errors
/// `FailedToParse` (9), `DollarPrefixedFieldName` (52).
pub fn check_replacement(document: RawDoc<'_>) -> Result<()> {
    if let Some(operator) = document.operator() {
        return Err(parse::unknown_modifier(operator.name()));
    }
    replacement::check_replacement(document)
}
