//! The parser of date strings without a format: ISO 8601 and other common forms.

use super::date_from_string::fault;
use super::format::{Found, digits, month, offset};
use super::zone::Zone;

/// Zones by their abbreviations, in hours ahead of UTC.
const ABBREVIATIONS: [(&str, i64); 16] = [
    ("Z", 0),
    ("GMT", 0),
    ("UTC", 0),
    ("EST", -5),
    ("EDT", -4),
    ("CST", -6),
    ("CDT", -5),
    ("MST", -7),
    ("MDT", -6),
    ("PST", -8),
    ("PDT", -7),
    ("CET", 1),
    ("CEST", 2),
    ("EET", 2),
    ("EEST", 3),
    ("BST", 1),
];

/// Parses a date string; returns milliseconds.
///
/// # Errors
/// The reason and position, for the message.
pub(crate) fn read(text: &str, zone: Option<&Zone>) -> Result<i64, String> {
    if text.is_empty() {
        return Err(fault(text, text, "Empty string"));
    }
    let mut found = Found::default();
    // Positions are counted from the front, so trailing white space may be dropped.
    let text_read = text.trim_end();
    let mut rest = text_read.trim_start();
    if let Some(seconds) = rest.strip_prefix('@').and_then(|seconds| seconds.parse::<i64>().ok()) {
        return seconds.checked_mul(1000).ok_or_else(|| unexpected(text_read, rest));
    }
    let time_first = begins_with_time(rest);
    if time_first {
        rest = rest.strip_prefix(['T', 't']).unwrap_or(rest);
        time(&mut rest, &mut found, text_read)?;
        rest = rest.trim_start_matches([' ', ',']);
        if rest.is_empty() {
            return Err(incomplete(text_read));
        }
    }
    date(&mut rest, &mut found, text_read)?;
    if !rest.is_empty() && !rest.eq_ignore_ascii_case("t") {
        let separated = rest.strip_prefix(['T', 't', ' ']).or_else(|| rest.strip_prefix(", "));
        let mut after = separated.unwrap_or(rest).trim_start();
        if !time_first && after.starts_with(|c: char| c.is_ascii_digit()) {
            time(&mut after, &mut found, text_read)?;
        }
        rest = after.trim_start();
        if !rest.is_empty() {
            name_or_offset(&mut rest, &mut found, text_read)?;
        }
    }
    if !rest.is_empty() && found.offset.is_none() {
        name_or_offset(&mut rest, &mut found, text_read)?;
    }
    if !rest.is_empty() {
        return Err(unexpected(text_read, rest));
    }
    found.check(text_read.len() + 1)?;
    found.to_millis(text, zone)
}

/// Whether the text begins with hours and minutes, or with an hour and `am` or `pm`.
fn begins_with_time(text: &str) -> bool {
    let text = text.strip_prefix(['T', 't']).unwrap_or(text);
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let length = text.len() - behind.len();
    let behind = behind.trim_start().to_ascii_lowercase();
    (1..=2).contains(&length) && [":", "am", "pm"].iter().any(|mark| behind.starts_with(mark))
}

/// Returns the error for words that aren't part of a date. They are parsed as zones, six letters at a
/// time: the first is an unknown zone, each further one a double zone.
fn unknown_zone(text: &str, rest: &str) -> String {
    let (mut faults, mut warnings) = (Vec::new(), Vec::new());
    let mut behind = rest;
    while let Some(first) = behind.chars().next().filter(|c| !c.is_ascii_digit()) {
        let here = behind;
        // `Europe/Berlin` is one word; other words end after six letters.
        let named = |b: &u8| b.is_ascii_alphabetic() || b"/_-".contains(b);
        let word = behind.bytes().take_while(named).count();
        let letters = behind.bytes().take_while(u8::is_ascii_alphabetic).count();
        let letters = if first.is_ascii_uppercase() && word > letters { word } else { letters.min(6) };
        behind = behind.get(letters.max(first.len_utf8())..).unwrap_or("");
        match letters {
            0 if " .,\t".contains(first) => {}
            0 => faults.push(fault(text, here, "Unexpected character")),
            _ if faults.is_empty() => faults.push(fault(text, here, NO_ZONES)),
            _ => {
                let list = if warnings.is_empty() { &mut warnings } else { &mut faults };
                list.push(fault(text, here, "Double timezone specification"));
            }
        }
    }
    faults.append(&mut warnings);
    faults.join("; ")
}

