//! The tree of fields that implements `$project`, `$addFields` and `$unset`.
//!
//! Rules: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/project/>.

use crate::Result;
use crate::aggregate::expression::{Dependencies, Expression, Scope};
use crate::value::{DocBuilder, IndexName, RawDoc, RawValue, tag};

/// The handling of fields that the specification doesn't name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// They are dropped: `{ a: 1, b: <expression> }`.
    Include,
    /// They are kept: `{ a: 0 }`.
    Exclude,
    /// They are kept: `$addFields`.
    Add,
}

/// A compiled specification of fields. `find` wraps it in a [`crate::projection::Projection`], which has
/// further operators.
#[derive(Debug)]
pub struct FieldTree {
    pub(crate) mode: Mode,
    pub(crate) root: Node,
}

#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) fields: Vec<(Box<str>, Action)>,
    /// Whether one of the actions is [`Action::Nested`].
    pub(crate) has_nested: bool,
}

#[derive(Debug)]
pub(crate) enum Action {
    Include,
    Exclude,
    Compute(Box<dyn Expression>),
    Nested(Node),
}

impl Node {
    pub(crate) fn get(&self, name: &[u8]) -> Option<&Action> {
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

impl FieldTree {
    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Applies the projection to the scope's document.
    ///
    /// # Errors
    /// Errors of the expressions.
    pub fn apply<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Vec<u8>> {
        let mut out = DocBuilder::with_capacity(match self.mode {
            Mode::Include => 128,
            _ => scope.root.as_bytes().len() + 32,
        });
        self.write(scope, &mut out)?;
        Ok(out.finish())
    }

    /// Like [`Self::apply`], but writes the fields into `out`.
    ///
    /// # Errors
    /// Errors of the expressions.
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
        if self.mode == Mode::Include && !node.has_nested {
            return self.include(node, doc, scope, out);
        }
        let mut seen = 0u64;
        // An inclusion stops after the last named field of the document.
        let kept = |(_, action): &&(Box<str>, Action)| !matches!(action, Action::Compute(_));
        let is_inclusion = self.mode == Mode::Include;
        let mut left = if is_inclusion { node.fields.iter().filter(kept).count() } else { usize::MAX };
        let mut elements = doc.iter();
        let mut kept_from = elements.rest();
        while left > 0 {
            let at = elements.rest();
            let Some(element) = elements.next() else { break };
            let named = node.fields.iter().enumerate().find(|(_, (name, _))| name.as_bytes() == element.key);
            let named = named.map(|(position, (_, action))| (position, action));
            match named {
                None if !is_inclusion => continue,
                Some((_, Action::Include)) => {
                    left -= 1;
                    continue;
                }
                _ => {}
            }
            out.append_elements(until(kept_from, at));
            kept_from = elements.rest();
            match named {
                // An inclusion appends computed fields after the included ones; other modes replace in place.
                Some((position, Action::Compute(expression))) if !is_inclusion => {
                    out.append(element.name(), &expression.evaluate(scope)?);
                    mark(&mut seen, position);
                }
                Some((position, Action::Nested(inner))) => {
                    self.write_value(inner, element.key, element.value, scope, out)?;
                    mark(&mut seen, position);
                    left -= 1;
                }
                _ => {}
            }
        }
        out.append_elements(until(kept_from, elements.rest()));
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

    /// Like [`Self::write_document`], for an inclusion without nested fields.
    fn include<'a>(
        &'a self,
        node: &'a Node,
        doc: RawDoc<'_>,
        scope: &Scope<'_, 'a>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        let is_kept = |action: &Action| matches!(action, Action::Include);
        let mut left = node.fields.iter().filter(|(_, action)| is_kept(action)).count();
        let mut elements = doc.iter();
        let mut kept_from = elements.rest();
        while left > 0 {
            let at = elements.rest();
            let Some(element) = elements.next() else { break };
            if node.get(element.key).is_some_and(is_kept) {
                left -= 1;
            } else {
                out.append_elements(until(kept_from, at));
                kept_from = elements.rest();
            }
        }
        out.append_elements(until(kept_from, elements.rest()));
        for (name, action) in &node.fields {
            if let Action::Compute(expression) = action {
                out.append(name, &expression.evaluate(scope)?);
            }
        }
        Ok(())
    }

    /// Whether a field with a position beyond the marks was written while iterating over the document.
    fn seen_in(&self, doc: RawDoc<'_>, name: &str, action: &Action) -> bool {
        let written = self.mode != Mode::Include || matches!(action, Action::Nested(_));
        written && doc.get(name).is_some()
    }

    /// Applies a nested specification to an existing value.
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
                    // An inclusion drops scalars, unless a computed field replaces them by a document.
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

    /// Writes a new document of the computed fields of a nested specification.
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

    /// Adds the fields read: fields passed on unchanged count only for inclusions.
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
                    // Whether the parent of a computed field is an array affects the output.
                    if !prefix.is_empty() {
                        out.fields.push(prefix.to_owned());
                    }
                }
                Action::Nested(inner) => self.collect(inner, &path, out),
            }
        }
    }

    /// Whether an inclusion keeps a top-level field unchanged.
    pub fn keeps(&self, name: &str) -> bool {
        matches!(self.root.get(name.as_bytes()), Some(Action::Include))
    }

    /// Maps an output path to the input path that it copies; `None` if the value is computed or dropped.
    pub fn origin(&self, path: &str) -> Option<String> {
        let (name, below) = path.split_at(path.find('.').unwrap_or(path.len()));
        match self.root.get(name.as_bytes()) {
            Some(Action::Include) => Some(path.to_owned()),
            Some(Action::Exclude | Action::Nested(_)) => None,
            // A longer path collects values from arrays into a new array.
            Some(Action::Compute(expression)) => match expression.field_path()?.parts() {
                [field] => Some(format!("{field}{below}")),
                _ => None,
            },
            None => (self.mode != Mode::Include).then(|| path.to_owned()),
        }
    }

    /// Maps an output path to the input path with the same values, if a `$map` only renames fields.
    pub fn mapped(&self, path: &str) -> Option<String> {
        let (name, below) = path.split_at(path.find('.').unwrap_or(path.len()));
        match self.root.get(name.as_bytes()) {
            Some(Action::Compute(expression)) => expression.origin(None, below),
            _ => None,
        }
    }

    /// Returns the specification of an inclusion without computed fields, as a `find` projection.
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

    /// Whether unnamed fields are dropped.
    pub fn is_inclusion(&self) -> bool {
        self.mode == Mode::Include
    }

    /// Returns the dotted paths of an inclusion without computed fields.
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

    /// Whether the projection only keeps or drops top-level fields.
    pub fn is_flat(&self) -> bool {
        self.root.fields.iter().all(|(_, action)| matches!(action, Action::Include | Action::Exclude))
    }

    /// Returns the paths that the projection changes.
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

/// Returns the elements before `rest`, a suffix of them.
fn until<'a>(elements: &'a [u8], rest: &[u8]) -> &'a [u8] {
    elements.get(..elements.len().saturating_sub(rest.len())).unwrap_or_default()
}

fn mark(seen: &mut u64, position: usize) {
    if position < 64 {
        *seen |= 1 << position;
    }
}

fn is_marked(seen: u64, position: usize) -> bool {
    position < 64 && seen & (1 << position) != 0
}

pub(crate) fn join(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}
