//! `$map`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/map/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$map",
    "An array of an expression's values for each element of an array.",
    (r#"{"n": [1, 2]}"#, r#"{"$map": {"input": "$n", "as": "x", "in": {"$add": ["$$x", 10]}}}"#, "[11, 12]"),
    Compile::Custom(parse),
)
.explained(|operands| {
    operands.expressions(&["input", "as"]).default("as", &Value::string("this")).expressions(&["in"])
});

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$map",
        argument,
        &["input", "as", "in"],
        (16878, "$map only supports an object as its argument"),
        (16879, "Unrecognized parameter to $map: {name}"),
    )?;
    let Some(input) = named.compile_optional("input", context)? else {
        return Err(Error::new(16880, "Missing 'input' parameter to $map"));
    };
    let name = named.element_name()?;
    let depth = context.scope_depth();
    let variable = context.declare(name);
    let body = named.compile_optional("in", context);
    context.leave(depth);
    let Some(body) = body? else {
        return Err(Error::new(16882, "Missing 'in' parameter to $map"));
    };
    Ok(fold(Map { input, variable, body }, context))
}

#[derive(Debug)]
struct Map {
    input: Box<dyn Expression>,
    variable: VariableId,
    body: Box<dyn Expression>,
}

impl Expression for Map {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let input = self.input.evaluate(scope)?;
        if input.is_nullish() {
            return Ok(Value::Null);
        }
        let Some(array) = input.as_array() else {
            return Err(Error::wrong_type(16883, "input to $map must be an array not {type}", input.tag()));
        };
        let _held = scope.environment.hold(&input)?;
        let mut out = ArrayBuilder::new();
        for item in array.values() {
            let frame = Frame { id: self.variable, value: item.into(), parent: scope.variables };
            out.push(&self.body.evaluate(&Scope { variables: Some(&frame), ..*scope })?);
            check_size(out.byte_len())?;
        }
        Ok(Value::array(out.finish()))
    }

    fn origin(&self, variable: Option<VariableId>, below: &str) -> Option<String> {
        let array = self.input.origin(variable, "")?;
        Some(format!("{array}.{}", self.body.origin(Some(self.variable), below)?))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.input.dependencies(out);
        out.within(&[self.variable], |out| self.body.dependencies(out));
    }
}
