//! The tree of fields behind `$project`, `$addFields` and `$unset`.
//!
//! Rules: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/project/>.

use super::super::expression::{
    Constant, Dependencies, Expression, ParseContext, Scope, compile, compile_bare, find_operator,
    validate_field_name,
};
use crate::value::{DocBuilder, IndexName, RawDoc, RawValue, Value, display_value, tag};
use crate::{Error, Result};

/// What happens to fields that the specification does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// They go: `{ a: 1, b: <expression> }`.
    Include,
    /// They stay: `{ a: 0 }`.
    Exclude,
    /// They stay: `$addFields`.
    Add,
}

/// A compiled specification of fields. `find` wraps it into a [`crate::projection::Projection`], which has
/// operators of its own.
#[derive(Debug)]
pub struct FieldTree {
    mode: Mode,
    root: Node,
}

#[derive(Debug, Default)]
struct Node {
    fields: Vec<(Box<str>, Action)>,
}

#[derive(Debug)]
enum Action {
    Include,
    Exclude,
    Compute(Box<dyn Expression>),
    Nested(Node),
}

impl Node {
    fn get(&self, name: &[u8]) -> Option<&Action> {
        self.fields.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, action)| action)
    }

    fn has_computed(&self) -> bool {
        self.fields.iter().any(|(_, action)| match action {
            Action::Compute(_) => true,
            Action::Nested(node) => node.has_computed(),
            _ => false,
        })
    }
}

/// What a caller of [`FieldTree::parse_extended`] makes of a field.
pub enum Extension {
    /// Kept where the document has it, whatever the mode.
    Keep,
    /// Kept, in an inclusion.
    Include,
    /// Computed.
    Compute(Box<dyn Expression>),
}

