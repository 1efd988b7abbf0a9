//! Days, months and years: the proleptic Gregorian calendar.

use crate::{Error, Result};

/// Formats milliseconds since 1970 as `2020-01-31T12:00:00.000Z`.
pub fn iso_date(millis: i64) -> String {
    let (year, month, day) = civil_from_days(millis.div_euclid(DAY));
    let in_day = millis.rem_euclid(DAY);
    let (hours, minutes, seconds) = (in_day / 3_600_000, in_day / 60_000 % 60, in_day / 1000 % 60);
    let year = if (0..=9999).contains(&year) { format!("{year:04}") } else { year.to_string() };
    format!("{year}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", in_day % 1000)
}

/// Like [`iso_date`], for results of expressions.
///
/// # Errors
/// 18537 for years without four digits.
pub fn iso_text(millis: i64) -> Result<String> {
    four_digits(civil_from_days(millis.div_euclid(DAY)).0)?;
    Ok(iso_date(millis))
}

/// Checks that four digits can represent the year.
///
/// # Errors
/// 18537.
pub fn four_digits(year: i64) -> Result<i64> {
    if (0..=9999).contains(&year) {
        return Ok(year);
    }
    Err(Error::new(
        18537,
        format!(
            "Could not convert date to string: date component was outside the supported range of 0-9999: {year}"
        ),
    ))
}

/// The milliseconds per day.
pub const DAY: i64 = 86_400_000;

/// Converts a number of days since 1970 to year, month and day in the proleptic Gregorian calendar
/// (<https://howardhinnant.github.io/date_algorithms.html>).
pub fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Inverts [`civil_from_days`]. The month may be any number.
pub fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year + (month - 1).div_euclid(12);
    let month = (month - 1).rem_euclid(12) + 1;
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(iso_date(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso_date(951_827_696_789), "2000-02-29T12:34:56.789Z");
        assert_eq!(iso_date(-1), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn dates_round_trip() {
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
        assert_eq!(days_from_civil(2020, 14, 1), days_from_civil(2021, 2, 1));
    }
}
