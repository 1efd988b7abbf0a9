//! Dotted field paths.

use std::rc::Rc;

/// A dotted path, split once and shared by conditions and plans.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path(Rc<Split>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Split {
    text: Box<str>,
    parts: Box<[Part]>,
}

/// A part of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The field name.
    pub name: Box<str>,
    /// The array position that the name may also mean: plain digits without a leading zero.
    pub index: Option<usize>,
}

impl Path {
    /// Splits `a.b.c` at the dots. Empty parts are kept.
    pub fn new(text: &str) -> Self {
        let parts =
            text.split('.').map(|name| Part { name: name.into(), index: array_index(name) }).collect();
        Path(Rc::new(Split { text: text.into(), parts }))
    }

    /// Returns the path as written.
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// Returns the parts.
    pub fn parts(&self) -> &[Part] {
        &self.0.parts
    }

    /// Whether `self` equals `other` or is below it.
    pub fn starts_with(&self, other: &Path) -> bool {
        self.parts().len() >= other.parts().len()
            && self.parts().iter().zip(other.parts()).all(|(a, b)| a.name == b.name)
    }
}

/// Returns the array position that a field name may mean.
pub fn array_index(name: &str) -> Option<usize> {
    let plain = !name.is_empty()
        && name.bytes().all(|b| b.is_ascii_digit())
        && (name == "0" || !name.starts_with('0'));
    plain.then(|| name.parse().ok()).flatten()
}