/// The server's error text for named zones.
pub(super) const NO_ZONES: &str = "passing a time zone identifier as part of the string is not allowed";

fn unexpected(text: &str, rest: &str) -> String {
    fault(text, rest, "Unexpected character")
}

/// Parses a zone: `Z`, `+02:00`, `GMT+2`, `EST`, or a military zone's letter.
fn name_or_offset(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    let start = *rest;
    if start.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(unexpected(text, start));
    }
    if !zone_or_offset(rest, found) {
        let named = start.starts_with(|c: char| c.is_ascii_alphabetic());
        return Err(if named { unknown_zone(text, start) } else { unexpected(text, start) });
    }
    Ok(())
}

/// Parses an offset or a zone abbreviation; returns whether there is one.
pub(super) fn zone_or_offset(rest: &mut &str, found: &mut Found) -> bool {
    let start = *rest;
    let name = start.strip_prefix('(').unwrap_or(start);
    let length = name.bytes().take_while(|b| b.is_ascii_alphabetic() || b"/_".contains(b)).count();
    let (name, behind) = name.split_at(length);
    let known = ABBREVIATIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    if let Some(hours) = known.map(|(_, hours)| *hours).or_else(|| military(name)) {
        found.zone_name = Some(name.to_owned());
        found.offset = Some(hours * 3_600_000);
        *rest = behind.strip_prefix(')').unwrap_or(behind);
        // In `GMT+2`, the offset follows the name.
        if hours == 0 && rest.starts_with(['+', '-']) {
            found.offset = offset(rest);
        }
    } else {
        found.offset = if length == 0 { offset(rest) } else { None };
    }
    found.offset.is_some()
}

/// Returns the hours ahead of UTC of a military zone: A to M without J are east of UTC, N to Y west.
fn military(name: &str) -> Option<i64> {
    let [letter] = *name.as_bytes() else { return None };
    let at = i64::from(letter.to_ascii_uppercase() - b'A');
    match at {
        0..=8 => Some(at + 1),
        10..=12 => Some(at),
        13..=24 => Some(12 - at),
        _ => None,
    }
}

/// Parses a date: `2021-05-20`, `2021-140`, `2021-W20-4`, `2021W204`, `20210520`, `2021/05/20`,
/// `05/20/2021`, `May 20, 2021`, `20 May 2021`, `Thu, 20 May 2021`, `Thu May 20 13:05:09 2021`.
fn date(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    skip_weekday(rest, found);
    let leading = rest.bytes().take_while(u8::is_ascii_digit).count();
    let behind = rest.as_bytes().get(leading).copied();
    match (leading, behind) {
        (0, _) => date_from_month(rest, found, text)?,
        (4, Some(b'W')) => {
            found.iso_year = Some(digits(rest, 4, "")?);
            *rest = rest.strip_prefix('W').unwrap_or(rest);
            found.iso_week = Some(number(rest, 53, text)?);
            if rest.starts_with(|c: char| c.is_ascii_digit()) {
                found.iso_day = Some(digits(rest, 1, "")?);
            }
        }
        (8, _) => {
            found.year = Some(digits(rest, 4, "")?);
            found.month = Some(number(rest, 12, text)?);
            found.day = Some(number(rest, 31, text)?);
        }
        (4, Some(b'-' | b'/' | b'.')) => date_from_year(rest, found, text)?,
        (1 | 2, Some(b'/')) => {
            found.month = Some(number(rest, 12, text)?);
            *rest = rest.strip_prefix('/').ok_or_else(|| unexpected(text, rest))?;
            found.day = Some(number(rest, 31, text)?);
            *rest = rest.strip_prefix('/').ok_or_else(|| incomplete(text))?;
            found.year = Some(year(rest, text)?);
        }
        (1 | 2, Some(_)) => date_from_day(rest, found, text)?,
        _ => return Err(incomplete(text)),
    }
    Ok(())
}

