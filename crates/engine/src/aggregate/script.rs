//! Calling JavaScript from `$function` and `$accumulator`.

use super::expression::Environment;
use crate::value::{DocBuilder, RawDoc, Value, validate};
use crate::{Error, ErrorCode, Result};

/// Calls a function.
///
/// # Errors
/// `JSInterpreterFailure` (139) with the exception's text.
pub(super) fn call(environment: &Environment, code: &str, arguments: &[Value<'_>]) -> Result<Value<'static>> {
    let Some(host) = &environment.host else {
        return Err(Error::not_supported("JavaScript inside of a pipeline, without a JavaScript host,"));
    };
    let mut request = DocBuilder::new();
    request.append_str("code", code);
    request.array("args", |args| {
        for argument in arguments {
            args.push(argument);
        }
    });
    let failed = |text: String| Error::new(ErrorCode::JAVASCRIPT_EXECUTION_ERROR, text);
    let reply = host
        .try_borrow_mut()
        .map_err(|_| failed("JavaScript is called from within JavaScript".to_owned()))?
        .call(&request.finish())
        .map_err(failed)?;
    validate(&reply)?;
    Ok(RawDoc::new(&reply).get("value").map_or(Value::Missing, |value| Value::from(value).into_owned()))
}
