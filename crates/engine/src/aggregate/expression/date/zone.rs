//! Time zones: offsets and names of the IANA database
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateToString/#std-label-dateToString-options>).

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use time_zones::TimeZone;

use super::super::prelude::*;
use crate::value::calendar::DAY;

/// A time zone.
#[derive(Clone, Debug)]
pub(super) enum Zone {
    /// A fixed number of milliseconds ahead of UTC.
    Fixed(i64),
    /// A zone of the IANA database.
    Named(Rc<TimeZone>),
}

thread_local! {
    /// Cache of zones: parsing one takes longer than any date arithmetic.
    static KNOWN: RefCell<HashMap<String, Zone>> = RefCell::default();
}

impl Zone {
    /// Coordinated universal time.
    pub(super) const UTC: Zone = Zone::Fixed(0);

    /// Whether this is UTC itself.
    pub(super) fn is_utc(&self) -> bool {
        matches!(self, Zone::Fixed(0))
    }

    /// Parses `Europe/Berlin`, `+02`, `-0330`, `+05:30`.
    ///
    /// # Errors
    /// 40485 for an unknown name.
    pub(super) fn parse(name: &str) -> Result<Zone> {
        if let Some(offset) = parse_offset(name) {
            return Ok(Zone::Fixed(offset));
        }
        if matches!(name, "UTC" | "GMT") {
            return Ok(Zone::UTC);
        }
        if let Some(zone) = KNOWN.with_borrow(|known| known.get(name).cloned()) {
            return Ok(zone);
        }
        let zone = TimeZone::find(name)
            .ok_or_else(|| Error::new(40485, format!("unrecognized time zone identifier: \"{name}\"")))?;
        let zone = Zone::Named(Rc::new(zone));
        KNOWN.with_borrow_mut(|known| known.insert(name.to_owned(), zone.clone()));
        Ok(zone)
    }

    /// Returns the milliseconds ahead of UTC at a time given in UTC.
    pub(super) fn offset_at(&self, millis: i64) -> i64 {
        match self {
            Zone::Fixed(offset) => *offset,
            Zone::Named(zone) => zone.offset_at(millis.div_euclid(1000)) * 1000,
        }
    }

    /// Converts UTC milliseconds to local ones.
    pub(super) fn local(&self, millis: i64) -> i64 {
        millis.saturating_add(self.offset_at(millis))
    }

    /// Converts local milliseconds to UTC. A repeated local time is its first
    /// occurrence; a skipped one is converted with the offset before the change.
    pub(super) fn to_utc(&self, local: i64) -> i64 {
        let before = self.offset_at(local.saturating_sub(DAY));
        let first = local.saturating_sub(before);
        if self.offset_at(first) == before {
            return first;
        }
        let after = self.offset_at(local.saturating_add(DAY));
        let second = local.saturating_sub(after);
        if self.offset_at(second) == after { second } else { first }
    }
}

/// Parses `+HH`, `+HHMM` or `+HH:MM`; returns milliseconds.
pub(super) fn parse_offset(text: &str) -> Option<i64> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let rest = text.get(1..)?;
    let (hours, minutes) = match rest.len() {
        2 => (rest, "00"),
        4 => rest.split_at_checked(2)?,
        5 => rest.split_once(':').filter(|(hours, _)| hours.len() == 2)?,
        _ => return None,
    };
    let number = |digits: &str| -> Option<i64> {
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
    };
    Some(sign * (number(hours)? * 60 + number(minutes)?) * 60_000)
}

/// An operator's time zone operand; UTC when absent.
#[derive(Debug)]
pub(super) enum ZoneArgument {
    /// A constant zone.
    Known(Zone),
    /// A zone evaluated for every document.
    Computed(Box<dyn Expression>),
    /// An invalid constant zone, reported before any document is read.
    Unknown(Error),
}

impl ZoneArgument {
    /// Creates the argument from the compiled operand.
    pub(super) fn new(operator: &str, operand: Option<Box<dyn Expression>>) -> Self {
        let Some(operand) = operand else {
            return ZoneArgument::Known(Zone::UTC);
        };
        match operand.constant() {
            Some(value) if !value.is_nullish() => match read(operator, value) {
                Ok(zone) => ZoneArgument::Known(zone),
                Err(error) => ZoneArgument::Unknown(error),
            },
            _ => ZoneArgument::Computed(operand),
        }
    }

    /// Returns the zone; `None` when it is null.
    ///
    /// # Errors
    /// 40485, 40517.
    pub(super) fn evaluate<'a>(&'a self, operator: &str, scope: &Scope<'_, 'a>) -> Result<Option<Zone>> {
        match self {
            ZoneArgument::Known(zone) => Ok(Some(zone.clone())),
            ZoneArgument::Unknown(error) => Err(error.clone()),
            ZoneArgument::Computed(operand) => match operand.evaluate(scope)? {
                value if value.is_nullish() => Ok(None),
                value => read(operator, &value).map(Some),
            },
        }
    }

    /// Adds the operand's dependencies.
    pub(super) fn dependencies(&self, out: &mut Dependencies) {
        match self {
            ZoneArgument::Known(_) => {}
            ZoneArgument::Computed(operand) => operand.dependencies(out),
            ZoneArgument::Unknown(error) => {
                out.failure.get_or_insert_with(|| error.clone());
            }
        }
    }
}

fn read(operator: &str, value: &Value<'_>) -> Result<Zone> {
    let found = match value.as_str() {
        Some(name) => Zone::parse(name),
        None => {
            Err(Error::wrong_type(40517, "timezone must evaluate to a string, found {type}", value.tag()))
        }
    };
    found.map_err(|error| match operator {
        "$dateDiff" | "$dateTrunc" => {
            error.context(&format!("{operator} parameter 'timezone' value parsing failed :: caused by :: "))
        }
        _ => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones() {
        let berlin = Zone::parse("Europe/Berlin").unwrap();
        // 2020-01-01 and 2020-07-01, noon in UTC.
        assert_eq!(berlin.offset_at(1_577_880_000_000), 3_600_000);
        assert_eq!(berlin.offset_at(1_593_604_800_000), 7_200_000);
        // After the last change in the database.
        assert_eq!(berlin.offset_at(4_118_126_400_000), 7_200_000);
        assert_eq!(Zone::parse("+05:30").unwrap().offset_at(0), 19_800_000);
        assert_eq!(Zone::parse("-0330").unwrap().offset_at(0), -12_600_000);
        assert_eq!(Zone::parse("Mars/Base").unwrap_err().code(), 40485);
        assert_eq!(Zone::parse("europe/berlin").unwrap_err().code(), 40485);
    }

    #[test]
    fn repeated_and_skipped_local_times() {
        let york = Zone::parse("America/New_York").unwrap();
        let hour = 3_600_000;
        // 2020-11-01 01:30 occurs twice; 05:30 UTC comes first.
        let twice = 1_604_194_200_000;
        assert_eq!(york.to_utc(twice), twice + 4 * hour);
        // 2020-03-08 02:30 is skipped: 03:30 in summer time, 07:30 UTC.
        let skipped = 1_583_634_600_000;
        assert_eq!(york.to_utc(skipped), skipped + 5 * hour);
    }
}
