//! The parser of the specifications of `$project`, `$addFields` and `$unset`.
//!
//! Rules: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/project/>.

use super::field_tree::{Action, FieldTree, Mode, Node, join};
use crate::aggregate::expression::{
    Constant, ConstantFaults, Expression, ParseContext, compile_bare, find_operator, validate_field_name,
};
use crate::value::{RawDoc, RawValue, Value, display_value, is_dbref_field};
use crate::{Error, ErrorCode, Result};

/// How a caller of [`FieldTree::parse_extended`] handles a field.
pub enum Extension {
    /// Keeps the field, in any mode.
    Keep,
    /// Keeps the field, in an inclusion.
    Include,
    /// Computes the field.
    Compute(Box<dyn Expression>),
}

/// Handles the forms of a projection's field that `$project` lacks. Given path and value, returns the effective path
/// and how the field is handled; `None` for an ordinary field.
pub(crate) type Extensions<'h> = &'h mut dyn FnMut(&str, RawValue<'_>) -> Result<Option<(String, Extension)>>;

/// Maximum nesting depth of a specification.
const MAX_DEPTH: usize = 100;

/// The parser of one specification.
struct Parser<'c> {
    context: &'c mut ParseContext,
    /// The mode; `None` until a field determines it.
    mode: Option<Mode>,
    root: Node,
    extensions: Option<Extensions<'c>>,
    /// Whether a field is `$meta`, which doesn't determine the mode.
    has_metadata: bool,
    /// Whether an array element is picked, which implies an inclusion unless other fields determine the mode.
    has_choice: bool,
    /// The first failing constant, reported after all fields were parsed.
    faults: ConstantFaults,
}

impl FieldTree {
    /// Compiles the specification of `$project`.
    ///
    /// # Errors
    /// 31249, 31250 (path collisions), 31253, 31254 (mixed inclusion and
    /// exclusion), 51272 (empty), those of field paths and expressions.
    pub fn parse(spec: RawDoc<'_>, context: &mut ParseContext) -> Result<Self> {
        Self::parse_with(spec, context, None)
    }

    /// Compiles a specification with further forms: the projection of `find`.
    ///
    /// # Errors
    /// Same as [`Self::parse`], and those of the extensions.
    pub fn parse_extended<'c>(
        spec: RawDoc<'_>,
        context: &'c mut ParseContext,
        extensions: Extensions<'c>,
    ) -> Result<Self> {
        Self::parse_with(spec, context, Some(extensions))
    }

    fn parse_with<'c>(
        spec: RawDoc<'_>,
        context: &'c mut ParseContext,
        extensions: Option<Extensions<'c>>,
    ) -> Result<Self> {
        if spec.is_empty() {
            return Err(Error::new(51272, "projection specification must have at least one field"));
        }
        let mut parser = Parser::new(None, context, extensions);
        let mut id = None;
        for element in spec {
            // Including or excluding _id doesn't determine the mode.
            if element.key == b"_id"
                && let Some(keep) = keeps(element.value)
            {
                id = Some(keep);
                continue;
            }
            parser.field(element.name(), element.value, "", 0)?;
        }
        std::mem::take(&mut parser.faults).report()?;
        // With only `$meta`, `find` keeps all fields and `$project` none.
        let named =
            id == Some(true) || parser.has_choice || (parser.has_metadata && parser.extensions.is_none());
        let mode = parser.mode.unwrap_or(if named { Mode::Include } else { Mode::Exclude });
        let mut root = parser.root;
        let id_named = root.get(b"_id").is_some();
        match (mode, id) {
            (Mode::Include, None | Some(true)) if !id_named => {
                root.fields.insert(0, ("_id".into(), Action::Include));
            }
            (Mode::Exclude, Some(false)) => root.fields.push(("_id".into(), Action::Exclude)),
            _ => {}
        }
        Ok(FieldTree { mode, root })
    }

    /// Compiles the specification of `$addFields`.
    ///
    /// # Errors
    /// Same as [`Self::parse`].
    pub fn parse_add_fields(spec: RawDoc<'_>, context: &mut ParseContext) -> Result<Self> {
        let mut parser = Parser::new(Some(Mode::Add), context, None);
        for element in spec {
            parser.field(element.name(), element.value, "", 0)?;
        }
        std::mem::take(&mut parser.faults).report()?;
        Ok(FieldTree { mode: Mode::Add, root: parser.root })
    }

    /// Compiles the removal of these paths.
    ///
    /// # Errors
    /// Same as [`Self::parse`].
    pub fn parse_unset(paths: &[&str], context: &mut ParseContext) -> Result<Self> {
        let mut parser = Parser::new(Some(Mode::Exclude), context, None);
        for path in paths {
            parser.place(&checked_path(path, "")?, Action::Exclude)?;
        }
        Ok(FieldTree { mode: Mode::Exclude, root: parser.root })
    }
}

