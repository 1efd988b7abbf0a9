//! `$expr`: <https://www.mongodb.com/docs/manual/reference/operator/query/expr/>.

use std::rc::Rc;

use super::prelude::*;
use crate::aggregate::expression::{Environment, Expression, Scope, compile};

pub(super) const OPERATOR: Operator = operator(
    "$expr",
    Place::TopLevel,
    "Matches documents for which an aggregation expression is true.",
    (r#"{"spent": 12, "budget": 10}"#, r#"{"$expr": {"$gt": ["$spent", "$budget"]}}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let expression = compile(argument.value, &mut argument.context.parse_context())?;
    Ok(Node::Document(Rc::new(Expr {
        expression,
        source: Value::from(argument.value).into_owned(),
        environment: argument.context.environment().clone(),
    })))
}

#[derive(Debug)]
struct Expr {
    expression: Box<dyn Expression>,
    source: Value<'static>,
    environment: Rc<Environment>,
}

impl DocumentPredicate for Expr {
    fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        self.expression.truthy(&Scope::new(doc, &self.environment))
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append("$expr", &self.source);
    }

    fn explain_failure(&self, doc: RawDoc<'_>, out: &mut DocBuilder) {
        out.append_str("operatorName", "$expr");
        out.document("specifiedAs", |specified| self.describe(specified));
        out.append_str("reason", "expression did not match");
        if let Ok(value) = self.expression.evaluate(&Scope::new(doc, &self.environment)) {
            out.append("expressionResult", &value);
        }
    }
}
