//! `$zip`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/zip/>.

use super::{super::prelude::*, items};
use crate::aggregate::expression::explained::list;

pub(super) const OPERATOR: Operator = operator(
    "$zip",
    "Transposes arrays: the first elements together, the second elements together, and so on.",
    ("{}", r#"{"$zip": {"inputs": [["a", "b"], [1, 2]]}}"#, r#"[["a", 1], ["b", 2]]"#),
    Compile::Custom(parse),
)
.explained(|operands| {
    operands
        .lists(&["inputs", "defaults"])
        .default("defaults", &list(&[]))
        .settings(&["useLongestLength"])
        .default("useLongestLength", &Value::Bool(false))
});

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let doc = expect_document(argument, 34460, "$zip only supports an object as an argument, found {type}")?;
    let (mut inputs, mut defaults, mut longest) = (Vec::new(), Vec::new(), false);
    for element in doc {
        let value = element.value;
        match element.name() {
            "inputs" => {
                if !value.is_array() {
                    return Err(Error::wrong_type(
                        34461,
                        "inputs must be an array of expressions, found {type}",
                        value.tag,
                    ));
                }
                inputs = compile_operands(value, context)?;
            }
            "defaults" => {
                if !value.is_array() {
                    return Err(Error::wrong_type(
                        34462,
                        "defaults must be an array of expressions, found {type}",
                        value.tag,
                    ));
                }
                defaults = compile_operands(value, context)?;
            }
            "useLongestLength" => {
                longest = value.as_bool().ok_or_else(|| {
                    Error::wrong_type(34463, "useLongestLength must be a bool, found {type}", value.tag)
                })?;
            }
            name => return Err(Error::new(34464, format!("$zip found an unknown argument: {name}"))),
        }
    }
    if inputs.is_empty() {
        return Err(Error::new(34465, "$zip requires at least one input array"));
    }
    if !defaults.is_empty() && !longest {
        return Err(Error::new(34466, "cannot specify defaults unless useLongestLength is true"));
    }
    if !defaults.is_empty() && defaults.len() != inputs.len() {
        return Err(Error::new(34467, "defaults and inputs must have the same length"));
    }
    Ok(fold(Zip { inputs, defaults, longest }, context))
}

#[derive(Debug)]
struct Zip {
    inputs: Vec<Box<dyn Expression>>,
    defaults: Vec<Box<dyn Expression>>,
    longest: bool,
}

impl Expression for Zip {
    fn evaluate<'a>(&'a self, scope: &Scope<'_, 'a>) -> Result<Value<'a>> {
        let mut arrays = Vec::with_capacity(self.inputs.len());
        for input in &self.inputs {
            let value = input.evaluate(scope)?;
            if value.is_nullish() {
                return Ok(Value::Null);
            }
            if value.as_array().is_none() {
                return Err(Error::new(
                    34468,
                    format!("$zip found a non-array expression in input: {}", shown(&value)),
                ));
            }
            arrays.push(value);
        }
        let mut defaults = Vec::with_capacity(self.inputs.len());
        for default in &self.defaults {
            defaults.push(default.evaluate(scope)?);
        }
        let columns: Vec<_> = arrays.iter().filter_map(Value::as_array).map(items).collect();
        let lengths = columns.iter().map(Vec::len);
        let length = if self.longest { lengths.max() } else { lengths.min() }.unwrap_or(0);
        let mut out = ArrayBuilder::new();
        for row in 0..length {
            out.array(|out| {
                for (column, items) in columns.iter().enumerate() {
                    match items.get(row) {
                        Some(item) => out.push_raw(*item),
                        None => out.push(defaults.get(column).unwrap_or(&Value::Null)),
                    };
                }
            });
            check_size(out.byte_len())?;
        }
        Ok(Value::array(out.finish()))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.inputs.iter().chain(&self.defaults).for_each(|operand| operand.dependencies(out));
    }
}
