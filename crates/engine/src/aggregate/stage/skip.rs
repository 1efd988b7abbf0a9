//! `$skip`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/skip/>.

use super::super::stage_prelude::*;
use super::limit::count;

pub(super) const STAGE: StageOperator = stage(
    "$skip",
    "Skips the first n documents.",
    (r#"[{"_id": 1}, {"_id": 2}]"#, r#"{"$skip": 1}"#, r#"[{"_id": 2}]"#),
    parse,
)
.explained(explained::skip);

fn parse(spec: RawValue<'_>, _: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    Ok(vec![Box::new(Skip { skip: count("$skip", 5107200, spec)? })])
}

#[derive(Debug)]
struct Skip {
    /// The number of documents still to skip.
    skip: u64,
}

impl Stage for Skip {
    fn next<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        let mut buffer = Vec::new();
        while self.skip > 0 {
            if input.next_in_buffer(execution, &mut buffer)?.is_none() {
                return Ok(None);
            }
            self.skip -= 1;
        }
        input.next(execution)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Skip(&mut self.skip)
    }
}
