//! `$filter`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/filter/>.

use super::{super::prelude::*, whole};

pub(super) const OPERATOR: Operator = operator(
    "$filter",
    "The elements of an array for which a condition holds.",
    (
        r#"{"n": [1, 5, 8]}"#,
        r#"{"$filter": {"input": "$n", "as": "x", "cond": {"$gt": ["$$x", 4]}}}"#,
        "[5, 8]",
    ),
    Compile::Custom(parse),
)
.explained(|operands| {
    operands
        .expressions(&["input", "as"])
        .default("as", &Value::string("this"))
        .expressions(&["cond", "limit"])
});

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$filter",
        argument,
        &["input", "as", "cond", "limit"],
        (28646, "$filter only supports an object as its argument"),
        (28647, "Unrecognized parameter to $filter: {name}"),
    )?;
    let Some(input) = named.compile_optional("input", context)? else {
        return Err(Error::new(28648, "Missing 'input' parameter to $filter"));
    };
    let limit = named.compile_optional("limit", context)?;
    let name = named.element_name()?;
    let depth = context.scope_depth();
    let variable = context.declare(name);
    let condition = named.compile_optional("cond", context);
    context.leave(depth);
    let Some(condition) = condition? else {
        return Err(Error::new(28650, "Missing 'cond' parameter to $filter"));
    };
    Ok(fold(Filter { input, variable, condition, limit }, context))
}

#[derive(Debug)]
struct Filter {
    input: Box<dyn Expression>,
    variable: VariableId,
    condition: Box<dyn Expression>,
    limit: Option<Box<dyn Expression>>,
}

impl Expression for Filter {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        if input.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(array) = input.as_array() else {
            return Err(Error::wrong_type(
                28651,
                "input to $filter must be an array not {type}",
                input.tag(),
            ));
        };
        let limit = match &self.limit {
            None => usize::MAX,
            Some(limit) => match limit.evaluate(scope)? {
                value if value.is_nullish() => usize::MAX,
                value => limit_of(&value)?,
            },
        };
        let _held = scope.environment.hold(&input)?;
        let mut out = ArrayBuilder::new();
        for item in array.values() {
            if out.len() >= limit {
                break;
            }
            let frame = Frame { id: self.variable, value: item.into(), parent: scope.variables };
            if self.condition.truthy(&Scope { variables: Some(&frame), ..*scope })? {
                out.push_raw(item);
            }
        }
        Ok(Value::array(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        if let Some(limit) = &self.limit {
            limit.dependencies(out);
        }
        out.within(&[self.variable], |out| self.condition.dependencies(out));
    }
}

fn limit_of(value: &Value<'_>) -> Result<usize> {
    let Some(limit) = whole(value) else {
        return Err(Error::new(
            327391,
            format!("$filter: limit must be represented as a 32-bit integral value: {}", shown(value)),
        ));
    };
    usize::try_from(limit)
        .ok()
        .filter(|&limit| limit > 0)
        .ok_or_else(|| Error::new(327392, format!("$filter: limit must be greater than 0: {limit}")))
}
