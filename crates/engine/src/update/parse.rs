//! The parser of update documents.

use super::array_filters::ArrayFilters;
use super::operator::{Parse, Parsed, Parsing, display_argument, find_operator};
use super::path::{Part, UpdatePath};
use super::tree::Node;
use crate::error::{Error, Result};
use crate::query::FilterContext;
use crate::value::{Element, RawDoc, display_document, type_name};

/// Compiles `{ $operator: { path: argument, … }, … }`.
///
/// # Errors
/// `FailedToParse` (9) for unknown operators and unused array filters; 40 for conflicting paths; errors of
/// the operators.
pub(super) fn parse_operators(
    update: RawDoc<'_>,
    filters: &ArrayFilters,
    context: &FilterContext,
) -> Result<Node> {
    let mut tree = Node::root();
    let mut used = Vec::new();
    let parsing = Parsing { context };
    for field in update.iter() {
        let Some(operator) = find_operator(field.name()) else {
            return Err(unknown_modifier(field.name()));
        };
        let Some(arguments) = field.value.as_document() else {
            return Err(Error::failed_to_parse(format!(
                "Modifiers operate on fields but we found type {} instead. For example: {{$mod: {{<field>: \
                 ...}}}} not {{{}}}",
                type_name(field.value.tag),
                display_argument(&field)
            )));
        };
        for argument in arguments.iter() {
            for (path, modifier) in parse_argument(&operator.parse, &argument, &parsing)? {
                check_identifiers(&path, filters, &mut used)?;
                tree.add(&path, modifier)?;
            }
        }
    }
    for identifier in filters.identifiers() {
        if !used.iter().any(|known| known == identifier) {
            return Err(Error::failed_to_parse(format!(
                "The array filter for identifier '{identifier}' was not used in the update {}",
                display_document(update)
            )));
        }
    }
    Ok(tree)
}

fn parse_argument(parse: &Parse, argument: &Element<'_>, parsing: &Parsing<'_>) -> Result<Vec<Parsed>> {
    match parse {
        Parse::AtPath(parse) => {
            let path = UpdatePath::parse(argument.name())?;
            Ok(vec![(path, parse(argument, parsing)?)])
        }
        Parse::Paths(parse) => parse(argument),
    }
}

fn check_identifiers(path: &UpdatePath, filters: &ArrayFilters, used: &mut Vec<String>) -> Result<()> {
    for part in &path.parts {
        let Part::Elements(identifier) = part else { continue };
        if identifier.is_empty() {
            continue;
        }
        if !filters.contains(identifier) {
            return Err(Error::bad_value(format!(
                "No array filter found for identifier '{identifier}' in path '{}'",
                path.text
            )));
        }
        used.push(identifier.to_string());
    }
    Ok(())
}

/// Returns the error for an unknown update operator.
pub(super) fn unknown_modifier(name: &str) -> Error {
    Error::failed_to_parse(format!(
        "Unknown modifier: {name}. Expected a valid update modifier or pipeline-style update specified as an array"
    ))
}
