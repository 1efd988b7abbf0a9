//! Calls from the engine into JavaScript.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::error::{Error, ErrorCode, Result};
use crate::value::{DocBuilder, RawDoc, RawValue, Value, validate};

/// Executes JavaScript for `$where`, `$function`, `$accumulator` and `mapReduce`.
///
/// A request is a BSON document `{ code: <source>, args: [ … ], this: <value> }`. For `mapReduce` it
/// includes `scope`, the variables of the function. The first call of `$where` or `mapReduce` in a command
/// includes `stored`, the contents of `system.js` by name, which later calls of the command may use too.
/// `timeLeft` is the remaining milliseconds of `maxTimeMS`, if that is set; a call that sleeps longer may
/// end early. The reply is `{ value: <result> }`, or for `mapReduce`'s map `{ emitted: [ { k, v }, … ] }`.
/// It includes `slept`, the milliseconds that the call slept, if it did.
pub trait Host {
    /// Calls a function.
    ///
    /// # Errors
    /// The text of the JavaScript exception.
    fn call(&mut self, request: &[u8]) -> std::result::Result<Vec<u8>, String>;
}

/// The host, with the remaining time of the running command.
pub(crate) struct TimedHost {
    host: RefCell<Box<dyn Host>>,
    /// The number of the command. The host forgets stored functions between commands.
    command: Cell<u64>,
    time_left: Cell<Option<i64>>,
}

impl TimedHost {
    /// Wraps a host without a time limit.
    pub(crate) fn new(host: Box<dyn Host>) -> Self {
        TimedHost { host: RefCell::new(host), command: Cell::new(0), time_left: Cell::new(None) }
    }

    /// Begins a command, whose calls may sleep for at most `millis` in total.
    pub(crate) fn begin_command(&self, millis: Option<u64>) {
        self.command.set(self.command.get() + 1);
        self.time_left.set(millis.map(|millis| i64::try_from(millis).unwrap_or(i64::MAX)));
    }

    /// Counts the time that a call slept.
    ///
    /// # Errors
    /// `MaxTimeMSExpired` (50) when no time is left.
    fn spend(&self, slept: i64) -> Result<()> {
        let Some(left) = self.time_left.get() else { return Ok(()) };
        self.time_left.set(Some(left.saturating_sub(slept)));
        if slept >= left { Err(Error::time_limit()) } else { Ok(()) }
    }
}

/// A function call.
#[derive(Default)]
pub(crate) struct Call<'c> {
    /// The function's source.
    pub code: &'c str,
    /// The arguments.
    pub args: &'c [Value<'c>],
    /// The document as `this`.
    pub this: Option<RawDoc<'c>>,
    /// The variables in scope.
    pub scope: Option<RawDoc<'c>>,
    /// The stored functions that the code may call.
    pub stored: Option<&'c StoredFunctions>,
}

/// Reads `system.js` into a document of values by `_id`.
type ReadFunctions = Box<dyn Fn() -> Vec<u8>>;

/// The functions in a database's `system.js`, read on the first call of each command
/// (<https://www.mongodb.com/docs/manual/tutorial/store-javascript-function-on-server/>).
#[derive(Default)]
pub(crate) struct StoredFunctions {
    read: Option<ReadFunctions>,
    /// The last command that passed the functions to the host. A cursor passes them again with each batch.
    passed: Cell<Option<u64>>,
}

impl StoredFunctions {
    /// Creates the functions that `read` returns, as a document of values by `_id`.
    pub(crate) fn reading(read: impl Fn() -> Vec<u8> + 'static) -> Self {
        StoredFunctions { read: Some(Box::new(read)), passed: Cell::new(None) }
    }

    /// Returns the document on the first call of a command; `None` on later calls.
    fn first_for(&self, command: u64) -> Option<Vec<u8>> {
        let read = self.read.as_ref()?;
        (self.passed.replace(Some(command)) != Some(command)).then(read)
    }
}

impl Call<'_> {
    /// Executes the call in the host, and returns the reply. `caller` names the feature in the error
    /// without a host.
    ///
    /// # Errors
    /// `NotImplemented` (238) without a host, `JSInterpreterFailure` (139) with the exception's text.
    pub(crate) fn run(&self, host: Option<&Rc<TimedHost>>, caller: &str) -> Result<Vec<u8>> {
        let Some(host) = host else { return Err(Error::not_supported(caller)) };
        let mut request = DocBuilder::new();
        request.append_str("code", self.code);
        request.array("args", |args| {
            for arg in self.args {
                args.push(arg);
            }
        });
        let stored = self.stored.and_then(|stored| stored.first_for(host.command.get()));
        let stored = stored.as_deref().map(RawDoc::new);
        for (field, value) in [("this", self.this), ("scope", self.scope), ("stored", stored)] {
            if let Some(value) = value {
                request.append_doc(field, value);
            }
        }
        if let Some(left) = host.time_left.get() {
            request.append_i64("timeLeft", left);
        }
        let failed = |text: String| Error::new(ErrorCode::JAVASCRIPT_EXECUTION_ERROR, text);
        let reply = host
            .host
            .try_borrow_mut()
            .map_err(|_| {
                failed("a JavaScript function must not run a command that calls JavaScript".to_owned())
            })?
            .call(&request.finish())
            .map_err(failed)?;
        validate(&reply)?;
        if let Some(slept) = RawDoc::new(&reply).get("slept").and_then(RawValue::as_number) {
            host.spend(slept.to_i64_clamped())?;
        }
        Ok(reply)
    }
}
