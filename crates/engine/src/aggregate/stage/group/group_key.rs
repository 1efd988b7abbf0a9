//! The key of `$group`.

use crate::aggregate::expression::{Expression, Scope, compile};
use crate::aggregate::stage::Renamed;
use crate::aggregate::stage_prelude::*;

/// The key of a `$group`.
#[derive(Debug)]
pub(in crate::aggregate) struct Key {
    pub(in crate::aggregate) value: Box<dyn Expression>,
    /// The path of the only field that the key consists of, alone or in a document.
    pub(super) path: Option<String>,
    /// The paths of the fields that the key consists of.
    pub(super) paths: Vec<String>,
    /// Key fields of the output that equal a field of every input document of the group.
    pub(super) renamed: Vec<Renamed>,
    /// The key expression's identity.
    pub(super) identity: Option<Box<[u8]>>,
}

/// Compiles `_id`.
///
/// # Errors
/// Those of the expression.
pub(super) fn parse_key(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Key> {
    if let Some(doc) = spec.as_document()
        && let (Some(element), 1) = (doc.first(), doc.count())
        && !element.name().starts_with('$')
        && element.value.as_str().is_some_and(|text| text.starts_with('$'))
    {
        // Refuses invalid field names.
        compile(spec, context)?;
        let value = compile(element.value, context)?;
        let renamed = renamed(format!("_id.{}", element.name()), value.as_ref()).into_iter().collect();
        let path = value.field_path().map(|path| path.as_str().to_owned());
        let paths = path.iter().cloned().collect();
        let value = Box::new(Single { name: element.name().into(), value });
        let identity = context.identity(spec).as_deref().map(of_key);
        return Ok(Key { value, path, paths, renamed, identity });
    }
    let value = compile(spec, context)?;
    let path = value.field_path().map(|path| path.as_str().to_owned());
    let mut paths: Vec<String> = path.iter().cloned().collect();
    let fields = spec.as_document().filter(|doc| doc.operator().is_none());
    let mut others = false;
    let mut names: Vec<_> = renamed("_id".to_owned(), value.as_ref()).into_iter().collect();
    for element in fields.into_iter().flatten() {
        let part = compile(element.value, context).ok();
        names
            .extend(part.as_ref().and_then(|part| renamed(format!("_id.{}", element.name()), part.as_ref())));
        match part.as_ref().and_then(|part| part.field_path()) {
            Some(path) => paths.push(path.as_str().to_owned()),
            None => others = true,
        }
    }
    if others {
        paths.clear();
    }
    let identity = context.identity(spec).as_deref().map(of_key);
    Ok(Key { value, path, paths, renamed: names, identity })
}

/// Returns the renamed field if the expression is just a top-level field.
fn renamed(name: String, value: &dyn Expression) -> Option<Renamed> {
    match value.field_path()?.parts() {
        [field] => Some((name, field.to_string())),
        _ => None,
    }
}

/// Returns the identity of a key expression: some expressions evaluate differently as a key.
fn of_key(identity: &[u8]) -> Box<[u8]> {
    [b"_id", identity].concat().into()
}

/// The key `{ name: "$field" }`. A missing field counts as null, as it does in the key `"$field"`.
#[derive(Debug)]
struct Single {
    name: Box<str>,
    value: Box<dyn Expression>,
}

impl Expression for Single {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut out = DocBuilder::new();
        match self.value.evaluate(scope)? {
            Value::Missing => out.append_null(&self.name),
            value => out.append(&self.name, &value),
        };
        Ok(Value::document(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.value.dependencies(out);
    }
}
