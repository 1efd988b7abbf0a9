//! An operator's named operands, as explain writes them.

use super::{array, constant, part};
use crate::aggregate::expression::ParseContext;
use crate::value::{DocBuilder, RawDoc, RawValue, Value};

/// Writes the named operands of one operator, in the server's order.
pub(crate) type WriteOperands = for<'o, 'a> fn(&'o mut Operands<'a>) -> &'o mut Operands<'a>;

/// Writes named operands for explain. Absent operands are omitted unless they have a
/// [default](Operands::default).
pub struct Operands<'a> {
    given: RawDoc<'a>,
    operator: Option<&'static str>,
    out: DocBuilder,
    context: &'a mut ParseContext,
}

impl<'a> Operands<'a> {
    /// Creates a writer of the operands in a document.
    pub(in crate::aggregate) fn new(given: RawDoc<'a>, context: &'a mut ParseContext) -> Operands<'a> {
        Operands { given, operator: None, out: DocBuilder::new(), context }
    }

    /// Writes operands that are expressions: constants as `{ $const: … }`.
    pub(in crate::aggregate) fn expressions(&mut self, names: &[&str]) -> &mut Self {
        for name in names {
            if let Some(value) = self.given.get(name) {
                let shown = part(name, value, self.context);
                self.out.append(name, &shown);
            }
        }
        self
    }

    /// Writes operands that are lists of expressions.
    pub(in crate::aggregate) fn lists(&mut self, names: &[&str]) -> &mut Self {
        for name in names {
            match self.given.get(name).and_then(RawValue::as_array) {
                Some(items) => {
                    let shown = array(items, self.context);
                    self.out.append(name, &shown);
                }
                None => {
                    self.expressions(&[name]);
                }
            }
        }
        self
    }

    /// Writes operands that aren't expressions: constants as they are, a function's code as a string.
    pub(in crate::aggregate) fn settings(&mut self, names: &[&str]) -> &mut Self {
        for name in names {
            let Some(value) = self.given.get(name) else { continue };
            let shown = part(name, value, self.context);
            let mut scratch = Vec::new();
            match constant(shown.to_raw(&mut scratch)) {
                Some(Value::Code(code)) => self.out.append(name, &Value::String(code)),
                Some(plain) => self.out.append(name, &plain),
                None => self.out.append(name, &shown),
            };
        }
        self
    }

    /// Writes a default for an absent operand.
    pub(in crate::aggregate) fn default(&mut self, name: &str, value: &Value<'_>) -> &mut Self {
        if self.given.get(name).is_none() {
            self.out.append(name, value);
        }
        self
    }

    /// Sets another operator for explain to show.
    pub(in crate::aggregate) fn operator(&mut self, name: &'static str) -> &mut Self {
        self.operator = Some(name);
        self
    }

    /// Returns the operator that explain shows, if another one, and the written operands.
    pub(in crate::aggregate) fn finish(self) -> (Option<&'static str>, Value<'static>) {
        (self.operator, Value::document(self.out.finish()))
    }
}
