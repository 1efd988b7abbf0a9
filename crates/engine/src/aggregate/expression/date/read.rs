//! Reading dates from text without a format: ISO 8601 and the common forms
//! that people write.

use super::format::{Found, digits, month, offset};
use super::zone::Zone;

/// The moment that a text means.
///
/// # Errors
/// The reason, for the message.
pub(crate) fn read(text: &str, zone: Option<&Zone>) -> Result<i64, String> {
    let mut found = Found::default();
    let mut rest = text.trim();
    date(&mut rest, &mut found, text)?;
    if !rest.is_empty() {
        let separated = rest.strip_prefix(['T', 't', ' ']).or_else(|| rest.strip_prefix(", "));
        let mut after = separated.unwrap_or(rest).trim_start();
        if after.starts_with(|c: char| c.is_ascii_digit()) {
            time(&mut after, &mut found, text)?;
        }
        rest = after.trim_start();
        if !rest.is_empty() {
            found.zone_name = ["Z", "GMT", "UTC"]
                .into_iter()
                .find(|name| rest.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name)));
            found.offset = Some(named_offset(&mut rest).ok_or_else(|| unknown_zone(rest))?);
        }
    }
    if !rest.is_empty() {
        return Err(format!("Unexpected character '{}'", rest.chars().next().unwrap_or(' ')));
    }
    found.moment(text, zone)
}

fn unknown_zone(rest: &str) -> String {
    format!("The timezone could not be found in the database '{}'", rest.chars().next().unwrap_or(' '))
}

fn unexpected(text: &str) -> String {
    format!("Unexpected character '{}'", text.chars().next().unwrap_or(' '))
}

fn named_offset(rest: &mut &str) -> Option<i64> {
    for name in ["GMT", "UTC", "gmt", "utc"] {
        if let Some(behind) = rest.strip_prefix(name) {
            *rest = behind;
            return Some(if rest.is_empty() { 0 } else { offset(rest)? });
        }
    }
    offset(rest)
}

/// `2021-05-20`, `2021-140`, `2021-W20-4`, `20210520`, `2021/05/20`,
/// `05/20/2021`, `May 20, 2021`, `20 May 2021`, `Thu, 20 May 2021`.
fn date(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
    skip_weekday(rest);
    let leading = rest.bytes().take_while(u8::is_ascii_digit).count();
    let behind = rest.as_bytes().get(leading).copied();
    match (leading, behind) {
        (0, _) => {
            found.month = Some(month(rest, false).ok_or_else(|| unknown_zone(rest))?);
            *rest = rest.trim_start_matches([' ', '.', '-']);
            found.day = Some(digits(rest, 2, &unexpected(rest))?);
            skip_ordinal(rest);
            *rest = rest.trim_start_matches([' ', ',', '-']);
            found.year = Some(digits(rest, 4, &unexpected(text))?);
        }
        (8, _) => {
            found.year = Some(digits(rest, 4, "")?);
            found.month = Some(digits(rest, 2, "")?);
            found.day = Some(digits(rest, 2, "")?);
        }
        (4, Some(b'-' | b'/' | b'.')) => {
            found.year = Some(digits(rest, 4, "")?);
            let separator = rest.chars().next().unwrap_or('-');
            *rest = rest.trim_start_matches(separator);
            if let Some(week) = rest.strip_prefix('W') {
                *rest = week;
                found.iso_year = found.year.take();
                found.iso_week = Some(digits(rest, 2, &unexpected(text))?);
                if let Some(day) = rest.strip_prefix('-') {
                    *rest = day;
                    found.iso_day = Some(digits(rest, 1, &unexpected(text))?);
                }
                return Ok(());
            }
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            if length == 3 {
                found.day_of_year = Some(digits(rest, 3, "")?);
                return Ok(());
            }
            found.month = Some(digits(rest, 2, &unexpected(rest))?);
            // A month alone means its first day.
            found.day = Some(1);
            if let Some(day) = rest.strip_prefix(separator) {
                *rest = day;
                found.day = Some(digits(rest, 2, &unexpected(rest))?);
            }
        }
        (1 | 2, Some(b'/')) => {
            found.month = Some(digits(rest, 2, "")?);
            *rest = rest.trim_start_matches('/');
            found.day = Some(digits(rest, 2, &unexpected(rest))?);
            let year = rest.strip_prefix('/').ok_or_else(|| incomplete(text))?;
            *rest = year;
            found.year = Some(digits(rest, 4, &unexpected(rest))?);
        }
        (1 | 2, Some(_)) => {
            found.day = Some(digits(rest, 2, "")?);
            skip_ordinal(rest);
            *rest = rest.trim_start_matches([' ', '-', '.']);
            found.month = Some(month(rest, false).ok_or_else(|| unexpected(rest))?);
            *rest = rest.trim_start_matches([' ', ',', '-', '.']);
            found.year = Some(digits(rest, 4, &unexpected(rest))?);
        }
        _ => return Err(incomplete(text)),
    }
    let valid =
        found.month.is_none_or(|m| (1..=12).contains(&m)) && found.day.is_none_or(|d| (1..=31).contains(&d));
    if valid { Ok(()) } else { Err(unexpected(text)) }
}

fn incomplete(text: &str) -> String {
    format!("an incomplete date/time string has been found, with elements missing: \"{text}\"")
}

fn skip_weekday(rest: &mut &str) {
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
    for day in days {
        for name in [day, day.get(..3).unwrap_or(day)] {
            if rest.get(..name.len()).is_some_and(|text| text.eq_ignore_ascii_case(name)) {
                *rest = rest.get(name.len()..).unwrap_or("").trim_start_matches([',', ' ']);
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

/// `13:05`, `13:05:09.250`, `130509`, `1:05 pm`.
fn time(rest: &mut &str, found: &mut Found, text: &str) -> Result<(), String> {
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
        found.minute = digits(rest, 2, &unexpected(rest))?;
    }
    if step(rest) {
        found.second = digits(rest, 2, &unexpected(rest))?;
        if let Some(fraction) = rest.strip_prefix(['.', ',']) {
            let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
            let kept = fraction.get(..length.min(3)).unwrap_or("");
            found.millisecond = format!("{kept:0<3}").parse().map_err(|_| unexpected(rest))?;
            *rest = fraction.get(length..).unwrap_or("");
        }
    }
    let after = rest.trim_start();
    let half = after.get(..2).map(str::to_ascii_lowercase);
    if let Some(half @ ("am" | "pm")) = half.as_deref() {
        found.hour = found.hour % 12 + if half == "pm" { 12 } else { 0 };
        *rest = after.get(2..).unwrap_or("");
    }
    if found.hour > 24 || found.minute > 59 || found.second > 60 {
        return Err(unexpected(text));
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
