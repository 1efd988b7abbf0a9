//! `$expr`: <https://www.mongodb.com/docs/manual/reference/operator/query/expr/>.

use std::rc::Rc;

use super::prelude::*;
use crate::aggregate::expression::explained::computed;
use crate::aggregate::expression::{
    Dependencies, Environment, Expression, FieldComparison, Scope, compile_bare,
};
use crate::error::OptimizedPart;
use crate::query::node::single_or;
use crate::query::{Bound, Leaf};
use crate::value::{Path, sort_by};

pub(super) const OPERATOR: Operator = operator(
    "$expr",
    Place::TopLevel,
    "Matches documents for which an aggregation expression is true.",
    (r#"{"spent": 12, "budget": 10}"#, r#"{"$expr": {"$gt": ["$spent", "$budget"]}}"#, "true"),
    parse,
)
.refused_in(&[Role::Update, Role::Upsert], ErrorCode::QUERY_FEATURE_NOT_ALLOWED);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let mut context = argument.context.parse_context();
    let expression =
        compile_bare(argument.value, &mut context).map_err(|error| error.found_in(OptimizedPart::Query))?;
    // A true constant restricts nothing. A validator still reports it as written.
    if expression.constant().is_some_and(Value::truthy) && !argument.context.is_validator() {
        return Ok(Node::And(Vec::new()));
    }
    let is_pure = Dependencies::of(expression.as_ref()).is_of_document();
    let identity = context.identity(argument.value).filter(|_| is_pure);
    let mut implied = Vec::new();
    if argument.context.collation().is_none() {
        add_implied(expression.as_ref(), &mut implied);
    }
    let inner = Inner {
        shown: computed(argument.value, &mut argument.context.parse_context()),
        expression,
        identity,
        source: Value::from(argument.value).into_owned(),
        environment: argument.context.environment().clone(),
    };
    Ok(Node::Document(Rc::new(Expr { implied: in_order(implied), inner: Rc::new(inner) })))
}

/// Adds the conditions that an expression implies, with their sort positions: for `$and` those of any
/// operand; for `$or` those of all operands, if every operand implies some.
fn add_implied(expression: &dyn Expression, out: &mut Vec<(usize, Node)>) {
    expression.conjuncts().iter().for_each(|operand| add_implied(operand.as_ref(), out));
    out.extend(expression.comparison().and_then(implied));
    let branch = |operand: &dyn Expression| {
        let mut own = Vec::new();
        add_implied(operand, &mut own);
        (!own.is_empty()).then(|| single_or(in_order(own), Node::And))
    };
    let branches =
        expression.alternatives().iter().map(|operand| branch(operand.as_ref())).collect::<Option<Vec<_>>>();
    out.extend(branches.filter(|all| !all.is_empty()).map(|all| (0, single_or(all, Node::Or))));
}

fn in_order(mut implied: Vec<(usize, Node)>) -> Vec<Node> {
    sort_by(&mut implied, |(a, _), (b, _)| a.cmp(b));
    implied.into_iter().map(|(_, node)| node).collect()
}

/// The server's operators of implied conditions, in its order.
const NAMES: [&str; 5] =
    ["$_internalExprEq", "$_internalExprGt", "$_internalExprGte", "$_internalExprLt", "$_internalExprLte"];

/// Returns the condition by which an index finds the matches of a comparison.
fn implied(comparison: FieldComparison) -> Option<(usize, Node)> {
    let path = Path::new(&comparison.path);
    // An expression never refers to an array position, but an index may contain it.
    let usable = path.parts().iter().all(|part| part.index.is_none())
        && !matches!(comparison.value, Value::Array(_) | Value::Undefined | Value::Missing);
    let [(_, less), (_, equal), (_, greater)] = comparison.holds;
    let value = comparison.value.clone();
    let (rank, interval) = match (less, equal, greater) {
        (false, true, false) => (0, Interval::point(comparison.value)),
        (true, inclusive, false) => (
            3 + usize::from(inclusive),
            // A missing value is less than null, and is indexed as null.
            Interval {
                low: Interval::all().low,
                high: Bound {
                    inclusive: inclusive || comparison.value == Value::Null,
                    value: comparison.value,
                },
            },
        ),
        (false, inclusive, true) => (
            1 + usize::from(inclusive),
            Interval { low: Bound { value: comparison.value, inclusive }, high: Interval::all().high },
        ),
        _ => return None,
    };
    let implied = Implied { name: NAMES[rank], value, interval, holds_missing: less };
    usable.then(|| (rank + 1, Leaf::node(&path, implied)))
}

/// A condition that a comparison implies. It provides bounds, and is never evaluated.
#[derive(Debug)]
struct Implied {
    name: &'static str,
    value: Value<'static>,
    interval: Interval,
    /// Whether a missing value, which sorts below all others, satisfies the comparison.
    holds_missing: bool,
}

impl ValuePredicate for Implied {
    fn matches(&self, value: RawValue<'_>) -> bool {
        value.tag != tag::EOO || self.holds_missing
    }

    fn bounds(&self) -> Option<Bounds> {
        Some(Bounds { key_decides: false, ..Bounds::exact(self.interval.clone()) })
    }

    fn is_implied(&self) -> bool {
        true
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append(self.name, &self.value);
    }
}

#[derive(Debug)]
struct Expr {
    /// In the order of their names.
    implied: Vec<Node>,
    inner: Rc<Inner>,
}

#[derive(Debug)]
struct Inner {
    expression: Box<dyn Expression>,
    /// The cache key, if the result depends only on the document.
    identity: Option<Box<[u8]>>,
    source: Value<'static>,
    /// The expression as explain shows it.
    shown: Value<'static>,
    environment: Rc<Environment>,
}

impl DocumentPredicate for Expr {
    fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        self.inner.expression.truthy(&Scope::new(doc, &self.inner.environment))
    }

    fn identity(&self) -> Option<&[u8]> {
        self.inner.identity.as_deref()
    }

    fn implied(&self) -> &[Node] {
        &self.implied
    }

    fn implying(&self, implied: Vec<Node>) -> Option<Node> {
        Some(Node::Document(Rc::new(Expr { implied, inner: self.inner.clone() })))
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append("$expr", &self.inner.shown);
    }

    fn explain_failure(&self, doc: RawDoc<'_>, inverted: bool, out: &mut DocBuilder) {
        out.append_str("operatorName", "$expr");
        out.document("specifiedAs", |specified| {
            specified.append("$expr", &self.inner.source);
        });
        out.append_str("reason", if inverted { "expression did match" } else { "expression did not match" });
        if let Ok(value) = self.inner.expression.evaluate(&Scope::new(doc, &self.inner.environment)) {
            out.append("expressionResult", &value);
        }
    }
}
