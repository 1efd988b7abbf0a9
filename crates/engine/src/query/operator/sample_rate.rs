//! `$sampleRate`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sampleRate/>.

use std::rc::Rc;

use super::prelude::*;
use crate::aggregate::expression::Environment;

pub(super) const OPERATOR: Operator = operator(
    "$sampleRate",
    Place::TopLevel,
    "Matches each document with the given probability.",
    (r#"{"a": 1}"#, r#"{"$sampleRate": 1.0}"#, "true"),
    parse,
);

fn parse(argument: &Argument<'_>) -> Result<Node> {
    let rate = argument.value.as_number().map(Number::to_f64);
    let Some(rate) = rate else {
        return Err(Error::bad_value("argument to $sampleRate must be a numeric type"));
    };
    if !(0.0..=1.0).contains(&rate) {
        return Err(Error::bad_value("numeric argument to $sampleRate must be in [0, 1]"));
    }
    if rate == 0.0 {
        return Ok(Node::Or(Vec::new()));
    }
    if rate == 1.0 {
        return Ok(Node::always());
    }
    Ok(Node::Document(Rc::new(SampleRate { rate, environment: argument.context.environment().clone() })))
}

#[derive(Debug)]
struct SampleRate {
    rate: f64,
    environment: Rc<Environment>,
}

impl DocumentPredicate for SampleRate {
    fn matches(&self, _doc: RawDoc<'_>) -> Result<bool> {
        Ok(self.environment.next_random_f64() < self.rate)
    }

    fn describe(&self, out: &mut DocBuilder) {
        // Explain shows the condition as a comparison with `$rand`.
        out.document("$expr", |expression| {
            expression.array("$lt", |operands| {
                operands.document(|random| {
                    random.document("$rand", |_| {});
                });
                operands.document(|rate| {
                    rate.append_f64("$const", self.rate);
                });
            });
        });
    }
}
