//! The application of an operator tree: one pass over the old document writes the new one.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::Purpose;
use super::array_filters::ArrayFilters;
use super::operator::{Change, PathChain, Site, display_field};
use super::path::FieldName;
use super::progress::Progress;
use super::tree::{Fields, Node, merge};
use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, IndexName, RawDoc, RawValue, Value, tag};

/// Maximum number of nulls that fill the gap when an element is set beyond an array's end.
const MAX_BACKFILL: usize = 1_500_000;

/// The number of children from which an index by name pays off.
const MIN_INDEXED_CHILDREN: usize = 16;

/// The application of an update to one document.
pub(super) struct Application<'a> {
    pub(super) root: RawDoc<'a>,
    /// The array position that `$` refers to.
    pub(super) position: Option<usize>,
    pub(super) purpose: Purpose,
    pub(super) filters: &'a ArrayFilters,
    pub(super) progress: Progress,
}

type Children = BTreeMap<FieldName, Rc<Node>>;

/// A child of a node, and whether the document contains the child's field.
struct Wanted<'n> {
    name: &'n FieldName,
    node: &'n Node,
    found: bool,
}

impl<'a> Application<'a> {
    /// Returns the document after the update.
    pub(super) fn run(&mut self, tree: &Node) -> Result<Vec<u8>> {
        let mut out = DocBuilder::with_capacity(self.root.as_bytes().len() + 64);
        if let Node::Fields(fields) = tree {
            let root = RawValue { tag: tag::DOCUMENT, bytes: self.root.as_bytes() };
            self.fields(fields, root, None, &mut out)?;
        }
        Ok(out.finish())
    }

