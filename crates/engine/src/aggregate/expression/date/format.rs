//! Format strings of `$dateToString` and `$dateFromString`
//! (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/dateToString/#format-specifiers>).

use std::fmt::Write;

use super::super::prelude::*;
use super::date_from_string::fault;
use super::date_time::{DateTime, days_in_month, iso_year_start};
use super::read::{NO_ZONES, zone_or_offset};
use super::zone::{Zone, parse_offset};
use crate::value::calendar::{DAY, days_from_civil, four_digits};

/// The months' names.
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A parsed format string.
#[derive(Clone, Debug)]
pub(super) struct Format(Vec<Piece>);

#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Specifier(char),
}

impl Format {
    /// Parses an operator's `format` operand; `code` is the error code for a value that isn't a string.
    ///
    /// # Errors
    /// `code`, and those of [`Self::parse`].
    pub(super) fn of_value(name: &str, code: i32, specifiers: &str, value: &Value<'_>) -> Result<Self> {
        let text = value.as_str().ok_or_else(|| {
            let (kind, value) = (type_name(value.tag()), shown(value));
            let found = format!("found: {kind} with value {value}");
            Error::new(code, format!("{name} requires that 'format' be a string, {found}"))
        })?;
        Self::parse(text, specifiers)
    }

    /// Parses a format string.
    ///
    /// # Errors
    /// 18535 for a `%` at the end, 18536 for an unknown specifier.
    pub(super) fn parse(format: &str, allowed: &str) -> Result<Self> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c != '%' {
                text.push(c);
                continue;
            }
            match chars.next() {
                None => return Err(Error::new(18535, "Unmatched '%' at end of format string")),
                Some('%') => text.push('%'),
                Some(c) if allowed.contains(c) => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(Piece::Specifier(c));
                }
                Some(c) => {
                    return Err(Error::new(
                        18536,
                        format!("Invalid format character '%{c}' in format string"),
                    ));
                }
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Ok(Format(pieces))
    }

    /// Formats a date.
    ///
    /// # Errors
    /// 18537 for years that don't have four digits.
    pub(super) fn write(&self, millis: i64, zone: &Zone) -> Result<String> {
        let offset = zone.offset_at(millis);
        let m = DateTime::new(millis.saturating_add(offset));
        let mut out = String::new();
        for piece in &self.0 {
            let specifier = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Specifier(c) => *c,
            };
            let minutes = offset / 60_000;
            // Writing to a string can't fail.
            let _ = match specifier {
                'Y' => write!(out, "{:04}", four_digits(m.year)?),
                'G' => write!(out, "{:04}", four_digits(m.iso_year_and_week().0)?),
                'm' => write!(out, "{:02}", m.month),
                'd' => write!(out, "{:02}", m.day),
                'H' => write!(out, "{:02}", m.hour),
                'M' => write!(out, "{:02}", m.minute),
                'S' => write!(out, "{:02}", m.second),
                'L' => write!(out, "{:03}", m.millisecond),
                'j' => write!(out, "{:03}", m.day_of_year()),
                'w' => write!(out, "{}", m.day_of_week()),
                'u' => write!(out, "{}", m.iso_day_of_week()),
                'U' => write!(out, "{:02}", m.week()),
                'V' => write!(out, "{:02}", m.iso_year_and_week().1),
                'b' => write!(out, "{}", month_name(m.month).get(..3).unwrap_or_default()),
                'B' => write!(out, "{}", month_name(m.month)),
                'z' => {
                    let sign = if minutes < 0 { '-' } else { '+' };
                    write!(out, "{sign}{:02}{:02}", minutes.abs() / 60, minutes.abs() % 60)
                }
                _ => write!(out, "{minutes}"),
            };
        }
        Ok(out)
    }

    /// Parses a date string; returns milliseconds.
    ///
    /// # Errors
    /// The reason, for the message.
    pub(super) fn read(&self, text: &str, zone: Option<&Zone>) -> std::result::Result<i64, String> {
        let mut rest = text;
        let mut found = Found::default();
        let mut faults = Vec::new();
        for piece in &self.0 {
            let begin = rest;
            match piece {
                _ if rest.is_empty() => {
                    faults.push(fault(text, rest, "Not enough data available to satisfy format"));
                    break;
                }
                // Unexpected characters are skipped.
                Piece::Text(expected) => expected.chars().for_each(|expected| {
                    if let Some(other) = rest.chars().next() {
                        if other != expected {
                            faults.push(fault(text, rest, "Format literal not found"));
                        }
                        rest = rest.get(other.len_utf8()..).unwrap_or("");
                    }
                }),
                Piece::Specifier(c) => {
                    if let Err(why) = found.read(*c, &mut rest) {
                        faults.push(fault(text, begin, &why));
                        rest = "";
                        break;
                    }
                }
            }
        }
        if !rest.is_empty() {
            faults.push(fault(text, rest, "Trailing data"));
        }
        if !faults.is_empty() {
            return Err(faults.join("; "));
        }
        found.check(text.len())?;
        found.to_millis(text, zone)
    }
}

fn month_name(month: i64) -> &'static str {
    usize::try_from(month - 1).ok().and_then(|at| MONTHS.get(at)).copied().unwrap_or_default()
}

/// The parts of a date that a string contains.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub year: Option<i64>,
    pub month: Option<i64>,
    pub day: Option<i64>,
    pub day_of_year: Option<i64>,
    pub iso_year: Option<i64>,
    pub iso_week: Option<i64>,
    pub iso_day: Option<i64>,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub millisecond: i64,
    /// Milliseconds ahead of UTC.
    pub offset: Option<i64>,
    /// The name of the zone, if given by name instead of offset.
    pub zone_name: Option<String>,
    /// The day of the week to which the date moves forward, 0 for Monday.
    pub weekday: Option<i64>,
}

