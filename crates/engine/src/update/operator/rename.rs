//! `$rename`: <https://www.mongodb.com/docs/manual/reference/operator/update/rename/>.

use super::prelude::*;
use super::{Parse, Parsed};
use crate::operator::Help;
use crate::update::path::UpdatePath;
use crate::value::tag;

pub(super) const OPERATOR: Operator = Operator {
    help: Help::new(
        "$rename",
        "Renames a field.",
        (
            r#"{"_id": 1, "nmae": "x", "n": 1}"#,
            r#"{"$rename": {"nmae": "name"}}"#,
            r#"{"_id": 1, "n": 1, "name": "x"}"#,
        ),
    ),
    parse: Parse::Paths(parse),
};

fn parse(argument: &Element<'_>) -> Result<Vec<Parsed>> {
    let from = UpdatePath::parse(argument.name())?;
    if argument.value.tag != tag::STRING {
        return Err(Error::bad_value(format!(
            "The 'to' field for $rename must be a string: {}",
            display_argument(argument)
        )));
    }
    let text = argument.value.as_str().unwrap_or("");
    if text.contains('\0') {
        return Err(Error::bad_value("The 'to' field for $rename cannot contain an embedded null byte"));
    }
    let to = UpdatePath::parse(text)?;
    if !from.is_plain() {
        return Err(Error::bad_value(format!(
            "The source field for $rename may not be dynamic: {}",
            from.text
        )));
    }
    if !to.is_plain() {
        return Err(Error::bad_value(format!(
            "The destination field for $rename may not be dynamic: {}",
            to.text
        )));
    }
    if from.parts == to.parts {
        return Err(Error::bad_value(format!(
            "The source and target field for $rename must differ: {}",
            display_argument(argument)
        )));
    }
    if from.parts.iter().zip(&to.parts).all(|(a, b)| a == b) {
        return Err(Error::bad_value(format!(
            "The source and target field for $rename must not be on the same path: {}",
            display_argument(argument)
        )));
    }
    let target = Target { from: from.text.clone(), to: to.text.clone() };
    let source: Rc<dyn Modifier> = Rc::new(Source);
    Ok(vec![(from, source), (to, Rc::new(target))])
}

/// Removes the field at the old name.
#[derive(Debug)]
struct Source;

impl Modifier for Source {
    fn change<'a>(&'a self, site: &Site<'a, '_>, _: RawValue<'a>) -> Result<Change<'a>> {
        match site.trail.array_above() {
            None => Ok(Change::Remove),
            Some(array) => Err(array_on_path("source", &site.trail.path(), array, site)),
        }
    }
}

/// Sets the field at the new name.
#[derive(Debug)]
struct Target {
    from: Box<str>,
    to: Box<str>,
}

impl Target {
    /// Returns the value to move. No other operator affects the source, so the document before the update
    /// contains the value.
    fn moved<'a>(&self, site: &Site<'a, '_>) -> Result<Option<RawValue<'a>>> {
        let mut value = RawValue { tag: tag::DOCUMENT, bytes: site.root.as_bytes() };
        for name in self.from.split('.') {
            // Arrays on the path are rejected by `Source`.
            let Some(inner) = value.as_document().and_then(|doc| doc.get(name)) else { return Ok(None) };
            value = inner;
        }
        match site.trail.array_above() {
            None => Ok(Some(value)),
            Some(array) => Err(array_on_path("destination", &self.to, array, site)),
        }
    }
}

impl Modifier for Target {
    fn change<'a>(&'a self, site: &Site<'a, '_>, _: RawValue<'a>) -> Result<Change<'a>> {
        Ok(self.moved(site)?.map_or(Change::None, |value| Change::Value(value.into())))
    }

    fn create<'a>(&'a self, site: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(self.moved(site)?.map(Value::from))
    }

    fn needs_viable_path(&self) -> bool {
        false
    }
}

fn array_on_path(role: &str, path: &str, array: &str, site: &Site<'_, '_>) -> Error {
    Error::bad_value(format!(
        "The {role} field cannot be an array element, '{path}' in doc with {} has an array field called \
         '{array}'",
        site.id()
    ))
}
