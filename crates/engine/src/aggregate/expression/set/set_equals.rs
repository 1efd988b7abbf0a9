//! `$setEquals`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/setEquals/>.

use super::super::collated::collated;
use super::{super::prelude::*, Set, set_of};

pub(super) const OPERATOR: Operator = operator(
    "$setEquals",
    "Whether all sets have the same values.",
    (r#"{"a": [2, 1, 2], "b": [1, 2]}"#, r#"{"$setEquals": ["$a", "$b"]}"#, "true"),
    Compile::Custom(parse),
);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let operands = compile_operands(argument, context)?;
    if operands.len() < 2 {
        return Err(Error::new(
            17045,
            format!("$setEquals needs at least two arguments had: {}", operands.len()),
        ));
    }
    let operands = operands.into_iter().map(|operand| collated(operand, context)).collect();
    Ok(fold(SetEquals(operands), context))
}

#[derive(Debug)]
struct SetEquals(Vec<Box<dyn Expression>>);

impl Expression for SetEquals {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let values = self.0.iter().map(|operand| operand.evaluate(scope)).collect::<Result<Vec<_>>>()?;
        let mut first: Option<Set<'_>> = None;
        let mut same = true;
        for (at, value) in values.iter().enumerate() {
            let Some(array) = value.as_array() else {
                let found = type_name(value.tag());
                return Err(match self.0[at].constant() {
                    Some(_) => Error::new(
                        5887502,
                        format!(
                            "All operands of $setEquals must be arrays. {}-th argument is of type: {found}",
                            at + 1
                        ),
                    ),
                    None => Error::new(
                        17044,
                        format!(
                            "All operands of $setEquals must be arrays. One argument is of type: {found}"
                        ),
                    ),
                });
            };
            let set = set_of(array);
            match &first {
                None => first = Some(set),
                Some(first) => same = same && set.len() == first.len() && set.keys().eq(first.keys()),
            }
        }
        Ok(Value::Bool(same))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}
