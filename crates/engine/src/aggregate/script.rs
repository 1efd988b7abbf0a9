//! Calls of JavaScript functions from `$function` and `$accumulator`.

use super::expression::Environment;
use crate::Result;
use crate::host::Call;
use crate::value::{RawDoc, Value};

/// Calls a JavaScript function and returns its result.
///
/// # Errors
/// `JSInterpreterFailure` (139) with the exception's text.
pub(super) fn call(environment: &Environment, code: &str, arguments: &[Value<'_>]) -> Result<Value<'static>> {
    let call = Call { code, args: arguments, ..Call::default() };
    let caller = "JavaScript in a pipeline, without a JavaScript host,";
    let reply = call.run(environment.host.as_ref(), caller)?;
    Ok(RawDoc::new(&reply).get("value").map_or(Value::Missing, |value| Value::from(value).into_owned()))
}