    fn site<'s>(&self, trail: &PathChain<'s>) -> Site<'a, 's> {
        Site { root: self.root, trail: *trail, purpose: self.purpose }
    }

    /// Calls `use_children` with the children of a node, with `$` resolved.
    fn resolve<T>(
        &mut self,
        fields: &Fields,
        above: Option<&PathChain<'_>>,
        use_children: impl FnOnce(&mut Self, &Children) -> Result<T>,
    ) -> Result<T> {
        if fields.positional.is_none() {
            return use_children(self, &fields.named);
        }
        let position = self.position.ok_or_else(|| {
            Error::bad_value("The positional operator did not find the match needed from the query.")
        })?;
        let path = |name: &str| above.map_or_else(|| name.to_owned(), |t| format!("{}.{name}", t.path()));
        let children = fields.at_position(position, &path)?;
        use_children(self, &children)
    }

    /// Writes the elements of a document or array, with the children applied.
    fn fields(
        &mut self,
        fields: &Fields,
        container: RawValue<'a>,
        above: Option<&PathChain<'_>>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        self.resolve(fields, above, |this, children| this.children(children, container, above, out))
    }

    fn children(
        &mut self,
        children: &Children,
        container: RawValue<'a>,
        above: Option<&PathChain<'_>>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        let in_array = container.is_array();
        let doc = RawDoc::new(container.bytes);
        let mut wanted: Vec<Wanted<'_>> =
            children.iter().map(|(name, node)| Wanted { name, node, found: false }).collect();
        let by_name: Option<HashMap<&[u8], usize>> = (!in_array && wanted.len() > MIN_INDEXED_CHILDREN)
            .then(|| children.keys().enumerate().map(|(at, name)| (name.text.as_bytes(), at)).collect());
        let mut left = wanted.len();
        let mut elements = doc.iter();
        let mut untouched = elements.rest();
        let mut count = 0;
        while left > 0 {
            let before = elements.rest();
            let Some(element) = elements.next() else { break };
            let hit = match (in_array, &by_name) {
                (true, _) => wanted.binary_search_by(|child| by_position(child.name, count)).ok(),
                (false, Some(by_name)) => by_name.get(element.key).copied(),
                (false, None) => wanted.iter().position(|child| child.name.text.as_bytes() == element.key),
            };
            count += 1;
            // If a field name occurs twice, the first field is meant.
            let Some(child) = hit.map(|at| &mut wanted[at]).filter(|child| !child.found) else { continue };
            child.found = true;
            left -= 1;
            out.append_elements(&untouched[..untouched.len() - before.len()]);
            untouched = elements.rest();
            let trail = PathChain { parent: above, name: &child.name.text, in_array };
            self.value(child.node, element.key, element.value, &trail, out)?;
        }
        out.append_elements(untouched);
        self.progress.walked += (count - usize::from(left == 0 && count > 0)) as u64;
        if left == 0 {
            return Ok(());
        }
        wanted.retain(|child| !child.found);
        self.add_missing(&wanted, container, count, above, out)
    }

    /// Appends the children that a document or array of `count` elements lacks.
    fn add_missing(
        &mut self,
        missing: &[Wanted<'_>],
        container: RawValue<'a>,
        mut count: usize,
        above: Option<&PathChain<'_>>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        let in_array = container.is_array();
        let doc = RawDoc::new(container.bytes);
        for child in missing {
            let trail = PathChain { parent: above, name: &child.name.text, in_array };
            if in_array && child.name.index.is_none() {
                let holder = above.map_or("", |trail| trail.name);
                self.refuse(child.node, &trail, &child.name.text, (holder, container))?;
                continue;
            }
            let Some(value) = self.created(child.node, &trail)? else { continue };
            self.check_created(doc, above, &child.name.text, &value)?;
            self.progress.appended(self.root, doc);
            let Some(index) = child.name.index.filter(|_| in_array) else {
                out.append(&child.name.text, &value);
                continue;
            };
            if index > MAX_BACKFILL {
                return Err(Error::new(
                    ErrorCode::CANNOT_BACKFILL_ARRAY,
                    format!("can't backfill more than {MAX_BACKFILL} elements"),
                ));
            }
            while count < index {
                out.append_null(IndexName::new(count).as_str());
                count += 1;
            }
            out.append(IndexName::new(index).as_str(), &value);
            count = index + 1;
        }
        Ok(())
    }

    /// Writes one element with the operators at and below it applied.
    fn value(
        &mut self,
        node: &Node,
        key: &[u8],
        value: RawValue<'a>,
        trail: &PathChain<'_>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        match node {
            Node::Leaf(modifier) => {
                let site = self.site(trail);
                match modifier.change(&site, value)? {
                    Change::None => {
                        out.append_raw_bytes(key, value);
                    }
                    Change::Value(new) => {
                        check_immutable(trail)?;
                        self.check_name(trail)?;
                        let mut scratch = Vec::new();
                        let new = new.to_raw(&mut scratch);
                        self.progress.replaced(self.root, key, value, new);
                        out.append_raw_bytes(key, new);
                    }
                    Change::Remove if trail.in_array => {
                        self.progress.replaced(self.root, key, value, RawValue::NULL);
                        out.append_raw_bytes(key, RawValue::NULL);
                    }
                    Change::Remove => {
                        check_immutable(trail)?;
                        self.progress.removed(self.root, value);
                    }
                }
                Ok(())
            }
            Node::Fields(fields) if value.as_container().is_some() => {
                let start = out.open_nested(value.tag, key);
                self.fields(fields, value, Some(trail), out)?;
                out.close_nested(start);
                Ok(())
            }
            Node::Fields(fields) => {
                self.resolve(fields, Some(trail), |this, children| {
                    for (name, node) in children {
                        let below = PathChain { parent: Some(trail), name: &name.text, in_array: false };
                        this.refuse(node, &below, &name.text, (trail.name, value))?;
                    }
                    Ok(())
                })?;
                out.append_raw_bytes(key, value);
                Ok(())
            }
            Node::Elements(children) => {
                let array = value.as_array().ok_or_else(|| {
                    Error::bad_value(format!(
                        "Cannot apply array updates to non-array element {}",
                        display_field(trail.name, value)
                    ))
                })?;
                let start = out.open_nested(value.tag, key);
                self.elements(children, array, trail, out)?;
                out.close_nested(start);
                Ok(())
            }
        }
    }

    /// Writes the elements of an array, with the children applied to those that the filters select.
    fn elements(
        &mut self,
        children: &BTreeMap<Box<str>, Rc<Node>>,
        array: RawDoc<'a>,
        trail: &PathChain<'_>,
        out: &mut DocBuilder,
    ) -> Result<()> {
        for (index, element) in array.iter().enumerate() {
            let name = IndexName::new(index);
            let below = PathChain { parent: Some(trail), name: name.as_str(), in_array: true };
            let mut node: Option<Rc<Node>> = None;
            for (identifier, child) in children {
                if self.filters.matches(identifier, element.value)? {
                    node = Some(match node {
                        None => child.clone(),
                        Some(other) => merge(&other, child, &below.path())?,
                    });
                }
            }
            match node {
                None => {
                    out.append_raw_bytes(element.key, element.value);
                }
                Some(node) => self.value(&node, element.key, element.value, &below, out)?,
            }
        }
        self.progress.walked += array.count() as u64;
        Ok(())
    }

    /// Returns the value that a subtree creates where there is none.
    fn created(&mut self, node: &Node, trail: &PathChain<'_>) -> Result<Option<Value<'static>>> {
        match node {
            Node::Leaf(modifier) => {
                let site = self.site(trail);
                let value = modifier.create(&site)?;
                Ok(value.map(Value::into_owned))
            }
            Node::Fields(fields) => self.resolve(fields, Some(trail), |this, children| {
                let mut made = DocBuilder::new();
                for (name, node) in children {
                    let below = PathChain { parent: Some(trail), name: &name.text, in_array: false };
                    if let Some(value) = this.created(node, &below)? {
                        made.append(&name.text, &value);
                    }
                }
                Ok((!made.is_empty()).then(|| Value::document(made.finish())))
            }),
            Node::Elements(_) => Err(Error::bad_value(format!(
                "The path '{}' must exist in the document in order to apply array updates.",
                trail.path()
            ))),
        }
    }

    /// Rejects a subtree whose path can't exist, because `holder` can't have a field `first`. Succeeds if
    /// the operators below have no effect.
    fn refuse(
        &mut self,
        node: &Node,
        trail: &PathChain<'_>,
        first: &str,
        holder: (&str, RawValue<'a>),
    ) -> Result<()> {
        let shown = || display_field(holder.0, holder.1);
        match node {
            Node::Leaf(modifier) => {
                let site = self.site(trail);
                if modifier.create(&site)?.is_some() {
                    return Err(Error::new(
                        ErrorCode::PATH_NOT_VIABLE,
                        format!("Cannot create field '{first}' in element {{{}}}", shown()),
                    ));
                }
                if modifier.needs_viable_path() {
                    return Err(Error::new(
                        ErrorCode::PATH_NOT_VIABLE,
                        format!(
                            "Cannot use the part ({first}) of ({}) to traverse the element ({{{}}})",
                            trail.path(),
                            shown()
                        ),
                    ));
                }
                Ok(())
            }
            Node::Fields(fields) => self.resolve(fields, Some(trail), |this, children| {
                for (name, node) in children {
                    let below = PathChain { parent: Some(trail), name: &name.text, in_array: false };
                    this.refuse(node, &below, first, holder)?;
                }
                Ok(())
            }),
            Node::Elements(_) => self.created(node, trail).map(|_| ()),
        }
    }

    /// Checks a name that the update would create.
    ///
    /// # Errors
    /// `DollarPrefixedFieldName` (52) for top-level names that begin with `$`, which only inserted
    /// documents may contain
    /// (<https://www.mongodb.com/docs/manual/core/dot-dollar-considerations/dollar-prefix/>).
    fn check_name(&self, trail: &PathChain<'_>) -> Result<()> {
        if self.purpose == Purpose::Upsert || trail.parent.is_some() || !trail.name.starts_with('$') {
            return Ok(());
        }
        Err(dollar_prefixed(trail.name))
    }

    fn check_created(
        &self,
        doc: RawDoc<'_>,
        above: Option<&PathChain<'_>>,
        name: &str,
        value: &Value<'_>,
    ) -> Result<()> {
        let Some(above) = above else {
            return self.check_name(&PathChain { parent: None, name, in_array: false });
        };
        if above.first() != "_id" {
            return Ok(());
        }
        let mut after = DocBuilder::new();
        after.append_all(doc).append(name, value);
        let after = after.finish();
        let after = RawValue { tag: tag::DOCUMENT, bytes: &after };
        Err(Error::new(
            ErrorCode::IMMUTABLE_FIELD,
            format!(
                "Updating the path '{}' to {} would modify the immutable field '_id'",
                above.path(),
                display_field(above.name, after)
            ),
        ))
    }
}

/// Compares a name with an array position. Names that are not numbers sort last, as among the children.
fn by_position(name: &FieldName, position: usize) -> Ordering {
    name.index.map_or(Ordering::Greater, |index| index.cmp(&position))
}

/// Checks that a change doesn't affect `_id`.
///
/// # Errors
/// `ImmutableField` (66) for changes at or below `_id`.
fn check_immutable(trail: &PathChain<'_>) -> Result<()> {
    if trail.first() != "_id" {
        return Ok(());
    }
    Err(Error::new(
        ErrorCode::IMMUTABLE_FIELD,
        format!("Performing an update on the path '{}' would modify the immutable field '_id'", trail.path()),
    ))
}

/// Returns the error for a top-level name that begins with `$`.
pub(super) fn dollar_prefixed(name: &str) -> Error {
    Error::new(
        ErrorCode::DOLLAR_PREFIXED_FIELD_NAME,
        format!(
            "The dollar ($) prefixed field '{name}' in '{name}' is not allowed in the context of an update's \
             replacement document. Consider using an aggregation pipeline with $replaceWith."
        ),
    )
}
