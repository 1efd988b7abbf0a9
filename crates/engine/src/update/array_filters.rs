//! Array filters: the elements that `$[<identifier>]` selects.
//!
//! <https://www.mongodb.com/docs/manual/reference/operator/update/positional-filtered/>

use crate::error::{Error, Result};
use crate::query::{Filter, FilterContext};
use crate::value::{DocBuilder, RawDoc, RawValue};

/// The filters of one update.
#[derive(Debug, Default)]
pub(super) struct ArrayFilters {
    filters: Vec<(Box<str>, Filter)>,
}

impl ArrayFilters {
    /// Parses `arrayFilters`.
    ///
    /// # Errors
    /// `FailedToParse` (9) for filters without exactly one top-level name, or two filters with one name;
    /// errors of the query language.
    pub(super) fn parse(filters: RawDoc<'_>, context: &FilterContext) -> Result<Self> {
        let mut parsed = ArrayFilters::default();
        for (at, filter) in filters.values().enumerate() {
            let Some(filter) = filter.as_document() else {
                return Err(Error::wrong_element_type("update.updates.arrayFilters", at, filter, "object"));
            };
            let in_filter = |error: Error| error.context("Error parsing array filter :: caused by :: ");
            let mut identifier = None;
            let compiled = Filter::parse(filter, &context.for_update()).map_err(in_filter)?;
            find_identifier(filter, 0, &mut identifier).map_err(in_filter)?;
            let Some(identifier) = identifier else {
                return Err(Error::failed_to_parse(
                    "Cannot use an expression without a top-level field name in arrayFilters",
                ));
            };
            if parsed.contains(&identifier) {
                return Err(Error::failed_to_parse(format!(
                    "Found multiple array filters with the same top-level field name {identifier}"
                )));
            }
            parsed.filters.push((identifier.into(), compiled));
        }
        Ok(parsed)
    }

    /// Whether a filter has this identifier.
    pub(super) fn contains(&self, identifier: &str) -> bool {
        self.filters.iter().any(|(known, _)| &**known == identifier)
    }

    /// Returns the identifiers, in the order of the filters.
    pub(super) fn identifiers(&self) -> impl Iterator<Item = &str> {
        self.filters.iter().map(|(identifier, _)| &**identifier)
    }

    /// Whether `$[<identifier>]` selects this element. An empty identifier selects all.
    pub(super) fn matches(&self, identifier: &str, element: RawValue<'_>) -> Result<bool> {
        if identifier.is_empty() {
            return Ok(true);
        }
        let Some((_, filter)) = self.filters.iter().find(|(known, _)| &**known == identifier) else {
            return Ok(false);
        };
        // The filter's paths begin with the identifier, so wrap the element in a field with that name.
        let mut wrapped = DocBuilder::with_capacity(element.bytes.len() + identifier.len() + 8);
        wrapped.append_raw(identifier, element);
        filter.matches(RawDoc::new(&wrapped.finish()))
    }
}

/// Maximum nesting depth of logical operators, as in other filters.
const MAX_DEPTH: usize = 100;

/// Finds the one name with which all paths of a filter begin.
fn find_identifier(filter: RawDoc<'_>, depth: usize, found: &mut Option<String>) -> Result<()> {
    if depth > MAX_DEPTH {
        return Err(Error::bad_value(format!("array filter is nested more than {MAX_DEPTH} levels deep")));
    }
    for element in filter.iter() {
        let name = element.name();
        if matches!(name, "$and" | "$or" | "$nor") {
            for clause in element.value.as_array().into_iter().flat_map(RawDoc::values) {
                if let Some(clause) = clause.as_document() {
                    find_identifier(clause, depth + 1, found)?;
                }
            }
            continue;
        }
        if name.starts_with('$') {
            continue;
        }
        let top = name.split('.').next().unwrap_or("");
        match found {
            Some(known) if known != top => {
                return Err(Error::failed_to_parse(format!(
                    "Expected a single top-level field name, found '{known}' and '{top}'"
                )));
            }
            Some(_) => {}
            None => {
                if !is_identifier(top) {
                    return Err(Error::bad_value(format!(
                        "The top-level field name must be an alphanumeric string beginning with a lowercase \
                         letter, found '{top}'"
                    )));
                }
                *found = Some(top.to_owned());
            }
        }
    }
    Ok(())
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(|c| c.is_ascii_alphanumeric())
}