/// Forms of a projection's field beyond those of `$project`: given path and
/// value, the path they really mean and what happens there; `None` when the
/// field is an ordinary one.
pub(super) type Extensions<'h> = &'h mut dyn FnMut(&str, RawValue<'_>) -> Result<Option<(String, Extension)>>;

/// Reads a specification into a tree.
struct Parser<'c> {
    context: &'c mut ParseContext,
    /// `None` while nothing has decided it.
    mode: Option<Mode>,
    root: Node,
    extensions: Option<Extensions<'c>>,
    /// Whether a field is asked of the plan, which decides nothing about the others.
    has_metadata: bool,
    /// Whether an element is chosen: an inclusion, unless other fields say otherwise.
    has_choice: bool,
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

    /// Compiles a specification with further forms: `find`'s projection.
    ///
    /// # Errors
    /// As [`Self::parse`], and those of the extensions.
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
            // Whether _id goes or stays says nothing about the other fields.
            if element.key == b"_id"
                && let Some(keep) = flag(element.value)
            {
                id = Some(keep);
                continue;
            }
            parser.field(element.name(), element.value, "", 0)?;
        }
        // `find` keeps all fields beside `$meta`, `$project` none.
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
    /// As [`Self::parse`].
    pub fn parse_add_fields(spec: RawDoc<'_>, context: &mut ParseContext) -> Result<Self> {
        let mut parser = Parser::new(Some(Mode::Add), context, None);
        for element in spec {
            parser.field(element.name(), element.value, "", 0)?;
        }
        Ok(FieldTree { mode: Mode::Add, root: parser.root })
    }

    /// Removes these paths.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn parse_unset(paths: &[&str], context: &mut ParseContext) -> Result<Self> {
        let mut parser = Parser::new(Some(Mode::Exclude), context, None);
        for path in paths {
            parser.insert(path, "", |_| Ok(Action::Exclude))?;
        }
        Ok(FieldTree { mode: Mode::Exclude, root: parser.root })
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Applies the projection to the document of a scope.
    ///
    /// # Errors
    /// What the expressions raise.
    pub fn apply<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Vec<u8>> {
        let mut out = DocBuilder::with_capacity(match self.mode {
            Mode::Include => 128,
            _ => scope.root.as_bytes().len() + 32,
        });
        self.write(scope, &mut out)?;
        Ok(out.finish())
    }

    /// Writes what [`Self::apply`] gives into a document that is open.
    ///
    /// # Errors
    /// What the expressions raise.
    pub fn write<'a>(&'a self, scope: &Scope<'_, 'a>, out: &mut DocBuilder) -> Result<()> {
        self.write_document(&self.root, scope.root, scope, out)
    }

    fn write_document<'a>(
        &'a self,
        node: &'a Node,
        doc: RawDoc<'_>,
        scope: &Scope<'_, 'a>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        let mut seen = 0u64;
        // Fields that the document may still have a part in: an inclusion looks no further than them.
        let kept = |(_, action): &&(Box<str>, Action)| !matches!(action, Action::Compute(_));
        let is_inclusion = self.mode == Mode::Include;
        let mut left = if is_inclusion { node.fields.iter().filter(kept).count() } else { usize::MAX };
        for element in doc {
            if left == 0 {
                break;
            }
            let position = node.fields.iter().position(|(name, _)| name.as_bytes() == element.key);
            let Some(position) = position else {
                if self.mode != Mode::Include {
                    out.append_raw_bytes(element.key, element.value);
                }
                continue;
            };
            match &node.fields[position].1 {
                Action::Include => {
                    out.append_raw_bytes(element.key, element.value);
                    left -= 1;
                }
                Action::Exclude => {}
                Action::Compute(expression) => {
                    // An inclusion appends behind the included fields, the others replace in place.
                    if self.mode != Mode::Include {
                        out.append(element.name(), &expression.evaluate(scope)?);
                        mark(&mut seen, position);
                    }
                }
                Action::Nested(inner) => {
                    self.write_value(inner, element.key, element.value, scope, out)?;
                    mark(&mut seen, position);
                    left -= 1;
                }
            }
        }
        for (position, (name, action)) in node.fields.iter().enumerate() {
            if is_marked(seen, position) || (position >= 64 && self.seen_in(doc, name, action)) {
                continue;
            }
            match action {
                Action::Compute(expression) => {
                    out.append(name, &expression.evaluate(scope)?);
                }
                Action::Nested(inner) if inner.has_computed() => {
                    self.write_new(inner, name.as_bytes(), scope, out)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a field beyond the marks was written while walking the document.
    fn seen_in(&self, doc: RawDoc<'_>, name: &str, action: &Action) -> bool {
        let written = self.mode != Mode::Include || matches!(action, Action::Nested(_));
        written && doc.get(name).is_some()
    }

    /// Writes what a nested specification makes of an existing value.
    fn write_value<'a>(
        &'a self,
        node: &'a Node,
        name: &[u8],
        value: RawValue<'_>,
        scope: &Scope<'_, 'a>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        match (value.as_document(), value.as_array()) {
            (Some(doc), _) => {
                let start = out.open_nested(tag::DOCUMENT, name);
                self.write_document(node, doc, scope, out)?;
                out.close_nested(start);
            }
            (_, Some(array)) => {
                let start = out.open_nested(tag::ARRAY, name);
                let mut index = 0;
                for item in array.values() {
                    // Inclusion drops what has no fields, unless a computed field makes it a document.
                    if self.mode == Mode::Include && item.as_container().is_none() && !node.has_computed() {
                        continue;
                    }
                    self.write_value(node, IndexName::new(index).as_bytes(), item, scope, out)?;
                    index += 1;
                }
                out.close_nested(start);
            }
            _ if node.has_computed() => self.write_new(node, name, scope, out)?,
            _ if self.mode == Mode::Include => {}
            _ => {
                out.append_raw_bytes(name, value);
            }
        }
        Ok(())
    }

    /// Writes a document of computed fields where there was none.
    fn write_new<'a>(
        &'a self,
        node: &'a Node,
        name: &[u8],
        scope: &Scope<'_, 'a>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        let start = out.open_nested(tag::DOCUMENT, name);
        self.write_document(node, RawDoc::empty(), scope, out)?;
        out.close_nested(start);
        Ok(())
    }

    /// Reports what is read: fields that are passed on count only for inclusions.
    pub fn dependencies(&self, out: &mut Dependencies) {
        self.collect(&self.root, "", out);
    }

    fn collect(&self, node: &Node, prefix: &str, out: &mut Dependencies) {
        for (name, action) in &node.fields {
            let path = join(prefix, name);
            match action {
                Action::Include => out.fields.push(path),
                Action::Exclude => {}
                Action::Compute(expression) => {
                    expression.dependencies(out);
                    // What stands above a computed field decides whether it is an array.
                    if !prefix.is_empty() {
                        out.fields.push(prefix.to_owned());
                    }
                }
                Action::Nested(inner) => self.collect(inner, &path, out),
            }
        }
    }

    /// Whether an inclusion keeps a field of the top level as it is.
    pub fn keeps(&self, name: &str) -> bool {
        matches!(self.root.get(name.as_bytes()), Some(Action::Include))
    }

    /// The path in the input of what stands at a path of the output.
    pub fn origin(&self, path: &str) -> Option<String> {
        let (name, below) = path.split_at(path.find('.').unwrap_or(path.len()));
        match self.root.get(name.as_bytes()) {
            Some(Action::Include) => Some(path.to_owned()),
            Some(Action::Exclude | Action::Nested(_)) => None,
            // Arrays on the way would make another array of what they hold.
            Some(Action::Compute(expression)) => match expression.field_path()?.parts() {
                [field] => Some(format!("{field}{below}")),
                _ => None,
            },
            None => (self.mode != Mode::Include).then(|| path.to_owned()),
        }
    }

    /// An inclusion that computes nothing, as `find` is told of it.
    pub fn inclusion(&self) -> Option<Vec<u8>> {
        fn write(node: &Node, out: &mut DocBuilder) {
            for (name, action) in &node.fields {
                match action {
                    Action::Nested(inner) => {
                        out.document(name, |nested| write(inner, nested));
                    }
                    _ => {
                        out.append_bool(name, true);
                    }
                }
            }
        }
        self.included_paths()?;
        let mut out = DocBuilder::new();
        write(&self.root, &mut out);
        if self.root.get(b"_id").is_none() {
            out.append_bool("_id", false);
        }
        Some(out.finish())
    }

    /// Whether fields that are not named go.
    pub fn is_inclusion(&self) -> bool {
        self.mode == Mode::Include
    }

    /// The dotted paths kept by an inclusion that computes nothing.
    pub fn included_paths(&self) -> Option<Vec<String>> {
        fn collect(node: &Node, prefix: &str, out: &mut Vec<String>) -> Option<()> {
            node.fields.iter().try_for_each(|(name, action)| {
                let path = join(prefix, name);
                match action {
                    Action::Include => out.push(path),
                    Action::Nested(inner) => collect(inner, &path, out)?,
                    Action::Exclude | Action::Compute(_) => return None,
                }
                Some(())
            })
        }
        let mut out = Vec::new();
        (self.mode == Mode::Include).then(|| collect(&self.root, "", &mut out)).flatten()?;
        Some(out)
    }

    /// Whether fields of the top level are kept or dropped and nothing else happens.
    pub fn is_flat(&self) -> bool {
        self.root.fields.iter().all(|(_, action)| matches!(action, Action::Include | Action::Exclude))
    }

    /// The paths that change.
    pub fn changed_paths(&self) -> Vec<String> {
        fn collect(node: &Node, prefix: &str, out: &mut Vec<String>) {
            for (name, action) in &node.fields {
                let path = join(prefix, name);
                match action {
                    Action::Include => {}
                    Action::Exclude | Action::Compute(_) => out.push(path),
                    Action::Nested(inner) => collect(inner, &path, out),
                }
            }
        }
        let mut out = Vec::new();
        collect(&self.root, "", &mut out);
        out
    }
}

