//! `$documents`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/documents/>.

use super::super::expression::{Expression, Scope, compile};
use super::super::stage_prelude::*;
use super::{InputKind, Position};

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    input: InputKind::Nothing,
    ..stage(
        "$documents",
        "Returns the documents of an array instead of reading a collection.",
        ("[]", r#"{"$documents": [{"a": 1}, {"a": {"$add": [1, 1]}}]}"#, r#"[{"a": 1}, {"a": 2}]"#),
        parse,
    )
};

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    Ok(vec![Box::new(ComputedDocuments { array: compile(spec, context)?, left: None })])
}

#[derive(Debug)]
struct ComputedDocuments {
    array: Box<dyn Expression>,
    left: Option<std::vec::IntoIter<Vec<u8>>>,
}

impl ComputedDocuments {
    fn evaluate(&self, execution: Execution<'_>) -> Result<Vec<Vec<u8>>> {
        let value = self.array.evaluate(&Scope::new(RawDoc::empty(), execution.environment))?;
        let Some(array) = value.as_array() else {
            return Err(Error::wrong_type(
                5858203,
                "error during aggregation :: caused by :: an array is expected, found {type}",
                value.tag(),
            ));
        };
        let mut documents = Vec::new();
        for item in array.values() {
            let Some(doc) = item.as_document() else {
                return Err(Error::new(
                    40228,
                    format!(
                        "'newRoot' expression  must evaluate to an object, but resulting value was: {}. Type of resulting value: '{}'. Input document: {{}}",
                        display_value(item.view()),
                        type_name(item.tag)
                    ),
                ));
            };
            documents.push(doc.as_bytes().to_vec());
        }
        Ok(documents)
    }
}

impl Stage for ComputedDocuments {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if self.left.is_none() {
            self.left = Some(self.evaluate(input.execution)?.into_iter());
        }
        self.left.as_mut().map_or(Ok(true), |left| sink.push_all(left))
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
