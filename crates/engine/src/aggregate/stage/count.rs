//! `$count`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/count/>.

use super::super::stage_prelude::*;
use super::columns::row_codes::RowCodes;
use super::columns::rows::{CHUNK_RECORDS, Records};

pub(super) const STAGE: StageOperator = stage(
    "$count",
    "One document with the number of documents; none if the input is empty.",
    (r#"[{"_id": 1}, {"_id": 2}]"#, r#"{"$count": "n"}"#, r#"[{"n": 2}]"#),
    parse,
)
.explained(explained::count);

fn parse(spec: RawValue<'_>, _: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(name) = spec.as_str() else {
        return Err(Error::new(40156, "the count field must be a non-empty string"));
    };
    let fault = match name {
        "" => Some((40157, "the count field must be a non-empty string")),
        name if name.starts_with('$') => Some((40158, "the count field cannot be a $-prefixed path")),
        name if name.contains('\0') => Some((40159, "the count field cannot contain a null byte")),
        "_id" => Some((9_039_800, "the count field cannot be '_id'")),
        name if name.contains('.') => Some((40160, "the count field cannot contain '.'")),
        _ => None,
    };
    match fault {
        Some((code, text)) => Err(Error::new(code, text)),
        None => Ok(vec![Box::new(Count { name: name.into(), done: false })]),
    }
}

#[derive(Debug)]
struct Count {
    name: Box<str>,
    done: bool,
}

/// Counts the input.
fn count(input: &mut Input<'_>) -> Result<usize> {
    let mut count = 0;
    let Some((mut rows, records)) = Records::take(input.stages, input.execution)? else {
        input.drain(|_| {
            count += 1;
            Ok(())
        })?;
        return Ok(count);
    };
    let mut codes = RowCodes::new(&[], &mut rows);
    let mut rest = records.as_slice();
    loop {
        let (plain, behind) = rest.split_at(codes.as_ref().map_or(0, |codes| codes.plain(rest)));
        for part in plain.chunks(CHUNK_RECORDS) {
            count += codes.as_mut().map_or(0, |codes| codes.choose(part, &mut rows));
        }
        let Some((&record, behind)) = behind.split_first() else { return Ok(count) };
        rows.read(record, |_| {
            count += 1;
            Ok(())
        })?;
        rest = behind;
    }
}

impl Stage for Count {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if std::mem::replace(&mut self.done, true) {
            return Ok(true);
        }
        let count = count(input)?;
        if count > 0 {
            sink.write(&mut |out| {
                out.append_count(&self.name, count as u64);
                Ok(())
            })?;
        }
        Ok(true)
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
