//! `$project`, `$addFields` and `$unset` as explain writes them: dotted paths
//! as nested documents, and `_id` always named.

use crate::aggregate::expression::ParseContext;
use crate::aggregate::expression::explained::computed;
use crate::projection::keeps;
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

enum Item {
    Flag(bool),
    Computed(Value<'static>),
    Inner(Tree),
}

#[derive(Default)]
struct Tree(Vec<(String, Item)>);

impl Tree {
    /// Puts an item at a dotted path.
    fn put(&mut self, path: &str, item: Item) {
        let Some((name, rest)) = path.split_once('.') else {
            self.0.push((path.to_owned(), item));
            return;
        };
        let at = self.0.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.0.push((name.to_owned(), Item::Inner(Tree::default())));
            self.0.len() - 1
        });
        if let Some((_, Item::Inner(inner))) = self.0.get_mut(at) {
            inner.put(rest, item);
        }
    }

    /// Writes included and excluded fields first, then nested and computed ones.
    fn write(&self, out: &mut DocBuilder) {
        for (name, item) in &self.0 {
            if let Item::Flag(flag) = item {
                out.append_bool(name, *flag);
            }
        }
        for (name, item) in &self.0 {
            match item {
                Item::Flag(_) => {}
                Item::Computed(value) => {
                    out.append(name, value);
                }
                Item::Inner(inner) => {
                    out.document(name, |nested| inner.write(nested));
                }
            }
        }
    }

    fn excludes(&self) -> bool {
        self.0.iter().any(|(name, item)| match item {
            Item::Flag(flag) => !flag && name != "_id",
            Item::Inner(inner) => inner.excludes(),
            Item::Computed(_) => false,
        })
    }
}

/// Collects the fields of a specification. With `flags`, as in `$project`, numbers and booleans include or exclude
/// fields.
fn collect(doc: RawDoc<'_>, prefix: &str, flags: bool, tree: &mut Tree, context: &mut ParseContext) {
    for element in doc {
        let path = if prefix.is_empty() {
            element.name().to_owned()
        } else {
            format!("{prefix}.{}", element.name())
        };
        let value = element.value;
        let flag = keeps(value);
        match (flag, value.as_document()) {
            (Some(flag), _) if flags => tree.put(&path, Item::Flag(flag)),
            (_, Some(inner)) if inner.operator().is_none() && !inner.is_empty() => {
                collect(inner, &path, flags, tree, context);
            }
            _ => tree.put(&path, Item::Computed(computed(value, context))),
        }
    }
}

/// Returns the specification of `$project` as explain shows it.
pub(super) fn projected(spec: RawValue<'_>, context: &mut ParseContext) -> Value<'static> {
    let mut tree = Tree::default();
    collect(spec.as_document().unwrap_or(RawDoc::empty()), "", true, &mut tree, context);
    let id = tree.0.iter().position(|(name, _)| name == "_id");
    let only_id =
        tree.0.len() == 1 && matches!(tree.0.first(), Some((name, Item::Flag(false))) if name == "_id");
    let excludes = only_id || tree.excludes();
    match id {
        None if !excludes => tree.0.insert(0, ("_id".to_owned(), Item::Flag(true))),
        None => tree.0.push(("_id".to_owned(), Item::Flag(true))),
        Some(at) if matches!(tree.0.get(at), Some((_, Item::Flag(false)))) => {
            let dropped = tree.0.remove(at);
            // An inclusion writes `_id: false` last.
            if !excludes {
                let mut out = DocBuilder::new();
                tree.write(&mut out);
                out.append_bool("_id", false);
                return Value::document(out.finish());
            }
            tree.0.push(dropped);
        }
        Some(_) => {}
    }
    finish(&tree)
}

/// Returns the specification of `$addFields` as explain shows it.
pub(super) fn added(spec: RawValue<'_>, context: &mut ParseContext) -> Value<'static> {
    let mut tree = Tree::default();
    collect(spec.as_document().unwrap_or(RawDoc::empty()), "", false, &mut tree, context);
    finish(&tree)
}

/// Returns the specification of the `$project` that explain shows for `$unset`.
pub(super) fn unset(spec: RawValue<'_>) -> Value<'static> {
    let mut tree = Tree::default();
    let paths = spec.as_array().into_iter().flat_map(RawDoc::values).filter_map(RawValue::as_str);
    for path in spec.as_str().into_iter().chain(paths) {
        tree.put(path, Item::Flag(false));
    }
    if !tree.0.iter().any(|(name, _)| name == "_id") {
        tree.0.push(("_id".to_owned(), Item::Flag(true)));
    }
    finish(&tree)
}

fn finish(tree: &Tree) -> Value<'static> {
    let mut out = DocBuilder::new();
    tree.write(&mut out);
    Value::document(out.finish())
}