fn mark(seen: &mut u64, position: usize) {
    if position < 64 {
        *seen |= 1 << position;
    }
}

fn is_marked(seen: u64, position: usize) -> bool {
    position < 64 && seen & (1 << position) != 0
}

fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

/// `true`, `1`: keep; `false`, `0`: drop.
fn flag(value: RawValue<'_>) -> Option<bool> {
    value.as_bool().or_else(|| value.as_number().map(|number| !number.is_zero()))
}

impl<'c> Parser<'c> {
    fn new(mode: Option<Mode>, context: &'c mut ParseContext, extensions: Option<Extensions<'c>>) -> Self {
        let root = Node::default();
        Parser { context, mode, root, extensions, has_metadata: false, has_choice: false }
    }

    fn field(&mut self, name: &str, value: RawValue<'_>, prefix: &str, depth: usize) -> Result<()> {
        let adding = self.mode == Some(Mode::Add);
        if let Some(extensions) = &mut self.extensions
            && let Some((path, extension)) = extensions(&join(prefix, name), value)?
        {
            return self.extended(&path, extension);
        }
        if let Some(doc) = value.as_document()
            && doc.operator().is_none()
        {
            return self.nested(name, doc, prefix, depth);
        }
        if !adding && let Some(keep) = flag(value) {
            self.decide(if keep { Mode::Include } else { Mode::Exclude }, name)?;
            let action = if keep { Action::Include } else { Action::Exclude };
            return self.insert(name, prefix, |_| Ok(action));
        }
        if !adding && value.as_document().is_some_and(|doc| doc.get("$meta").is_some()) {
            self.has_metadata = true;
            return self.insert(name, prefix, |context| compile(value, context).map(Action::Compute));
        }
        if !adding {
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
            let operator = value.as_document().and_then(RawDoc::first).map(|element| element.name());
            if let Some(operator) = operator.filter(|name| find_operator(name).is_none()) {
                return Err(Error::new(31325, format!("Unknown expression {operator}")));
            }
        }
        // A projection has its own words for what is no operator.
        let operator = value.as_document().and_then(RawDoc::operator);
        if let (Some(operator), Some(Mode::Include)) = (operator, self.mode)
            && find_operator(operator.name()).is_none()
        {
            return Err(Error::new(31325, format!("Unknown expression {}", operator.name())));
        }
        let compile = if self.mode == Some(Mode::Add) { compile } else { compile_bare };
        self.insert(name, prefix, |context| compile(value, context).map(Action::Compute))
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
        self.insert(path, "", |_| Ok(action))
    }

