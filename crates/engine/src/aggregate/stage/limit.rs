//! `$limit`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/limit/>.

use super::super::stage_prelude::*;

pub(super) const STAGE: StageOperator = stage(
    "$limit",
    "Lets only the first n documents through.",
    (r#"[{"_id": 1}, {"_id": 2}]"#, r#"{"$limit": 1}"#, r#"[{"_id": 1}]"#),
    parse,
)
.explained(explained::limit);

fn parse(spec: RawValue<'_>, _: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let limit = whole_number("$limit", 5107201, spec)?;
    match u64::try_from(limit) {
        Ok(0) => Err(Error::new(15958, "the limit must be positive")),
        Ok(limit) => Ok(vec![Box::new(Limit { limit, given: 0 })]),
        Err(_) => Err(Error::new(
            5107201,
            format!(
                "invalid argument to $limit stage: Expected a non-negative number in: $limit: {}",
                display_value(spec.view())
            ),
        )),
    }
}

/// A count as `$limit` and `$skip` take it.
pub(super) fn whole_number(name: &str, code: i32, spec: RawValue<'_>) -> Result<i64> {
    let invalid = |what: &str| {
        Error::new(
            code,
            format!("invalid argument to {name} stage: {what}: {name}: {}", display_value(spec.view())),
        )
    };
    let number = spec.as_number().ok_or_else(|| invalid("Expected a number in"))?;
    number.to_i64_exact().ok_or_else(|| invalid("Expected an integer"))
}

#[derive(Debug)]
struct Limit {
    limit: u64,
    given: u64,
}

impl Stage for Limit {
    fn next<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        if self.given >= self.limit {
            return Ok(None);
        }
        self.given += 1;
        input.next(execution)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Limit(&mut self.limit)
    }
}