/// Returns whether a projection's value keeps (`true`, `1`) or drops (`false`, `0`) a field; `None` for other values.
pub fn keeps(value: RawValue<'_>) -> Option<bool> {
    value.as_bool().or_else(|| value.as_number().map(|number| !number.is_zero()))
}

/// Returns the full path of a field, validated before its value is parsed.
fn checked_path(name: &str, prefix: &str) -> Result<String> {
    let path = join(prefix, name);
    if name.is_empty() {
        return Err(Error::new(40352, "FieldPath cannot be constructed with empty string"));
    }
    if path.ends_with('.') {
        return Err(Error::new(40353, "FieldPath must not end with a '.'."));
    }
    path.split('.').try_for_each(validate_field_name)?;
    Ok(path)
}

impl<'c> Parser<'c> {
    fn new(mode: Option<Mode>, context: &'c mut ParseContext, extensions: Option<Extensions<'c>>) -> Self {
        let root = Node::default();
        Parser {
            context,
            mode,
            root,
            extensions,
            faults: ConstantFaults::default(),
            has_metadata: false,
            has_choice: false,
        }
    }

    fn field(&mut self, name: &str, value: RawValue<'_>, prefix: &str, depth: usize) -> Result<()> {
        if let Some(extensions) = &mut self.extensions
            && let Some((path, extension)) = extensions(&join(prefix, name), value)?
        {
            return self.extended(&path, extension);
        }
        let doc = value.as_document();
        let adds = self.mode == Some(Mode::Add);
        let is_expression = |doc: &RawDoc<'_>| {
            doc.operator().is_some_and(|operator| adds || !is_dbref_field(operator.name()))
        };
        if let Some(doc) = doc.filter(|doc| !is_expression(doc)) {
            return self.nested(name, doc, prefix, depth);
        }
        if self.mode == Some(Mode::Add) {
            let path = checked_path(name, prefix)?;
            let expression = self.faults.compile(value, self.context)?;
            return self.place(&path, Action::Compute(expression));
        }
        if let Some(keep) = keeps(value) {
            self.decide(if keep { Mode::Include } else { Mode::Exclude }, name)?;
            let action = if keep { Action::Include } else { Action::Exclude };
            return self.place(&checked_path(name, prefix)?, action);
        }
        if doc.is_some_and(|doc| doc.get("$meta").is_some()) {
            self.has_metadata = true;
        } else {
            self.decide_computed(name, value)?;
        }
        let path = checked_path(name, prefix)?;
        let expression = self.faults.in_place(compile_bare(value, self.context))?;
        self.place(&path, Action::Compute(expression))
    }

    /// Sets the inclusion mode for a computed field. In an exclusion, such a field is refused with `find`'s own error.
    fn decide_computed(&mut self, name: &str, value: RawValue<'_>) -> Result<()> {
        if self.mode == Some(Mode::Exclude) {
            return Err(if value.is_document() {
                Error::new(31252, "Cannot use expression other than $meta in exclusion projection")
            } else {
                let shown = display_value(value.view());
                let text = format!("Cannot use an expression {name}: {shown} in an exclusion projection");
                Error::new(31310, text)
            });
        }
        self.mode = Some(Mode::Include);
        let operator = value.as_document().and_then(RawDoc::operator).map(|operator| operator.name());
        match operator.filter(|operator| find_operator(operator).is_none()) {
            Some("$elemMatch") => {
                Err(Error::new(ErrorCode::INVALID_PIPELINE_OPERATOR, "Cannot use $elemMatch in this context"))
            }
            Some(unknown) => Err(Error::new(31325, format!("Unknown expression {unknown}"))),
            None => Ok(()),
        }
    }

    fn extended(&mut self, path: &str, extension: Extension) -> Result<()> {
        let action = match extension {
            Extension::Keep => Action::Include,
            Extension::Include => {
                self.decide(Mode::Include, path)?;
                Action::Include
            }
            Extension::Compute(expression) => {
                self.has_choice = true;
                Action::Compute(expression)
            }
        };
        self.place(&checked_path(path, "")?, action)
    }

    fn nested(&mut self, name: &str, doc: RawDoc<'_>, prefix: &str, depth: usize) -> Result<()> {
        if doc.is_empty() {
            if self.mode == Some(Mode::Add) {
                let empty = Value::document(crate::value::EMPTY_DOCUMENT.to_vec());
                return self.place(&checked_path(name, prefix)?, Action::Compute(Box::new(Constant(empty))));
            }
            return Err(Error::new(
                51270,
                "An empty sub-projection is not a valid value. Found empty object at path",
            ));
        }
        if depth > MAX_DEPTH {
            return Err(Error::new(15, format!("projection is nested more than {MAX_DEPTH} levels deep")));
        }
        let path = join(prefix, name);
        for element in doc {
            if element.key.starts_with(b"$") && !is_dbref_field(element.name()) {
                return Err(Error::new(
                    16410,
                    "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
                ));
            }
            self.field(element.name(), element.value, &path, depth + 1)?;
        }
        Ok(())
    }

    fn decide(&mut self, mode: Mode, path: &str) -> Result<()> {
        match (self.mode, mode) {
            (Some(Mode::Include), Mode::Exclude) => {
                Err(Error::new(31254, format!("Cannot do exclusion on field {path} in inclusion projection")))
            }
            (Some(Mode::Exclude), Mode::Include) => {
                Err(Error::new(31253, format!("Cannot do inclusion on field {path} in exclusion projection")))
            }
            _ => {
                self.mode = Some(mode);
                Ok(())
            }
        }
    }

    /// Adds an action at a path. The path must not collide with another one.
    fn place(&mut self, path: &str, action: Action) -> Result<()> {
        let parts: Vec<&str> = path.split('.').collect();
        let Some((last, above)) = parts.split_last() else {
            return Ok(());
        };
        let mut node = &mut self.root;
        for (depth, part) in above.iter().enumerate() {
            let at = match node.fields.iter().position(|(known, _)| **known == **part) {
                Some(at) => at,
                None => {
                    node.fields.push(((*part).into(), Action::Nested(Node::default())));
                    node.has_nested = true;
                    node.fields.len() - 1
                }
            };
            match &mut node.fields[at].1 {
                Action::Nested(inner) => node = inner,
                _ => {
                    return Err(Error::new(
                        31249,
                        format!(
                            "Path collision at {path} remaining portion {}",
                            parts[depth + 1..].join(".")
                        ),
                    ));
                }
            }
        }
        if node.fields.iter().any(|(known, _)| **known == **last) {
            return Err(Error::new(31250, format!("Path collision at {path}")));
        }
        node.fields.push(((*last).into(), action));
        Ok(())
    }
}
