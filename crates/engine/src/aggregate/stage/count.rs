//! `$count`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/count/>.

use super::super::stage_prelude::*;

pub(super) const STAGE: StageOperator = stage(
    "$count",
    "One document with the number of documents; none when there are none.",
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

impl Stage for Count {
    fn next<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        if self.done {
            return Ok(None);
        }
        self.done = true;
        let mut count = 0u64;
        while input.next(execution)?.is_some() {
            count += 1;
        }
        if count == 0 {
            return Ok(None);
        }
        let mut out = DocBuilder::new();
        out.append_count(&self.name, count);
        Ok(Some(Document::Owned(out.finish())))
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
