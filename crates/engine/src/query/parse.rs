//! The filter parser.

use super::operator::{Argument, Equality, Place, RegexMatch, comparison, find};
use super::{ArrayMode, Bounds, FilterContext, Leaf, Node};
use crate::aggregate::expression::ConstantFaults;
use crate::value::{Path, RawDoc, RawValue, Value, is_dbref_field, tag};
use crate::{Error, Result};

/// Maximum nesting depth of filters.
const MAX_DEPTH: usize = 100;

/// Compiles a filter document; `depth` is 0 for the outermost one.
///
/// # Errors
/// `BadValue` (2) and others for invalid filters.
pub(super) fn parse_document(filter: RawDoc<'_>, context: &FilterContext, depth: usize) -> Result<Node> {
    check_depth(depth)?;
    let mut nodes = Vec::with_capacity(4);
    // Faults of `$expr` are found when the whole filter is optimized.
    let mut faults = ConstantFaults::default();
    for element in filter {
        let name = element.name();
        if name.starts_with('$') && !is_dbref_field(name) {
            let operator = find(name).filter(|operator| operator.place != Place::Field);
            let Some(operator) = operator else { return Err(unknown_top_level(name)) };
            if let Some(refusal) = context.rejection_of(operator) {
                return Err(refusal);
            }
            if operator.place == Place::TopLevel && !context.at_document() {
                return Err(Error::bad_value(format!(
                    "{name} can only be applied to the top-level document"
                )));
            }
            let argument = Argument { value: element.value, path: None, siblings: filter, context, depth };
            match (operator.parse)(&argument) {
                Ok(node) => nodes.push(node),
                Err(error) => faults.keep(error)?,
            }
            continue;
        }
        let path = Path::new(name);
        match element.value.as_document() {
            Some(operators) if is_operator_document(operators) => {
                nodes.extend(parse_operators(&path, operators, context, depth + 1)?);
            }
            _ if element.value.tag == tag::REGEX => {
                nodes.push(Leaf::node(&path, RegexMatch::from_value(element.value)?));
            }
            _ => nodes.push(comparison(&path, context, element.value, Equality::new)?),
        }
    }
    faults.report()?;
    Ok(Node::And(nodes))
}

/// Compiles the operators of a field.
///
/// # Errors
/// Errors of [`parse_document`].
pub(super) fn parse_operators(
    path: &Path,
    operators: RawDoc<'_>,
    context: &FilterContext,
    depth: usize,
) -> Result<Vec<Node>> {
    check_depth(depth)?;
    let mut nodes = Vec::with_capacity(2);
    for element in operators {
        let name = element.name();
        let operator = find(name).filter(|operator| operator.place == Place::Field);
        let Some(operator) = operator else {
            if name == "$where" {
                return Err(Error::bad_value("$where cannot be applied to a field"));
            }
            return Err(Error::bad_value(format!("unknown operator: {name}")));
        };
        let argument =
            Argument { value: element.value, path: Some(path), siblings: operators, context, depth };
        nodes.push((operator.parse)(&argument)?);
    }
    Ok(nodes)
}

/// Compiles the filters of `$and`, `$or`, `$nor`.
///
/// # Errors
/// Errors of [`parse_document`].
pub(super) fn parse_list(argument: &Argument<'_>, name: &str) -> Result<Vec<Node>> {
    let Some(filters) = argument.value.as_array() else {
        return Err(Error::bad_value(format!("{name} must be an array")));
    };
    if filters.is_empty() {
        return Err(Error::bad_value("$and/$or/$nor must be a nonempty array"));
    }
    let entry = |filter: RawValue<'_>| match filter.as_document() {
        Some(filter) => parse_document(filter, argument.context, argument.depth + 1),
        None => Err(Error::bad_value("$or/$and/$nor entries need to be full objects")),
    };
    let mut faults = ConstantFaults::default();
    let mut nodes = Vec::with_capacity(4);
    for filter in filters.values() {
        match entry(filter) {
            Ok(node) => nodes.push(node),
            Err(error) => faults.keep(error)?,
        }
    }
    faults.report()?;
    Ok(nodes)
}

/// Whether a document is a list of operators rather than an operand: its first name starts with `$`, and it
/// is not a database reference.
pub(super) fn is_operator_document(doc: RawDoc<'_>) -> bool {
    doc.operator().is_some() && !is_database_reference(doc)
}

/// Whether a document is a database reference, `{ $ref: <collection>, $id: <id> }`
/// (<https://www.mongodb.com/docs/manual/reference/database-references/#dbrefs>).
fn is_database_reference(doc: RawDoc<'_>) -> bool {
    doc.get("$ref").is_some() && doc.get("$id").is_some()
}

/// Whether the document has a field of a database reference.
pub(super) fn names_reference(doc: RawDoc<'_>) -> bool {
    doc.iter().any(|element| is_dbref_field(element.name()))
}

/// Whether a document starts with an operator such as `$or`, which is not applied to a field.
pub(super) fn begins_with_logical(doc: RawDoc<'_>) -> bool {
    let operator = doc.first().and_then(|element| find(element.name()));
    operator.is_some_and(|operator| operator.place != Place::Field)
}

/// Whether an operator tests a value alone: all operators of fields except `$not`, which is syntax.
pub fn is_value_operator(name: &str) -> bool {
    name != "$not" && find(name).is_some_and(|operator| operator.place == Place::Field)
}

/// Returns index bounds for the entries of an array whose elements satisfy the conditions.
///
/// Conditions that take the element itself as an array are ignored, since the element's entry is the whole
/// element.
pub(super) fn element_bounds(node: &Node) -> Option<Bounds> {
    match node {
        Node::Leaf(leaf) if leaf.predicate.array_mode() == ArrayMode::WholeOnly => None,
        Node::Leaf(leaf) => leaf.predicate.bounds(),
        Node::And(children) => {
            let known: Vec<Bounds> = children.iter().filter_map(element_bounds).collect();
            known.into_iter().reduce(|a, b| a.intersect(&b))
        }
        // Only values that certainly don't match may be left out.
        Node::Not(inner) => match &**inner {
            // Each element of an array has its own key.
            Node::Leaf(leaf) if matches!(leaf.predicate.equals(), Some(Value::Null)) => {
                element_bounds(inner).map(|bounds| bounds.complement())
            }
            Node::Leaf(_) => element_bounds(inner).filter(|bounds| bounds.exact).map(|b| b.complement()),
            _ => None,
        },
        _ => None,
    }
}

fn check_depth(depth: usize) -> Result<()> {
    if depth > MAX_DEPTH {
        return Err(Error::bad_value(format!("exceeded maximum query tree depth of {MAX_DEPTH}")));
    }
    Ok(())
}

fn unknown_top_level(name: &str) -> Error {
    if name == "$not" {
        return Error::bad_value(
            "unknown top level operator: $not. If you are trying to negate an entire expression, use $nor.",
        );
    }
    Error::bad_value(format!(
        "unknown top level operator: {name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField."
    ))
}
