//! `$sortArray`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sortArray/>.

use super::{super::prelude::*, array_of, items};
use crate::aggregate::document_order::DocumentOrder;

pub(super) const OPERATOR: Operator = operator(
    "$sortArray",
    "An array sorted by its values or by fields of its documents.",
    (
        r#"{"team": [{"n": "b", "a": 2}, {"n": "a", "a": 1}]}"#,
        r#"{"$sortArray": {"input": "$team", "sortBy": {"a": 1}}}"#,
        r#"[{"n": "a", "a": 1}, {"n": "b", "a": 2}]"#,
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["input"]).settings(&["sortBy"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$sortArray",
        argument,
        &["input", "sortBy"],
        (2942500, "$sortArray requires an object as an argument, found: {type}"),
        (2942501, "$sortArray found an unknown argument: {name}"),
    )?;
    let Some(input) = named.compile_optional("input", context)? else {
        return Err(Error::new(2942502, "$sortArray requires 'input' to be specified"));
    };
    let Some(by) = named.raw("sortBy") else {
        return Err(Error::new(2942503, "$sortArray requires 'sortBy' to be specified"));
    };
    let order = match by.as_document() {
        Some(pattern) => Order::Fields(
            DocumentOrder::parse(pattern)?.with_collation(context.environment.collation.clone()),
        ),
        None => match by.as_number().and_then(Number::to_i64_exact) {
            Some(1) => Order::Whole { descending: false },
            Some(-1) => Order::Whole { descending: true },
            _ => {
                return Err(Error::new(2942504, "The $sort element value must be either 1 or -1"));
            }
        },
    };
    Ok(fold(SortArray { input, order }, context))
}

#[derive(Debug)]
enum Order {
    Whole { descending: bool },
    Fields(DocumentOrder),
}

#[derive(Debug)]
struct SortArray {
    input: Box<dyn Expression>,
    order: Order,
}

impl Expression for SortArray {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        if input.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(array) = input.as_array() else {
            return Err(Error::wrong_type(
                2942504,
                "The input argument to $sortArray must be an array, but was of type: {type}",
                input.tag(),
            ));
        };
        let mut items = items(array);
        match &self.order {
            Order::Whole { descending } => {
                let environment = scope.environment;
                crate::value::sort_by(&mut items, |a, b| {
                    let order = environment.compare(*a, *b);
                    if *descending { order.reverse() } else { order }
                });
            }
            Order::Fields(pattern) => {
                let empty = RawDoc::empty();
                let mut keyed = items
                    .into_iter()
                    .map(|item| Ok((pattern.key(item.as_document().unwrap_or(empty))?, item)))
                    .collect::<Result<Vec<_>>>()?;
                crate::value::sort_by(&mut keyed, |(a, _), (b, _)| a.cmp(b));
                return Ok(array_of(keyed.into_iter().map(|(_, item)| item)));
            }
        }
        Ok(array_of(items))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
    }
}
