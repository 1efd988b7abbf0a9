//! The building blocks of compiled expressions.

use std::fmt::{self, Debug};

use super::is_first_element;
use super::prelude::*;

/// A constant.
#[derive(Debug)]
pub struct Constant(pub Value<'static>);

impl Expression for Constant {
    fn evaluate<'a>(&'a self, _: &Scope<'_, 'a>) -> Result<Value<'a>> {
        Ok(self.0.borrowed())
    }

    fn constant(&self) -> Option<&Value<'static>> {
        Some(&self.0)
    }

    fn dependencies(&self, _: &mut Dependencies) {}
}

/// `[ <expression>, … ]`: a missing item becomes null.
#[derive(Debug)]
pub struct ArrayLiteral(pub Vec<Box<dyn Expression>>);

impl Expression for ArrayLiteral {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut out = ArrayBuilder::new();
        for item in &self.0 {
            out.push(&item.evaluate(scope)?);
            check_size(out.byte_len())?;
        }
        Ok(Value::array(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|item| item.dependencies(out));
    }
}

/// `{ name: <expression>, … }`: a missing value omits its field.
#[derive(Debug)]
pub struct ObjectLiteral(pub Vec<(Box<str>, Box<dyn Expression>)>);

impl Expression for ObjectLiteral {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut out = DocBuilder::new();
        for (name, value) in &self.0 {
            out.append(name, &value.evaluate(scope)?);
            check_size(out.len())?;
        }
        Ok(Value::document(out.finish()))
    }

    fn origin(&self, variable: Option<VariableId>, below: &str) -> Option<String> {
        let path = below.strip_prefix('.')?;
        let (name, below) = path.split_at(path.find('.').unwrap_or(path.len()));
        self.0.iter().find(|(known, _)| **known == *name)?.1.origin(variable, below)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|(_, value)| value.dependencies(out));
    }
}

/// A constant expression whose evaluation fails.
#[derive(Debug)]
struct Failing(Error);

impl Expression for Failing {
    fn evaluate<'a>(&'a self, _: &Scope<'_, 'a>) -> Result<Value<'a>> {
        Err(self.0.clone())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.failure.get_or_insert_with(|| self.0.clone());
    }
}

/// Creates an expression whose evaluation fails, which is reported before any document is read.
pub(super) fn failing(error: Error) -> Box<dyn Expression> {
    Box::new(Failing(error))
}

/// Replaces an expression that depends on nothing by its value.
pub(super) fn fold(node: impl Expression + 'static, context: &ParseContext) -> Box<dyn Expression> {
    folded(Box::new(node), context)
}

/// The non-generic part of [`fold`].
fn folded(node: Box<dyn Expression>, context: &ParseContext) -> Box<dyn Expression> {
    let reads = Dependencies::of(&*node);
    if reads.failure.is_some() || !reads.is_constant() {
        return node;
    }
    let scope = Scope::new(RawDoc::empty(), &context.environment);
    match node.evaluate(&scope).map(Value::into_owned) {
        Ok(value) => Box::new(Constant(value)),
        Err(error) => failing(error),
    }
}

/// A function of one operand.
pub(super) struct Unary {
    pub(super) name: &'static str,
    pub(super) apply: for<'a> fn(Value<'a>) -> Result<Value<'a>>,
    pub(super) operand: Box<dyn Expression>,
    /// Whether the function needs only the length of an array operand.
    pub(super) counts: bool,
}

impl Debug for Unary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.name).field(&self.operand).finish()
    }
}

impl Expression for Unary {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        if self.counts
            && let Some(counted) = scope.array_length
            && self.operand.field_path().is_some_and(|path| path.as_str() == counted.path)
        {
            return Ok(Value::Int32(i32::try_from(counted.elements).unwrap_or(i32::MAX)));
        }
        (self.apply)(self.operand.evaluate(scope)?)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.operand.dependencies(out);
        if self.counts {
            let path = self.operand.field_path().map(|path| path.as_str());
            out.length_only.extend(path.filter(|path| !is_first_element(path)).map(str::to_owned));
        }
    }
}

/// A function of two operands.
pub(super) struct Binary {
    pub(super) name: &'static str,
    pub(super) apply: for<'a> fn(Value<'a>, Value<'a>) -> Result<Value<'a>>,
    pub(super) left: Box<dyn Expression>,
    pub(super) right: Box<dyn Expression>,
}

impl Debug for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.name).field(&self.left).field(&self.right).finish()
    }
}

impl Expression for Binary {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        (self.apply)(self.left.evaluate(scope)?, self.right.evaluate(scope)?)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.left.dependencies(out);
        self.right.dependencies(out);
    }
}

/// A function of any number of operands.
pub(super) struct Variadic {
    pub(super) name: &'static str,
    pub(super) apply: for<'a> fn(&mut [Value<'a>]) -> Result<Value<'a>>,
    pub(super) operands: Vec<Box<dyn Expression>>,
}

impl Debug for Variadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(self.name).field(&self.operands).finish()
    }
}

impl Expression for Variadic {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut values = Vec::with_capacity(self.operands.len());
        for operand in &self.operands {
            values.push(operand.evaluate(scope)?);
        }
        (self.apply)(&mut values)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.operands.iter().for_each(|operand| operand.dependencies(out));
    }
}
