//! Calling back into the surrounding JavaScript.

/// Runs JavaScript for `$where`, `$function`, `$accumulator` and `mapReduce`.
///
/// A request is a BSON document `{ code: <source>, args: [ … ], this: <value> }`,
/// for `mapReduce` with `scope`, the variables that the function sees; the reply
/// `{ value: <result> }`, or for `mapReduce`'s map `{ emitted: [ { k, v }, … ] }`.
pub trait Host {
    /// Calls a function.
    ///
    /// # Errors
    /// The JavaScript exception's text.
    fn call(&mut self, request: &[u8]) -> Result<Vec<u8>, String>;
}
