//! `$meta`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/meta/>.

use super::super::prelude::*;
use crate::plan::Meta;

pub(super) const OPERATOR: Operator = operator(
    "$meta",
    "What the plan knows about the document: \"textScore\", \"geoNearDistance\", \"geoNearPoint\", \"recordId\", \"indexKey\" or \"sortKey\".",
    ("{}", r#"{"$type": {"$meta": "indexKey"}}"#, r#""missing""#),
    Compile::Custom(parse),
);

fn parse(argument: RawValue<'_>, _: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(Box::new(Known(Meta::parse(argument)?)))
}

#[derive(Debug)]
struct Known(Meta);

impl Expression for Known {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let metadata = scope.environment.metadata.borrow();
        Ok(metadata.as_ref().map_or(Value::Missing, |metadata| metadata.get(self.0)))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.metadata.push(self.0);
    }
}
