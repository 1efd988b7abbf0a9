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
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if self.skip > 0 {
            let skip = &mut self.skip;
            let exhausted = input.each(|_| {
                *skip -= 1;
                Ok(*skip > 0)
            })?;
            if exhausted {
                return Ok(true);
            }
        }
        input.run(sink)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Skip(&mut self.skip)
    }
}
