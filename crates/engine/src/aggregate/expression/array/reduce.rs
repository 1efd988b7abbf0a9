//! `$reduce`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/reduce/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$reduce",
    "Combines the elements of an array into one value.",
    (
        r#"{"n": [1, 2, 3]}"#,
        r#"{"$reduce": {"input": "$n", "initialValue": 10, "in": {"$add": ["$$value", "$$this"]}}}"#,
        "16",
    ),
    Compile::Custom(parse),
)
.explained(|operands| operands.expressions(&["input", "initialValue", "in"]));

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$reduce",
        argument,
        &["input", "initialValue", "in"],
        (40075, "$reduce requires an object as an argument, found: {type}"),
        (40076, "$reduce found an unknown argument: {name}"),
    )?;
    let Some(input) = named.compile_optional("input", context)? else {
        return Err(Error::new(40077, "$reduce requires 'input' to be specified"));
    };
    let Some(initial) = named.compile_optional("initialValue", context)? else {
        return Err(Error::new(40078, "$reduce requires 'initialValue' to be specified"));
    };
    let depth = context.scope_depth();
    let this = context.declare("this");
    let value = context.declare("value");
    let body = named.compile_optional("in", context);
    context.leave(depth);
    let Some(body) = body? else {
        return Err(Error::new(40079, "$reduce requires 'in' to be specified"));
    };
    Ok(fold(Reduce { input, initial, this, value, body }, context))
}

#[derive(Debug)]
struct Reduce {
    input: Box<dyn Expression>,
    initial: Box<dyn Expression>,
    this: VariableId,
    value: VariableId,
    body: Box<dyn Expression>,
}

impl Expression for Reduce {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        if input.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(array) = input.as_array() else {
            return Err(Error::new(
                40080,
                format!("$reduce requires that 'input' be an array, found: {}", shown(&input)),
            ));
        };
        let _held = scope.environment.hold(&input)?;
        let mut accumulated = self.initial.evaluate(scope)?;
        for item in array.values() {
            let _held = scope.environment.hold(&accumulated)?;
            let next = {
                let this = Frame { id: self.this, value: item.into(), parent: scope.variables };
                let value = Frame { id: self.value, value: accumulated.borrowed(), parent: Some(&this) };
                self.body.evaluate(&Scope { variables: Some(&value), ..*scope })?.into_owned()
            };
            accumulated = next;
        }
        Ok(accumulated)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        self.initial.dependencies(out);
        out.within(&[self.this, self.value], |out| self.body.dependencies(out));
    }
}