    fn nested(&mut self, name: &str, doc: RawDoc<'_>, prefix: &str, depth: usize) -> Result<()> {
        if doc.is_empty() {
            if self.mode == Some(Mode::Add) {
                let empty = Value::document(crate::value::EMPTY_DOCUMENT.to_vec());
                return self.insert(name, prefix, |_| Ok(Action::Compute(Box::new(Constant(empty)))));
            }
            return Err(Error::new(
                51270,
                "An empty sub-projection is not a valid value. Found empty object at path",
            ));
        }
        if depth > 100 {
            return Err(Error::new(15, "projection is nested too deeply"));
        }
        let path = join(prefix, name);
        for element in doc {
            if element.key.starts_with(b"$") {
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

    fn insert(
        &mut self,
        name: &str,
        prefix: &str,
        action: impl FnOnce(&mut ParseContext) -> Result<Action>,
    ) -> Result<()> {
        let path = join(prefix, name);
        if name.is_empty() {
            return Err(Error::new(40352, "FieldPath cannot be constructed with empty string"));
        }
        if path.ends_with('.') {
            return Err(Error::new(40353, "FieldPath must not end with a '.'."));
        }
        let parts: Vec<&str> = path.split('.').collect();
        parts.iter().try_for_each(|part| validate_field_name(part))?;
        let action = action(self.context)?;
        let Some((last, above)) = parts.split_last() else {
            return Ok(());
        };
        let mut node = &mut self.root;
        for (depth, part) in above.iter().enumerate() {
            let at = match node.fields.iter().position(|(known, _)| **known == **part) {
                Some(at) => at,
                None => {
                    node.fields.push(((*part).into(), Action::Nested(Node::default())));
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
