//! `$currentDate`: <https://www.mongodb.com/docs/manual/reference/operator/update/currentDate/>.

use super::prelude::*;

pub(super) const OPERATOR: Operator = operator(
    "$currentDate",
    "Sets a field to the current date, as a date or a timestamp.",
    (
        r#"{"_id": 1}"#,
        r#"{"$currentDate": {"seen": true}}"#,
        r#"{"_id": 1, "seen": {"$date": {"$numberLong": "0"}}}"#,
    ),
    |argument, parsing| {
        let millis = parsing.context.environment().now_millis.get();
        let value = match wants_timestamp(argument.value)? {
            false => Value::Date(millis),
            // Seconds in the high half, and the first increment.
            true => Value::Timestamp(u64::try_from(millis / 1000).unwrap_or(0) << 32 | 1),
        };
        Ok(Rc::new(CurrentDate(value)))
    },
);

fn wants_timestamp(argument: RawValue<'_>) -> Result<bool> {
    if argument.as_bool().is_some() {
        return Ok(false);
    }
    let Some(options) = argument.as_document() else {
        return Err(Error::bad_value(format!(
            "{} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({{$type: \
             'timestamp/date'}}).",
            type_name(argument.tag)
        )));
    };
    let mut wanted = None;
    for option in options.iter() {
        if option.key != b"$type" {
            return Err(Error::bad_value(format!("Unrecognized $currentDate option: {}", option.name())));
        }
        wanted = match option.value.as_str() {
            Some("date") => Some(false),
            Some("timestamp") => Some(true),
            _ => return Err(wrong_type()),
        };
    }
    wanted.ok_or_else(wrong_type)
}

fn wrong_type() -> Error {
    Error::bad_value(
        "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: \
         'date'}}}",
    )
}

#[derive(Debug)]
struct CurrentDate(Value<'static>);

impl Modifier for CurrentDate {
    fn change<'a>(&'a self, _: &Site<'a, '_>, _: RawValue<'a>) -> Result<Change<'a>> {
        Ok(Change::Value(self.0.borrowed()))
    }

    fn create<'a>(&'a self, _: &Site<'a, '_>) -> Result<Option<Value<'a>>> {
        Ok(Some(self.0.borrowed()))
    }
}