/// Parses a date that begins with the month's name: `May 20, 2021`, `May 2021`.
fn date_from_month(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    let word = rest.split([' ', 'T']).next().unwrap_or_default();
    let relative = ["", "now", "today", "midnight", "noon", "tomorrow", "yesterday"];
    if relative.contains(&word) {
        return Err(incomplete(text));
    }
    found.month = Some(month(rest, false).ok_or_else(|| unknown_zone(text, rest))?);
    *rest = rest.trim_start_matches([' ', '.', '-']);
    if rest.bytes().take_while(u8::is_ascii_digit).count() == 4 {
        found.day = Some(1);
    } else {
        found.day = Some(number(rest, 31, text)?);
        skip_ordinal(rest);
        *rest = rest.trim_start_matches([' ', ',', '-']);
    }
    year_behind_time(rest, found, text)
}

/// Parses the year, optionally after a time and zone: `May 20 13:05:09 +02:00 2021`.
fn year_behind_time(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    if begins_with_time(rest) {
        *rest = rest.strip_prefix(['T', 't']).unwrap_or(rest);
        time(rest, found, text)?;
        *rest = rest.trim_start();
        if !rest.is_empty() && !rest.starts_with(|c: char| c.is_ascii_digit()) {
            name_or_offset(rest, found, text)?;
            *rest = rest.trim_start();
        }
    }
    found.year = Some(year(rest, text)?);
    Ok(())
}

/// Parses a date that begins with the year and a separator: `2021-05-20`, `2021-140`, `2021-W20-4`.
fn date_from_year(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    found.year = Some(digits(rest, 4, "")?);
    let separator = rest.chars().next().unwrap_or('-');
    *rest = rest.trim_start_matches(separator);
    if let Some(week) = rest.strip_prefix('W') {
        *rest = week;
        found.iso_year = found.year.take();
        found.iso_week = Some(number(rest, 53, text)?);
        if let Some(day) = rest.strip_prefix('-') {
            *rest = day;
            found.iso_day = Some(number(rest, 7, text)?);
        }
        return Ok(());
    }
    if rest.bytes().take_while(u8::is_ascii_digit).count() == 3 {
        found.day_of_year = Some(digits(rest, 3, "")?);
        return Ok(());
    }
    found.month = Some(number(rest, 12, text)?);
    // A month without a day is its first day.
    found.day = Some(1);
    if let Some(day) = rest.strip_prefix(separator) {
        *rest = day;
        found.day = Some(number(rest, 31, text)?);
    }
    // Further digits are an error.
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(unexpected(text, rest));
    }
    Ok(())
}

/// Parses a date that begins with the day: `20 May 2021`, `20-05-2021`.
fn date_from_day(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    found.day = Some(number(rest, 31, text)?);
    skip_ordinal(rest);
    *rest = rest.trim_start_matches([' ', '-', '.']);
    found.month = Some(if rest.starts_with(|c: char| c.is_ascii_digit()) {
        number(rest, 12, text)?
    } else {
        month(rest, false).ok_or_else(|| unexpected(text, rest))?
    });
    *rest = rest.trim_start_matches([' ', ',', '-', '.']);
    year_behind_time(rest, found, text)
}

/// Parses one or two digits; only one if two would exceed `most`.
fn number(rest: &mut &str, most: i64, text: &str) -> Result<i64, String> {
    let start = *rest;
    match digits(rest, 2, "") {
        Ok(number) if number > most => {
            *rest = start;
            digits(rest, 1, "").map_err(|_| unexpected(text, start))
        }
        Ok(number) => Ok(number),
        Err(_) => Err(unexpected(text, start)),
    }
}

