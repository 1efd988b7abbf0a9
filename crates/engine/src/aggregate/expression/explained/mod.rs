//! Expressions as explain writes them.

mod operands;
mod simplified;

use operands::Operands;
pub(crate) use operands::WriteOperands;
use simplified::simplified;
pub(in crate::aggregate) use simplified::{applied, constant, list};

use super::{Compile, Operator, ParseContext, compile_partial, find_operator};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value, tag, type_name};

/// Returns an expression as explain shows it, constants as `{ $const: … }`.
pub(crate) fn computed(value: RawValue<'_>, context: &mut ParseContext) -> Value<'static> {
    if let Some(constant) = evaluated(value, context) {
        return constant;
    }
    if let Some(text) = value.as_str() {
        // Paths start at the document.
        let path = text.strip_prefix("$$ROOT.").or_else(|| text.strip_prefix("$$CURRENT."));
        return Value::string(path.map_or_else(|| text.to_owned(), |path| format!("${path}")));
    }
    if let Some(items) = value.as_array() {
        return array(items, context);
    }
    match value.as_document() {
        None => owned(value),
        Some(doc) => match doc.operator() {
            None => parts(doc, context),
            Some(operator) => {
                let known = find_operator(operator.name());
                if let Some(Compile::Conversion(to)) = known.map(|known| known.compile) {
                    return conversion(to, single(operator.value), context);
                }
                let (other, argument) = argument(operator.name(), known, operator.value, context);
                simplified(other.unwrap_or(operator.name()), argument, context)
            }
        },
    }
}

/// Returns the value of a constant expression, as `{ $const: … }`.
fn evaluated(value: RawValue<'_>, context: &mut ParseContext) -> Option<Value<'static>> {
    let compiled = compile_partial(value, context).ok()?;
    let constant = compiled.constant().filter(|constant| !matches!(constant, Value::Missing))?;
    let mut out = DocBuilder::new();
    out.append("$const", constant);
    Some(Value::document(out.finish()))
}

/// Returns the first element of an array, or the value itself.
fn single(value: RawValue<'_>) -> RawValue<'_> {
    value.as_array().and_then(|items| items.nth(0)).unwrap_or(value)
}

fn array(items: RawDoc<'_>, context: &mut ParseContext) -> Value<'static> {
    let mut out = ArrayBuilder::new();
    for item in items.values() {
        out.push(&computed(item, context));
    }
    Value::array(out.finish())
}

fn parts(doc: RawDoc<'_>, context: &mut ParseContext) -> Value<'static> {
    let mut out = DocBuilder::new();
    for element in doc {
        out.append(element.name(), &computed(element.value, context));
    }
    Value::document(out.finish())
}

/// Returns the `$convert` that explain shows for an operator such as `$toInt`.
fn conversion(to: u8, input: RawValue<'_>, context: &mut ParseContext) -> Value<'static> {
    let mut out = DocBuilder::new();
    out.document("$convert", |convert| {
        convert.append("input", &computed(input, context));
        convert.document("to", |constant| match to {
            tag::BINARY => {
                constant.document("$const", |uuid| {
                    uuid.append_str("type", type_name(to)).append_i32("subtype", 4);
                });
            }
            _ => {
                constant.append_str("$const", type_name(to));
            }
        });
        let format = match to {
            tag::BINARY => "uuid",
            tag::STRING => "auto",
            _ => return,
        };
        convert.document("format", |constant| {
            constant.append_str("$const", format);
        });
    });
    Value::document(out.finish())
}

/// Returns the operator that explain shows, if another one, and its argument.
fn argument(
    name: &str,
    known: Option<&Operator>,
    value: RawValue<'_>,
    context: &mut ParseContext,
) -> (Option<&'static str>, Value<'static>) {
    let named = value.as_document().filter(|doc| doc.operator().is_none());
    if matches!(known.map(|known| known.compile), Some(Compile::DatePart(_))) {
        let mut alone = DocBuilder::new();
        alone.append_raw("date", single(value));
        let given = alone.finish();
        let date_part: WriteOperands = |operands| operands.expressions(&["date", "timezone"]);
        return ordered(named.unwrap_or(RawDoc::new(&given)), date_part, context);
    }
    match (known.and_then(|known| known.explained), named) {
        (Some(write), Some(doc)) => ordered(doc, write, context),
        (Some(write), None) => {
            // A field without `input` is a field of the document.
            let mut alone = DocBuilder::new();
            alone.append_raw("field", value).append_str("input", "$$CURRENT");
            ordered(RawDoc::new(&alone.finish()), write, context)
        }
        (None, _) => (None, unordered(name, known, value, context)),
    }
}

/// Returns the argument of an operator without an order of named operands.
fn unordered(
    name: &str,
    known: Option<&Operator>,
    value: RawValue<'_>,
    context: &mut ParseContext,
) -> Value<'static> {
    if let Some(items) = value.as_array() {
        return array(items, context);
    }
    let plain = known.is_some_and(|known| !matches!(known.compile, Compile::Custom(_)));
    match value.as_document().filter(|doc| doc.operator().is_none()) {
        Some(doc) if name == "$cond" => {
            let mut out = ArrayBuilder::new();
            for part in ["if", "then", "else"] {
                out.push(&computed(doc.get(part).unwrap_or(RawValue::NULL), context));
            }
            Value::array(out.finish())
        }
        Some(doc) if !plain => named_parts(doc, context),
        _ if name == "$meta" => owned(value),
        _ => {
            let mut out = ArrayBuilder::new();
            out.push(&computed(value, context));
            Value::array(out.finish())
        }
    }
}

/// Writes named operands with `write`; returns operator and operands like [`Operands::finish`].
fn ordered(
    doc: RawDoc<'_>,
    write: WriteOperands,
    context: &mut ParseContext,
) -> (Option<&'static str>, Value<'static>) {
    let mut operands = Operands::new(doc, context);
    write(&mut operands);
    operands.finish()
}

/// Returns the named operands of an accumulator or window function, written with `write`.
pub(in crate::aggregate) fn ordered_parts(
    doc: RawDoc<'_>,
    write: WriteOperands,
    context: &mut ParseContext,
) -> Value<'static> {
    ordered(doc, write, context).1
}

fn named_parts(doc: RawDoc<'_>, context: &mut ParseContext) -> Value<'static> {
    let mut out = DocBuilder::new();
    for element in doc {
        out.append(element.name(), &part(element.name(), element.value, context));
    }
    Value::document(out.finish())
}

/// Returns a named operand; names of variables and the branches of `$switch` aren't expressions.
fn part(name: &str, value: RawValue<'_>, context: &mut ParseContext) -> Value<'static> {
    match (name, value.as_array(), value.as_document()) {
        ("as", ..) => owned(value),
        ("vars", _, Some(vars)) => parts(vars, context),
        ("branches", Some(branches), _) => {
            let mut out = ArrayBuilder::new();
            for branch in branches.values().filter_map(RawValue::as_document) {
                out.push(&parts(branch, context));
            }
            Value::array(out.finish())
        }
        _ => computed(value, context),
    }
}

/// Returns an owned copy of a value; null for a missing one.
pub(in crate::aggregate) fn owned(value: RawValue<'_>) -> Value<'static> {
    match value.tag {
        tag::EOO => Value::Null,
        _ => Value::from(value).into_owned(),
    }
}
