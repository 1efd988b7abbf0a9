//! `$accumulator`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/accumulator/>.

use super::{Accumulator, Column, accumulator};
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, Scope, compile};
use crate::aggregate::script::{call, source};
use crate::value::{RawValue, Value, type_name};
use crate::{Error, ErrorCode, Result};

pub(super) const ACCUMULATOR: Accumulator = accumulator(
    "$accumulator",
    "What JavaScript functions make of the documents.",
    // Examples are tested without JavaScript, which only documents call for.
    (
        "[]",
        r#"{"$accumulator": {"init": "function() { return 0; }", "accumulate": "function(s, n) { return s + n; }", "accumulateArgs": ["$n"], "merge": "function(a, b) { return a + b; }", "lang": "js"}}"#,
        "null",
    ),
    parse,
);

fn parse(argument: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Column>> {
    let Some(doc) = argument.as_document() else {
        return Err(Error::new(
            4544703,
            format!("$accumulator expected an object as an argument, found: {}", type_name(argument.tag)),
        ));
    };
    let known = ["init", "initArgs", "accumulate", "accumulateArgs", "merge", "finalize", "lang"];
    if let Some(element) = doc.iter().find(|element| !known.contains(&element.name())) {
        return Err(Error::new(4544706, format!("$accumulator got an unexpected field: {}", element.name())));
    }
    let required = |field: &str, code| {
        doc.get(field)
            .ok_or_else(|| Error::new(code, format!("$accumulator missing required argument '{field}'")))
    };
    let function =
        |field: &str, code| source(required(field, code)?, &format!("$accumulator '{field}'"), 4544701);
    if required("lang", 4544710)?.as_str() != Some("js") {
        return Err(Error::new(4544701, "$accumulator only supports lang: 'js'"));
    }
    required("merge", 4544709)?;
    Ok(Box::new(Scripted {
        init: function("init", 4544707)?,
        init_args: doc.get("initArgs").map(|args| compile(args, context)).transpose()?,
        accumulate: function("accumulate", 4544708)?,
        accumulate_args: compile(required("accumulateArgs", 4544712)?, context)?,
        finalize: doc.get("finalize").map(|f| source(f, "$accumulator 'finalize'", 4544701)).transpose()?,
        groups: Vec::new(),
    }))
}

#[derive(Debug)]
struct Scripted {
    init: String,
    init_args: Option<Box<dyn Expression>>,
    accumulate: String,
    accumulate_args: Box<dyn Expression>,
    finalize: Option<String>,
    /// The state of each group; none before its first document.
    groups: Vec<Option<Value<'static>>>,
}

/// The elements of an array of arguments.
fn arguments(value: &Value<'_>, field: &str) -> Result<Vec<Value<'static>>> {
    match value.as_array() {
        Some(array) => Ok(array.values().map(|item| Value::from(item).into_owned()).collect()),
        None => Err(Error::new(
            4544711,
            format!("$accumulator {field} must evaluate to an array: {}", type_name(value.tag())),
        )),
    }
}

impl Column for Scripted {
    fn open(&mut self) {
        self.groups.push(None);
    }

    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize> {
        let Some(slot) = self.groups.get_mut(group) else {
            return Ok(0);
        };
        let state = match slot.take() {
            Some(state) => state,
            None => {
                let init_args = match &self.init_args {
                    None => Vec::new(),
                    Some(args) => arguments(&args.evaluate(&super::narrow(scope))?, "initArgs")?,
                };
                call(scope.environment, &self.init, &init_args)?
            }
        };
        let before = state.memory_size();
        let given = self.accumulate_args.evaluate(&super::narrow(scope))?;
        let mut args = vec![state];
        args.extend(arguments(&given, "accumulateArgs")?);
        let state = call(scope.environment, &self.accumulate, &args)?;
        let grown = state.memory_size().saturating_sub(before);
        *slot = Some(state);
        Ok(grown)
    }

    fn add_raw(&mut self, _: usize, _: RawValue<'_>) -> Result<usize> {
        Err(Error::new(ErrorCode::INTERNAL_ERROR, "this accumulator reads the whole document"))
    }

    fn field(&self) -> Option<&str> {
        None
    }

    fn value(&self, group: usize) -> Value<'static> {
        self.groups.get(group).cloned().flatten().unwrap_or(Value::Null)
    }

    fn take(&mut self, group: usize) -> Value<'static> {
        self.value(group)
    }

    fn finish(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<Value<'static>> {
        let state = self.value(group);
        match &self.finalize {
            None => Ok(state),
            Some(finalize) => call(scope.environment, finalize, &[state]),
        }
    }

    fn reset(&mut self, group: usize) {
        if let Some(state) = self.groups.get_mut(group) {
            *state = None;
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.volatile = true;
        self.init_args.iter().for_each(|args| args.dependencies(out));
        self.accumulate_args.dependencies(out);
    }
}
