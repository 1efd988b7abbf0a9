//! `$sample`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/sample/>.

use super::super::stage_prelude::*;
use super::Memory;
use super::shared::memory::of_sort;

pub(super) const STAGE: StageOperator = stage(
    "$sample",
    "Picks a given number of documents at random.",
    (r#"[{"_id": 1}]"#, r#"{"$sample": {"size": 3}}"#, r#"[{"_id": 1}]"#),
    parse,
)
.explained(explained::sample)
.exceeded(of_sort);

fn parse(spec: RawValue<'_>, _: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let doc = expect_document(spec, 28745, "the $sample stage specification must be an object")?;
    let mut size = None;
    for element in doc {
        if element.name() != "size" {
            return Err(Error::new(28748, format!("unrecognized option to $sample: {}", element.name())));
        }
        let Some(number) = element.value.as_number() else {
            return Err(Error::new(28746, "size argument to $sample must be a number"));
        };
        size = Some(match usize::try_from(number.to_i64_clamped()) {
            Err(_) => return Err(Error::new(28747, "size argument to $sample must not be negative")),
            Ok(size) => size,
        });
    }
    let Some(size) = size else {
        return Err(Error::new(28749, "$sample stage must specify a size"));
    };
    Ok(vec![Box::new(Sample { size, picked: None })])
}

#[derive(Debug)]
struct Sample {
    size: usize,
    picked: Option<std::vec::IntoIter<Vec<u8>>>,
}

impl Sample {
    /// Assigns a random key to every document and returns those with the least keys,
    /// in key order.
    fn pick(&self, input: &mut Input<'_>) -> Result<Vec<Vec<u8>>> {
        let execution = input.execution;
        let mut memory = Memory::spilling(execution.environment.allow_disk_use);
        let mut kept = std::collections::BinaryHeap::new();
        let mut arrival = 0u64;
        input.drain(|row| {
            let document = row.document.as_bytes();
            let key = execution.environment.next_random();
            arrival += 1;
            if kept.len() >= self.size {
                if kept.peek().is_none_or(|(greatest, ..): &(u64, u64, Vec<u8>)| key >= *greatest) {
                    return Ok(());
                }
                if let Some((.., dropped)) = kept.pop() {
                    memory.release(dropped.len());
                }
            }
            memory.add(document.len(), "$sample")?;
            kept.push((key, arrival, document.to_vec()));
            Ok(())
        })?;
        Ok(kept.into_sorted_vec().into_iter().map(|(.., document)| document).collect())
    }
}

impl Stage for Sample {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if self.picked.is_none() {
            self.picked = Some(self.pick(input)?.into_iter());
        }
        self.picked.as_mut().map_or(Ok(true), |picked| sink.push_all(picked))
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Passes
    }

    fn kind(&mut self) -> Kind<'_> {
        Kind::Sample
    }
}