impl Found {
    fn read(&mut self, specifier: char, rest: &mut &str) -> std::result::Result<(), String> {
        match specifier {
            'Y' => self.year = Some(digits(rest, 4, "A four digit year could not be found")?),
            'G' => self.iso_year = Some(digits(rest, 4, "A four digit ISO year could not be found")?),
            'm' => self.month = Some(digits(rest, 2, "A two digit month could not be found")?),
            'd' => self.day = Some(digits(rest, 2, "A two digit day could not be found")?),
            'H' => self.hour = digits(rest, 2, "A two digit hour could not be found")?,
            'M' => self.minute = digits(rest, 2, "A two digit minute could not be found")?,
            'S' => self.second = digits(rest, 2, "A two digit second could not be found")?,
            'L' => {
                let before = rest.len();
                let number = digits(rest, 3, "A three digit millisecond could not be found")?;
                self.millisecond = number * [1, 100, 10, 1][(before - rest.len()).min(3)];
            }
            'j' if self.year.is_none() => {
                return Err("A 'day of year' can only come after a year has been found".to_owned());
            }
            // When parsing, the server counts days from 0, unlike when formatting.
            'j' => {
                self.day_of_year = Some(digits(rest, 3, "A three digit day-of-year could not be found")? + 1)
            }
            'V' => self.iso_week = Some(digits(rest, 2, "A two digit ISO week could not be found")?),
            'u' => self.iso_day = Some(digits(rest, 1, "A single digit day-of-week could not be found")?),
            'b' | 'B' => {
                self.month = Some(month(rest, specifier == 'B').ok_or("A textual month could not be found")?)
            }
            'z' => {
                if !zone_or_offset(rest, self) {
                    return Err(NO_ZONES.to_owned());
                }
            }
            _ => {
                let sign = if rest.starts_with('-') { -1 } else { 1 };
                *rest = rest.trim_start_matches(['+', '-']);
                self.offset = Some(sign * 60_000 * digits(rest, 4, "Invalid timezone offset in minutes")?);
            }
        }
        Ok(())
    }

    /// Refuses a day that the month doesn't have and an invalid time.
    pub(super) fn check(&self, place: usize) -> std::result::Result<(), String> {
        let no_time = self.hour > 23 || self.minute > 59 || self.second > 59;
        let no_day = match (self.year, self.month, self.day) {
            (Some(year), Some(month), Some(day)) => {
                !(1..=12).contains(&month) || !(1..=days_in_month(year, month)).contains(&day)
            }
            _ => false,
        };
        let faults = [(no_time, "time"), (no_day, "date")].into_iter().filter(|(wrong, _)| *wrong);
        let faults = faults.map(|(_, what)| format!("{place}: The parsed {what} was invalid '\0'"));
        let faults: Vec<String> = faults.collect();
        if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
    }

    /// Returns the milliseconds of the date with these parts.
    pub(super) fn to_millis(&self, text: &str, zone: Option<&Zone>) -> std::result::Result<i64, String> {
        let incomplete =
            || format!("an incomplete date/time string has been found, with elements missing: \"{text}\"");
        let days = match (self.year, self.iso_year) {
            (Some(year), _) => match (self.month, self.day, self.day_of_year) {
                (None, None, Some(day)) => days_from_civil(year, 1, 1) + day - 1,
                (Some(month), Some(day), _) => days_from_civil(year, month, 1) + day - 1,
                _ => return Err(incomplete()),
            },
            (None, Some(year)) => {
                let (week, day) = (self.iso_week.unwrap_or(1), self.iso_day.unwrap_or(1));
                iso_year_start(year) + (week - 1) * 7 + day - 1
            }
            (None, None) => return Err(incomplete()),
        };
        let moved = self.weekday.map_or(0, |weekday| (weekday - days - 3).rem_euclid(7));
        let days = days + moved;
        let local =
            days * DAY + ((self.hour * 60 + self.minute) * 60 + self.second) * 1000 + self.millisecond;
        match (self.offset, zone) {
            (Some(_), Some(_)) => {
                let what = match &self.zone_name {
                    Some(name) => format!("time zone information ('{name}')"),
                    None => "GMT offset".to_owned(),
                };
                Err(format!(
                    "you cannot pass in a date/time string with {what} together with a timezone argument"
                ))
            }
            (Some(offset), None) => Ok(local - offset),
            (None, Some(zone)) => Ok(zone.to_utc(local)),
            (None, None) => Ok(local),
        }
    }
}

/// Parses up to `most` digits.
pub(super) fn digits(rest: &mut &str, most: usize, fault: &str) -> std::result::Result<i64, String> {
    let length = rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
    let (number, behind) = rest.split_at(length);
    *rest = behind;
    number.parse().map_err(|_| fault.to_owned())
}

/// Parses a month's name, in full or its first three letters.
pub(super) fn month(rest: &mut &str, whole: bool) -> Option<i64> {
    let starts = |name: &str| rest.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name));
    for (at, name) in MONTHS.iter().enumerate() {
        let short = name.get(..3)?;
        let length = if starts(name) {
            name.len()
        } else if !whole && starts(short) {
            3
        } else {
            continue;
        };
        *rest = rest.get(length..)?;
        return i64::try_from(at + 1).ok();
    }
    None
}

/// Parses an offset: `Z`, `+0130`, `-05:00`.
pub(super) fn offset(rest: &mut &str) -> Option<i64> {
    if let Some(behind) = rest.strip_prefix(['Z', 'z']) {
        *rest = behind;
        return Some(0);
    }
    for length in [6, 5, 3] {
        if let Some(found) = rest.get(..length).and_then(parse_offset) {
            *rest = rest.get(length..)?;
            return Some(found);
        }
    }
    None
}
