//! References to variables: `"$$name"`, `"$$name.path"`.

use super::super::field_path::{Field, FieldPath};
use super::super::prelude::*;

/// A reference to a variable or to a path inside it.
#[derive(Debug)]
struct Variable {
    id: VariableId,
    path: Option<FieldPath>,
}

impl Expression for Variable {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let value = scope.variable(self.id);
        Ok(match &self.path {
            None => value,
            Some(path) => below(value, path),
        })
    }

    fn origin(&self, variable: Option<VariableId>, below: &str) -> Option<String> {
        let field = self.path.as_ref().filter(|_| variable == Some(self.id))?.single()?;
        Some(format!("{field}{below}"))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.variables.push(self.id);
    }
}

/// Returns the value at a path inside a value.
fn below<'a>(value: Value<'a>, path: &FieldPath) -> Value<'a> {
    use std::borrow::Cow;
    match value {
        Value::Document(Cow::Borrowed(bytes)) => path.find(RawDoc::new(bytes)).into_value(),
        Value::Array(Cow::Borrowed(bytes)) => path.find_in(RawValue { tag: tag::ARRAY, bytes }).into_value(),
        Value::Document(bytes) => path.find(RawDoc::new(&bytes)).into_value().into_owned(),
        Value::Array(bytes) => {
            path.find_in(RawValue { tag: tag::ARRAY, bytes: &bytes }).into_value().into_owned()
        }
        _ => Value::Missing,
    }
}

/// `$$ROOT` and `$$CURRENT`.
#[derive(Debug)]
struct Root;

impl Expression for Root {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        Ok(Value::Document(scope.root.as_bytes().into()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }
}

/// `$$REMOVE`: a missing value that isn't folded into a constant, which a parent would treat as null.
#[derive(Debug)]
struct Remove;

impl Expression for Remove {
    fn evaluate<'a>(&'a self, _: &Scope<'_, 'a>) -> Result<Value<'a>> {
        Ok(Value::Missing)
    }

    fn constant(&self) -> Option<&Value<'static>> {
        Some(&Value::Missing)
    }

    fn dependencies(&self, _: &mut Dependencies) {}
}

/// `$$NOW`.
#[derive(Debug)]
struct Now;

impl Expression for Now {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        Ok(Value::Date(scope.environment.now_millis.get()))
    }

    // The time is fixed during a command, but a compiled pipeline may outlive the command.
    fn dependencies(&self, out: &mut Dependencies) {
        out.volatile = true;
    }
}

/// Compiles the text after the `$` of a string: a path or, with another `$`, a variable.
pub(in super::super) fn compile_reference(
    text: &str,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let Some(name) = text.strip_prefix('$') else {
        if text.is_empty() {
            return Err(Error::new(16872, "'$' by itself is not a valid FieldPath"));
        }
        let path = FieldPath::new(text)?;
        // Field paths start at CURRENT, which $let may rebind.
        return Ok(match context.find_variable("CURRENT") {
            None => Box::new(Field(path)),
            Some(id) => Box::new(Variable { id, path: Some(path) }),
        });
    };
    let whole = name;
    let name = whole.split('.').next().unwrap_or_default();
    check_variable_name(name)?;
    if !is_defined(name, context) {
        return Err(undefined(name));
    }
    // The variable's name is the first component of the path, which is validated as a whole.
    let path = match FieldPath::new(whole)?.as_str().split_once('.') {
        Some((_, path)) => Some(FieldPath::new(path)?),
        None => None,
    };
    if let Some(id) = context.find_variable(name) {
        return Ok(Box::new(Variable { id, path }));
    }
    if let Some(value) = context.find_constant(name).cloned() {
        context.reads_constants = true;
        let value = match &path {
            None => value,
            Some(path) => below(value, path),
        };
        return Ok(Box::new(Constant(value)));
    }
    match (name, path) {
        ("ROOT" | "CURRENT", None) => Ok(Box::new(Root)),
        ("ROOT" | "CURRENT", Some(path)) => Ok(Box::new(Field(path))),
        ("REMOVE", _) => Ok(Box::new(Remove)),
        ("NOW", None) => Ok(Box::new(Now)),
        // SEARCH_META is missing without a search.
        ("NOW", Some(_)) | ("SEARCH_META", _) => Ok(Box::new(Remove)),
        ("CLUSTER_TIME", _) => Err(Error::new(51144, "Builtin variable '$$CLUSTER_TIME' is not available")),
        ("USER_ROLES", _) => Ok(Box::new(Constant(Value::array(ArrayBuilder::new().finish())))),
        _ => Err(undefined(name)),
    }
}

/// The predefined variables.
const BUILT_IN: [&str; 7] = ["ROOT", "CURRENT", "REMOVE", "NOW", "CLUSTER_TIME", "USER_ROLES", "SEARCH_META"];

fn is_defined(name: &str, context: &ParseContext) -> bool {
    BUILT_IN.contains(&name) || context.find_variable(name).is_some() || context.find_constant(name).is_some()
}

fn undefined(name: &str) -> Error {
    Error::new(17276, format!("Use of undefined variable: {name}"))
}

/// Validates the name of a referenced variable.
fn check_variable_name(name: &str) -> Result<()> {
    check_name(name, |c| c.is_ascii_alphabetic() || !c.is_ascii(), "a variable name")
}

/// Validates the name of a variable that a user binds: it begins with a lower-case
/// letter or a non-ASCII character. `CURRENT` may be rebound.
///
/// # Errors
/// `FailedToParse` (9).
pub fn check_user_variable_name(name: &str) -> Result<()> {
    if name == "CURRENT" {
        return Ok(());
    }
    check_name(name, |c| c.is_ascii_lowercase() || !c.is_ascii(), "a user variable name")
}

fn check_name(name: &str, first_allowed: impl Fn(char) -> bool, kind: &str) -> Result<()> {
    let Some(first) = name.chars().next() else {
        return Err(Error::failed_to_parse("empty variable names are not allowed"));
    };
    if !first_allowed(first) {
        return Err(Error::failed_to_parse(format!("'{name}' starts with an invalid character for {kind}")));
    }
    match name.chars().find(|&c| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_') {
        Some(c) => Err(Error::failed_to_parse(format!(
            "'{name}' contains an invalid character for a variable name: '{c}'"
        ))),
        None => Ok(()),
    }
}