/// Parses a year of up to four digits; two digits denote a year from 1970 to 2069.
fn year(rest: &mut &str, text: &str) -> Result<i64, String> {
    if rest.is_empty() {
        return Err(incomplete(text));
    }
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let year = digits(rest, 4, "").map_err(|_| unexpected(text, rest))?;
    Ok(match (length, year) {
        (4.., _) | (_, 100..) => year,
        (_, 70..) => year + 1900,
        _ => year + 2000,
    })
}

fn incomplete(text: &str) -> String {
    format!("an incomplete date/time string has been found, with elements missing: \"{text}\"")
}

/// Parses an optional weekday's name; the date then moves forward to that day.
fn skip_weekday(rest: &mut &str, found: &mut Found) {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    for (at, day) in (0..).zip(days) {
        for name in [day, day.get(..3).unwrap_or(day)] {
            if rest.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name)) {
                *rest = rest.get(name.len()..).unwrap_or("").trim_start_matches([',', ' ']);
                found.weekday = Some(at);
                return;
            }
        }
    }
}

fn skip_ordinal(rest: &mut &str) {
    for suffix in ["st", "nd", "rd", "th"] {
        if let Some(behind) = rest.strip_prefix(suffix) {
            *rest = behind;
            return;
        }
    }
}

/// Parses a time: `13:05`, `13:05:09.250`, `130509`, `1:05 pm`.
fn time(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    let start = *rest;
    found.hour = digits(rest, 2, "")?;
    let compact = rest.starts_with(|c: char| c.is_ascii_digit());
    let step = |rest: &mut &str| -> bool {
        let more =
            if compact { rest.starts_with(|c: char| c.is_ascii_digit()) } else { rest.starts_with(':') };
        if more && !compact {
            *rest = rest.get(1..).unwrap_or("");
        }
        more
    };
    if step(rest) {
        found.minute = digits(rest, 2, &unexpected(text, rest))?;
    }
    if step(rest) {
        found.second = digits(rest, 2, &unexpected(text, rest))?;
        if let Some(fraction) = rest.strip_prefix(['.', ',']) {
            let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
            let kept = fraction.get(..length.min(3)).unwrap_or("");
            found.millisecond = format!("{kept:0<3}").parse().map_err(|_| unexpected(text, rest))?;
            *rest = fraction.get(length..).unwrap_or("");
        }
    }
    let after = rest.trim_start();
    let half = after.get(..2).map(str::to_ascii_lowercase);
    let word = after.bytes().take_while(u8::is_ascii_alphabetic).count() > 2;
    if let (Some(half @ ("am" | "pm")), false) = (half.as_deref(), word) {
        found.hour = found.hour % 12 + if half == "pm" { 12 } else { 0 };
        *rest = after.get(2..).unwrap_or("");
    }
    if found.hour > 24 || found.minute > 59 || found.second > 60 {
        return Err(unexpected(text, start));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let same = 1_621_515_909_250;
        for text in [
            "2021-05-20T13:05:09.250Z",
            "2021-05-20T13:05:09.25",
            "2021-05-20 13:05:09.250",
            "2021-05-20T15:05:09.250+02:00",
            "2021-05-20T15:05:09.250+0200",
            "20210520T130509.250Z",
            "May 20, 2021 1:05:09.250 pm",
            "20 May 2021 13:05:09.250 GMT",
            "05/20/2021 13:05:09.250",
            "2021-140T13:05:09.250",
            "2021-W20-4T13:05:09.250Z",
        ] {
            assert_eq!(read(text, None), Ok(same), "{text}");
        }
        for text in ["", "abc", "2021", "2021-13-01", "2021-05-20T13:05:09Zx", "12", "2021-05-20T99:00"] {
            assert!(read(text, None).is_err(), "{text}");
        }
        assert!(read("2021-05-20T13:05:09Z", Some(&Zone::UTC)).is_err());
    }
}
