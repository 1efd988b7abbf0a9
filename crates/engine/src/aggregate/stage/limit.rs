//! `$limit`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/limit/>.

use super::super::pipeline::PipelineStage;
use super::super::stage_prelude::*;

pub(super) const STAGE: StageOperator = stage(
    "$limit",
    "Passes only the first n documents.",
    (r#"[{"_id": 1}, {"_id": 2}]"#, r#"{"$limit": 1}"#, r#"[{"_id": 1}]"#),
    parse,
)
.explained(explained::limit);

fn parse(spec: RawValue<'_>, _: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    match count("$limit", 5107201, spec)? {
        0 => Err(Error::new(15958, "the limit must be positive")),
        limit => Ok(vec![Box::new(Limit { limit, given: 0 })]),
    }
}

/// Parses the count of `$limit` and `$skip`.
///
/// # Errors
/// The given code for a value that isn't a whole number or is negative.
pub(super) fn count(name: &str, code: i32, spec: RawValue<'_>) -> Result<u64> {
    let invalid = |what: &str| {
        Error::new(
            code,
            format!("invalid argument to {name} stage: {what}: {name}: {}", display_value(spec.view())),
        )
    };
    let number = spec.as_number().ok_or_else(|| invalid("Expected a number in"))?;
    let whole = number.to_i64_exact().ok_or_else(|| invalid("Expected an integer"))?;
    u64::try_from(whole).map_err(|_| invalid("Expected a non-negative number in"))
}

/// Creates a `$limit` of this many documents.
pub(in crate::aggregate) fn limit_stage(limit: u64) -> PipelineStage {
    let mut written = DocBuilder::new();
    written.append_i64("$limit", i64::try_from(limit).unwrap_or(i64::MAX));
    PipelineStage::new(written.finish(), Box::new(Limit { limit, given: 0 }))
}

#[derive(Debug)]
struct Limit {
    limit: u64,
    given: u64,
}

impl Stage for Limit {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if self.given >= self.limit {
            return Ok(true);
        }
        let left = usize::try_from(self.limit - self.given).unwrap_or(usize::MAX);
        let rows_to_take = left.min(sink.rows_to_take());
        let mut take = |row: Row<'_>| {
            self.given += 1;
            sink.push(row)?;
            Ok(self.given < self.limit && !sink.is_full())
        };
        let exhausted = input.run(&mut RowSink::consumer(&mut take, rows_to_take))?;
        Ok(exhausted || self.given >= self.limit)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Limit(&mut self.limit)
    }
}
