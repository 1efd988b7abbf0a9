//! The offsets of a zone from its last transition on.

use values::calendar::{civil_from_days, days_from_civil};

use super::read_signed;

/// The seconds of a day.
const DAY: i64 = 86_400;

/// The offsets of a zone, repeated every year.
#[derive(Debug)]
pub(super) struct Rule {
    /// The offset of standard time, in seconds ahead of UTC.
    standard: i64,
    summer: Option<Summer>,
}

/// Summer time.
#[derive(Debug)]
struct Summer {
    offset: i64,
    /// The start, by the clock of standard time.
    start: Day,
    /// The end, by the clock of summer time.
    end: Day,
}

/// A time in every year: a weekday in a week of a month.
#[derive(Debug)]
struct Day {
    /// The month, from 1.
    month: i64,
    /// The week, from 1; 5 is the last one.
    week: i64,
    /// The weekday, from 0 for Sunday.
    week_day: i64,
    /// The seconds since the start of the day; may lead into another day.
    second: i64,
}

impl Rule {
    /// Reads a rule.
    pub(super) fn read(bytes: &mut &[u8]) -> Rule {
        let standard = read_signed(bytes);
        let added = read_signed(bytes);
        let summer = (added != 0).then(|| Summer {
            offset: standard + added,
            start: Day::read(bytes),
            end: Day::read(bytes),
        });
        Rule { standard, summer }
    }

    /// Returns the offset at a time in seconds since 1970.
    pub(super) fn offset_at(&self, time: i64) -> i64 {
        let Some(summer) = &self.summer else { return self.standard };
        let (year, _, _) = civil_from_days((time + self.standard).div_euclid(DAY));
        let start = summer.start.moment(year) - self.standard;
        let end = summer.end.moment(year) - summer.offset;
        let is_summer = if start < end {
            (start..end).contains(&time)
        } else {
            // In the southern hemisphere, summer spans the turn of the year.
            !(end..start).contains(&time)
        };
        if is_summer { summer.offset } else { self.standard }
    }
}

impl Day {
    fn read(bytes: &mut &[u8]) -> Day {
        let mut byte = || {
            let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
            *bytes = rest;
            i64::from(*first)
        };
        let (month, week, week_day) = (byte(), byte(), byte());
        Day { month, week, week_day, second: read_signed(bytes) }
    }

    /// Returns the local time of this day in a year, in seconds since 1970.
    fn moment(&self, year: i64) -> i64 {
        let first = days_from_civil(year, self.month, 1);
        let next_month = days_from_civil(year, self.month + 1, 1);
        // The first of January 1970 was a Thursday.
        let to_week_day = (self.week_day - (first + 4)).rem_euclid(7);
        let mut day = first + to_week_day + 7 * (self.week - 1);
        if day >= next_month {
            day -= 7;
        }
        day * DAY + self.second
    }
}
