//! `$mergeObjects`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/mergeObjects/>.

use super::super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$mergeObjects",
    "One document with the fields of several; later values replace earlier ones.",
    (
        r#"{"a": {"x": 1, "y": 1}, "b": {"y": 2}}"#,
        r#"{"$mergeObjects": ["$a", "$b"]}"#,
        r#"{"x": 1, "y": 2}"#,
    ),
    Compile::Custom(parse),
)
.grouped(Grouping::Neighbours);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    Ok(fold(MergeObjects(compile_operands(argument, context)?), context))
}

#[derive(Debug)]
struct MergeObjects(Vec<Box<dyn Expression>>);

impl Expression for MergeObjects {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut merged = Merged::default();
        for operand in &self.0 {
            merged.add(&operand.evaluate(scope)?)?;
            check_size(merged.bytes.as_ref().map_or(0, Vec::len))?;
        }
        Ok(merged.into_value())
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.0.iter().for_each(|operand| operand.dependencies(out));
    }
}

/// The field-by-field merge of documents, used by the accumulator too.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merged {
    bytes: Option<Vec<u8>>,
}

impl Merged {
    /// Merges a document; null and missing are ignored.
    pub(crate) fn add(&mut self, value: &Value<'_>) -> Result<()> {
        if value.is_nullish() {
            return Ok(());
        }
        let Some(doc) = value.as_document() else {
            return Err(Error::new(
                40400,
                format!(
                    "$mergeObjects requires object inputs, but input {} is of type {}",
                    shown(value),
                    type_name(value.tag())
                ),
            ));
        };
        let merged = match &self.bytes {
            None => doc.as_bytes().to_vec(),
            Some(before) => {
                let before = RawDoc::new(before);
                let mut out = DocBuilder::with_capacity(before.as_bytes().len() + doc.as_bytes().len());
                for element in before {
                    let value = doc.get_bytes(element.key).unwrap_or(element.value);
                    out.append_raw_bytes(element.key, value);
                }
                for element in doc {
                    if before.get_bytes(element.key).is_none() {
                        out.append_raw_bytes(element.key, element.value);
                    }
                }
                out.finish()
            }
        };
        self.bytes = Some(merged);
        Ok(())
    }

    /// Returns the number of bytes held.
    pub(crate) fn size(&self) -> usize {
        self.bytes.as_ref().map_or(0, Vec::len)
    }

    /// Returns the merged document; an empty one when nothing was added.
    pub(crate) fn into_value(self) -> Value<'static> {
        Value::document(self.bytes.unwrap_or_else(|| crate::value::EMPTY_DOCUMENT.to_vec()))
    }
}
