//! Expressions as explain writes them.

use super::owned;
use super::simplified::simplified;
use crate::aggregate::expression::{Compile, ParseContext, compile_partial, find_operator};
use crate::value::{ArrayBuilder, DocBuilder, RawDoc, RawValue, Value, type_name};

/// An expression: constants as `{ $const: … }`, paths and operators otherwise.
pub(crate) fn computed(value: RawValue<'_>, context: &mut ParseContext) -> Value<'static> {
    if let Some(constant) = worked_out(value, context) {
        return constant;
    }
    if let Some(text) = value.as_str() {
        // Paths are written from the document on.
        let path = text.strip_prefix("$$ROOT.").or_else(|| text.strip_prefix("$$CURRENT."));
        return Value::string(path.map_or_else(|| text.to_owned(), |path| format!("${path}")));
    }
    if let Some(items) = value.as_array() {
        return list(items, context);
    }
    match value.as_document() {
        None => owned(value),
        Some(doc) => match doc.operator() {
            None => parts(doc, context),
            Some(operator) => {
                let mut out = DocBuilder::new();
                match find_operator(operator.name()).map(|operator| operator.compile) {
                    Some(Compile::Conversion(to)) => out.document("$convert", |convert| {
                        convert.append("input", &computed(single(operator.value), context));
                        convert.document("to", |constant| {
                            constant.append_str("$const", type_name(to));
                        });
                    }),
                    how => {
                        let argument = argument(operator.name(), how, operator.value, context);
                        return simplified(operator.name(), argument, context);
                    }
                };
                Value::document(out.finish())
            }
        },
    }
}

/// What an expression comes to that depends on nothing, as a constant.
pub(super) fn worked_out(value: RawValue<'_>, context: &mut ParseContext) -> Option<Value<'static>> {
    let compiled = compile_partial(value, context).ok()?;
    let constant = compiled.constant().filter(|constant| !matches!(constant, Value::Missing))?;
    let mut out = DocBuilder::new();
    out.append("$const", constant);
    Some(Value::document(out.finish()))
}

/// The only item of a list, or the value that stands for it.
fn single(value: RawValue<'_>) -> RawValue<'_> {
    value.as_array().and_then(|items| items.nth(0)).unwrap_or(value)
}

fn list(items: RawDoc<'_>, context: &mut ParseContext) -> Value<'static> {
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

/// What an operator is given; `how` is how that is compiled, if it is known.
fn argument(
    name: &str,
    how: Option<Compile>,
    value: RawValue<'_>,
    context: &mut ParseContext,
) -> Value<'static> {
    let named = value.as_document().filter(|doc| doc.operator().is_none());
    if matches!(how, Some(Compile::DatePart(_))) && named.is_none() {
        let mut out = DocBuilder::new();
        out.append("date", &computed(single(value), context));
        return Value::document(out.finish());
    }
    if let Some(items) = value.as_array() {
        return list(items, context);
    }
    let plain = how.is_some_and(|how| !matches!(how, Compile::Custom(_) | Compile::DatePart(_)));
    match named {
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

/// Named operands; the names of variables and the branches of `$switch` are no expressions.
fn named_parts(doc: RawDoc<'_>, context: &mut ParseContext) -> Value<'static> {
    let mut out = DocBuilder::new();
    for element in doc {
        match (element.name(), element.value.as_array(), element.value.as_document()) {
            ("as", ..) => {
                out.append_raw("as", element.value);
            }
            ("vars", _, Some(vars)) => {
                out.append("vars", &parts(vars, context));
            }
            ("branches", Some(branches), _) => {
                out.array("branches", |all| {
                    for branch in branches.values().filter_map(RawValue::as_document) {
                        all.push(&parts(branch, context));
                    }
                });
            }
            (name, ..) => {
                out.append(name, &computed(element.value, context));
            }
        }
    }
    Value::document(out.finish())
}
