//! `$rank`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/rank/>.

use super::{Partition, WindowContext, WindowFunction, WindowOperator, window_operator};
use crate::aggregate::expression::Dependencies;
use crate::value::{Number, RawValue, Value};
use crate::{Error, Result};

pub(super) const OPERATOR: WindowOperator = window_operator(
    "$rank",
    "The rank of a document in its partition; ties share a rank and leave gaps.",
    (r#"[{"t": 1}, {"t": 2}, {"t": 2}, {"t": 3}]"#, r#"{"$rank": {}}"#, "[1, 2, 2, 4]"),
    |argument, window_context, _| parse("$rank", Numbering::Rank, argument, window_context),
)
.without_window(&[]);

/// How documents are numbered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Numbering {
    /// Ties share a number and leave gaps.
    Rank,
    /// Ties share a number without gaps.
    Dense,
    /// Every document has its own number.
    Position,
}

/// Compiles `$rank`, `$denseRank` or `$documentNumber`.
pub(super) fn parse(
    name: &str,
    numbering: Numbering,
    argument: RawValue<'_>,
    window_context: &WindowContext<'_>,
) -> Result<Box<dyn WindowFunction>> {
    if window_context.bounds.is_some() {
        return Err(Error::new(5371601, "Rank style window functions take no other arguments"));
    }
    let fields = window_context.sort.map_or(0, |sort| sort.parts().len());
    let enough = match numbering {
        Numbering::Position => fields > 0,
        _ => fields == 1,
    };
    if !enough {
        let text = "must be specified with a top level sortBy expression with exactly one element";
        return Err(Error::new(5371602, format!("{name} {text}")));
    }
    if !argument.as_document().is_some_and(|doc| doc.is_empty()) {
        return Err(Error::new(5371603, format!("{name} must be specified with '{{}}' as the value")));
    }
    Ok(Box::new(Rank(numbering)))
}

#[derive(Debug)]
struct Rank(Numbering);

impl WindowFunction for Rank {
    fn values(&mut self, partition: &Partition<'_>) -> Result<Vec<Value<'static>>> {
        let mut number = 0;
        let mut out = Vec::with_capacity(partition.keys.len());
        for (at, key) in partition.keys.iter().enumerate() {
            let position = i64::try_from(at + 1).unwrap_or(i64::MAX);
            let same = at > 0 && partition.keys.get(at - 1) == Some(key);
            match self.0 {
                Numbering::Position => number = position,
                _ if same => {}
                Numbering::Rank => number = position,
                Numbering::Dense => number += 1,
            }
            out.push(Number::from_i64_narrow(number).into());
        }
        Ok(out)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn reads_keys(&self) -> bool {
        true
    }
}
