//! `$let`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/let/>.

use super::super::prelude::*;
use super::check_user_variable_name;
use crate::aggregate::expression::explained;

pub(super) const OPERATOR: Operator = operator(
    "$let",
    "The value of an expression in which variables are bound.",
    (
        r#"{"price": 10, "tax": 2}"#,
        r#"{"$let": {"vars": {"total": {"$add": ["$price", "$tax"]}}, "in": {"$multiply": ["$$total", 2]}}}"#,
        "24",
    ),
    Compile::Custom(parse),
)
.simplified(unbound)
.explained(|operands| operands.expressions(&["vars", "in"]));

/// Returns just the expression `in` when no variables are bound.
fn unbound(argument: RawValue<'_>) -> Option<Value<'static>> {
    let parts = argument.as_document()?;
    parts.get("vars")?.as_document()?.first().is_none().then(|| parts.get("in").map(explained::owned))?
}

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let named = NamedOperands::check(
        "$let",
        argument,
        &["vars", "in"],
        (16874, "$let only supports an object as its argument"),
        (16875, "Unrecognized parameter to $let: {name}"),
    )?;
    let Some(vars) = named.raw("vars") else {
        return Err(Error::new(16876, "Missing 'vars' parameter to $let"));
    };
    named.require(&[("in", 16877)], &|field| format!("Missing '{field}' parameter to $let"))?;
    // An array is treated as a document, which is refused for its names.
    let vars = match vars.as_array() {
        Some(array) => array,
        None => expect_document(vars, 10065, "invalid parameter: expected an object (vars)")?,
    };
    // The values are compiled before the names are in scope.
    let mut values = Vec::new();
    for element in vars {
        check_user_variable_name(element.name())?;
        values.push((element.name(), compile_partial(element.value, context)?));
    }
    let depth = context.scope_depth();
    let variables = values.into_iter().map(|(name, value)| (context.declare(name), value)).collect();
    let body = named.compile("in", context);
    context.leave(depth);
    Ok(fold(Let { variables, body: body? }, context))
}

#[derive(Debug)]
struct Let {
    variables: Vec<(VariableId, Box<dyn Expression>)>,
    body: Box<dyn Expression>,
}

impl Let {
    fn bind<'a>(&'a self, bound: usize, outer: &Scope<'_, 'a>, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let Some((id, value)) = self.variables.get(bound) else {
            return self.body.evaluate(scope);
        };
        let value = value.evaluate(outer)?;
        let _held = scope.environment.hold(&value)?;
        let frame = Frame { id: *id, value, parent: scope.variables };
        self.bind(bound + 1, outer, &Scope { variables: Some(&frame), ..*scope })
    }
}

impl Expression for Let {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        // A few variables are bound recursively; very many, from hostile input,
        // must not overflow the stack.
        if self.variables.len() <= 32 {
            return self.bind(0, scope, scope);
        }
        let mut bindings = scope.bindings.to_vec();
        let mut frame = scope.variables;
        let mut around = Vec::new();
        while let Some(bound) = frame {
            around.push((bound.id, bound.value.clone().into_owned()));
            frame = bound.parent;
        }
        bindings.extend(around.into_iter().rev());
        let mut held = Vec::new();
        for (id, value) in &self.variables {
            let value = value.evaluate(scope)?.into_owned();
            held.push(scope.environment.hold(&value)?);
            bindings.push((*id, value));
        }
        let inner = Scope { variables: None, bindings: &bindings, ..*scope };
        self.body.evaluate(&inner).map(Value::into_owned)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        let bound: Vec<_> = self.variables.iter().map(|(id, _)| *id).collect();
        self.variables.iter().for_each(|(_, value)| value.dependencies(out));
        out.within(&bound, |out| self.body.dependencies(out));
    }
}
