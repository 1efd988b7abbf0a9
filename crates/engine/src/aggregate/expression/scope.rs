//! The scope of an evaluation: document, variables, environment.

use std::cell::{Cell, RefCell};

use super::VariableId;
use crate::value::{Collation, RawDoc, RawValue, Value, compare, compare_raw, key};

/// Document, variables and environment of one evaluation.
///
/// `'a` is the lifetime of documents and expressions, from which values are
/// borrowed; `'s` is that of variables bound during the evaluation.
#[derive(Clone, Copy)]
pub struct Scope<'s, 'a> {
    /// `$$ROOT`: the document that field paths start from.
    pub root: RawDoc<'a>,
    /// The innermost variable's frame.
    pub variables: Option<&'s Frame<'s, 'a>>,
    /// Variables bound outside of the expression (`$redact`'s `CURRENT`).
    pub bindings: &'a Bindings,
    /// The command's environment.
    pub environment: &'a Environment,
    /// An array that was omitted from the document because only its length is needed.
    pub array_length: Option<ArrayLength<'s>>,
}

/// The length of the array at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayLength<'s> {
    /// The path.
    pub path: &'s str,
    /// The number of elements.
    pub elements: usize,
}

/// Variables bound for a whole pipeline.
pub type Bindings = [(VariableId, Value<'static>)];

impl<'s, 'a> Scope<'s, 'a> {
    /// Creates a scope without variables.
    pub fn new(root: RawDoc<'a>, environment: &'a Environment) -> Self {
        Scope { root, variables: None, bindings: &[], environment, array_length: None }
    }

    /// Returns the value of a variable.
    pub fn variable(&self, id: VariableId) -> Value<'a> {
        let mut frame = self.variables;
        while let Some(bound) = frame {
            if bound.id == id {
                return bound.value.clone();
            }
            frame = bound.parent;
        }
        let outer = self.bindings.iter().rev().find(|(bound, _)| *bound == id);
        outer.map_or(Value::Missing, |(_, value)| value.borrowed())
    }
}

/// A bound variable, linked to the enclosing ones.
pub struct Frame<'s, 'a> {
    /// The variable's id.
    pub id: VariableId,
    /// The variable's value.
    pub value: Value<'a>,
    /// The frame of the enclosing variable.
    pub parent: Option<&'s Frame<'s, 'a>>,
}

/// A command's environment, the same for all documents.
pub struct Environment {
    /// `$$NOW` in milliseconds since 1970. Updated for filters that outlive a command, such as validators.
    pub now_millis: Cell<i64>,
    /// State of the seeded random generator of `$rand` and `$sample`.
    pub random: Cell<u64>,
    /// The collation of strings; `None` compares bytes.
    pub collation: Option<std::rc::Rc<crate::value::Collation>>,
    /// Metadata of the current document.
    pub metadata: RefCell<Option<std::rc::Rc<crate::plan::Metadata>>>,
    /// Whether queries without an index are refused.
    pub no_table_scan: bool,
    /// Whether stages may exceed the memory limit, as if they spilled to disk.
    pub allow_disk_use: bool,
    /// Bytes that expressions hold during evaluation.
    pub held: Cell<usize>,
    /// The JavaScript host, if there is one.
    pub(crate) host: Option<std::rc::Rc<crate::host::TimedHost>>,
    /// The functions that `$where` finds in the database's `system.js`.
    pub(crate) stored_functions: crate::host::StoredFunctions,
}

impl Environment {
    /// Creates an environment without JavaScript.
    pub fn new(now_millis: i64, seed: u64) -> Self {
        Environment {
            now_millis: Cell::new(now_millis),
            random: Cell::new(seed),
            collation: None,
            metadata: RefCell::default(),
            no_table_scan: false,
            allow_disk_use: true,
            held: Cell::default(),
            host: None,
            stored_functions: crate::host::StoredFunctions::default(),
        }
    }

    /// Returns the next 64 random bits: SplitMix64, whose state is a counter, so
    /// any seed is good (<https://prng.di.unimi.it/splitmix64.c>).
    pub fn next_random(&self) -> u64 {
        let state = self.random.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.random.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Compares two values under the command's collation.
    #[inline]
    pub fn compare(&self, left: RawValue<'_>, right: RawValue<'_>) -> std::cmp::Ordering {
        match self.collation.as_deref() {
            None => compare_raw(left, right),
            Some(collation) => compare(collation.fold(left).view(), collation.fold(right).view()),
        }
    }

    /// Returns the order-preserving key of a value under the command's collation.
    pub fn key_of(&self, value: RawValue<'_>) -> Vec<u8> {
        key_under(self.collation.as_deref(), value)
    }

    /// Returns a random double in `[0, 1)`.
    pub fn next_random_f64(&self) -> f64 {
        (self.next_random() >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Default for Environment {
    fn default() -> Self {
        Environment::new(0, 0)
    }
}

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Environment").field("now_millis", &self.now_millis).finish_non_exhaustive()
    }
}

/// Returns the order-preserving key of a value under a collation.
pub fn key_under(collation: Option<&Collation>, value: RawValue<'_>) -> Vec<u8> {
    let mut key = Vec::with_capacity(16);
    key::encode_under(collation, value, &mut key);
    key
}
