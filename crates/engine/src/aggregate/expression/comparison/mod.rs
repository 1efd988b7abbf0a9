//! Comparison operators: values compare by type, then by value; a missing
//! value is less than null
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/#comparison-expression-operators>).

mod cmp;
mod eq;
mod gt;
mod gte;
mod lt;
mod lte;
mod ne;

use std::cmp::Ordering;

use super::collated::collated;
use super::operands::exactly;
use super::prelude::*;

pub(super) const TABLE: &[Operator] =
    &[cmp::OPERATOR, eq::OPERATOR, gt::OPERATOR, gte::OPERATOR, lt::OPERATOR, lte::OPERATOR, ne::OPERATOR];

/// A comparison of a field with a constant.
#[derive(Clone, Debug)]
pub struct FieldComparison {
    /// The field's dotted path.
    pub path: String,
    /// The constant.
    pub value: Value<'static>,
    /// For each order of the field to the constant, whether the comparison is true.
    pub holds: [(Ordering, bool); 3],
}

/// A comparison with a boolean result.
#[derive(Debug)]
struct Comparison {
    left: Box<dyn Expression>,
    right: Box<dyn Expression>,
    holds: fn(Ordering) -> bool,
}

fn comparison(
    name: &str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
    holds: fn(Ordering) -> bool,
) -> Result<Box<dyn Expression>> {
    let [left, right] = exactly(name, argument, context)?.map(|operand| collated(operand, context));
    Ok(fold(Comparison { left, right, holds }, context))
}

/// Compares two operands; fields are compared in their encoded form.
fn order<'a>(left: &'a dyn Expression, right: &'a dyn Expression, scope: &Scope<'_, 'a>) -> Result<Ordering> {
    match (left.field_path(), right.field_path(), left.constant(), right.constant()) {
        (Some(path), _, _, Some(value)) => Ok(compare(path.find(scope.root).raw().view(), value.view())),
        (_, Some(path), Some(value), _) => Ok(compare(value.view(), path.find(scope.root).raw().view())),
        (Some(a), Some(b), ..) => Ok(compare_raw(a.find(scope.root).raw(), b.find(scope.root).raw())),
        _ => {
            let (a, b) = (left.evaluate(scope)?, right.evaluate(scope)?);
            Ok(compare(a.view(), b.view()))
        }
    }
}

impl Comparison {
    fn compare<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<bool> {
        order(self.left.as_ref(), self.right.as_ref(), scope).map(self.holds)
    }
}

impl Expression for Comparison {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        self.compare(scope).map(Value::Bool)
    }

    fn evaluate_bool<'a>(&'a self, scope: &Scope<'_, 'a>) -> Option<Result<bool>> {
        Some(self.compare(scope))
    }

    fn comparison(&self) -> Option<FieldComparison> {
        let (path, value, turned) = match (self.left.field_path(), self.right.field_path()) {
            (Some(path), None) => (path, self.right.constant(), false),
            (None, Some(path)) => (path, self.left.constant(), true),
            _ => return None,
        };
        let holds = [Ordering::Less, Ordering::Equal, Ordering::Greater]
            .map(|order| (order, (self.holds)(if turned { order.reverse() } else { order })));
        Some(FieldComparison { path: path.as_str().to_owned(), value: value?.clone(), holds })
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.left.dependencies(out);
        self.right.dependencies(out);
    }
}
