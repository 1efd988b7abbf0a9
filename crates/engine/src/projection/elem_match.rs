//! `$elemMatch`: <https://www.mongodb.com/docs/manual/reference/operator/projection/elemMatch/>.

use crate::aggregate::expression::{Dependencies, Expression, Scope};
use crate::arguments::expect_document;
use crate::query::{ElementFilter, FilterContext};
use crate::value::{ArrayBuilder, RawValue, Value};
use crate::{Error, Result};

/// Compiles `{ field: { $elemMatch: condition } }`.
///
/// # Errors
/// 31274 when the condition isn't a document, 31275 on a nested field, those of filters.
pub(super) fn parse(
    field: &str,
    condition: RawValue<'_>,
    context: &FilterContext,
) -> Result<Box<dyn Expression>> {
    let condition_document =
        expect_document(condition, 31274, "elemMatch: Invalid argument, object required, but got {type}")?;
    if field.contains('.') {
        return Err(Error::new(31275, "Cannot use $elemMatch projection on a nested field."));
    }
    let filter = ElementFilter::parse(condition_document, context)?;
    Ok(Box::new(FirstMatch { field: field.to_owned(), filter }))
}

/// Evaluates to an array with the first matching element; missing if no element matches.
#[derive(Debug)]
struct FirstMatch {
    field: String,
    filter: ElementFilter,
}

impl Expression for FirstMatch {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let Some(array) = scope.root.get(&self.field).and_then(RawValue::as_array) else {
            return Ok(Value::Missing);
        };
        for element in array.values() {
            if self.filter.matches_whole(element)? {
                let mut found = ArrayBuilder::new();
                found.push_raw(element);
                return Ok(Value::array(found.finish()));
            }
        }
        Ok(Value::Missing)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.fields.push(self.field.clone());
    }
}
