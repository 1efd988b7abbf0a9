//! The text form of a filter in some of the server's messages, one condition per line.

use super::{Leaf, Node};
use crate::value::{DocBuilder, RawDoc, display_value};

impl Node {
    /// Formats the filter. A logical operator such as `$and` has its own line above its indented children;
    /// a condition is written like `a $eq 1`.
    pub fn debug_text(&self) -> String {
        let mut out = String::new();
        self.write_debug(0, &mut out);
        out
    }

    fn write_debug(&self, level: usize, out: &mut String) {
        let list = |name: &str, children: &[Node], out: &mut String| {
            line(level, name, out);
            children.iter().for_each(|child| child.write_debug(level + 1, out));
        };
        match self {
            Node::And(children) => list("$and", children, out),
            Node::Or(children) if children.is_empty() => line(level, "$alwaysFalse: 1", out),
            Node::Or(children) => list("$or", children, out),
            Node::Nor(children) => list("$nor", children, out),
            Node::Not(child) => list("$not", std::slice::from_ref(child), out),
            Node::Leaf(leaf) => line(level, &leaf_text(leaf), out),
            Node::Document(predicate) => {
                let mut written = DocBuilder::new();
                predicate.describe(&mut written);
                line(level, &first_text(RawDoc::new(&written.finish())), out);
            }
        }
    }
}

fn line(level: usize, text: &str, out: &mut String) {
    out.push_str(&"    ".repeat(level));
    out.push_str(text);
    out.push('\n');
}

fn leaf_text(leaf: &Leaf) -> String {
    let path = leaf.path.as_str();
    leaf.predicate.debug_text(path).unwrap_or_else(|| {
        let mut written = DocBuilder::new();
        leaf.predicate.describe(&mut written);
        format!("{path} {}", first_text(RawDoc::new(&written.finish())))
    })
}

/// Formats `{ $eq: 1 }` as `$eq 1`.
fn first_text(written: RawDoc<'_>) -> String {
    written.first().map_or_else(String::new, |operator| {
        format!("{} {}", operator.name(), display_value(operator.value.view()))
    })
}
