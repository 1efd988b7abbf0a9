//! The meters that the page shows, in their order, with names, units and descriptions. The engine defines their
//! meaning.

use crate::wire::Profile;
use protocol::number::fixed;

/// The unit of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    Count,
    /// Bytes, kB or MB.
    Bytes,
    /// Milliseconds.
    Millis,
}

/// One meter.
#[derive(Debug)]
pub struct Meter {
    /// The key in a report's meters.
    pub key: &'static str,
    /// The full name.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    /// The unit of its values.
    pub unit: Unit,
    /// Its value in an entry of the profile.
    pub of: fn(&Profile) -> f64,
}

impl Meter {
    /// Formats a number with its unit.
    pub fn show(&self, value: f64) -> String {
        show(self.unit, value)
    }
}

/// All meters.
pub const METERS: [Meter; 11] = [
    Meter {
        key: "roundTrips",
        name: "Round trips",
        help: "commands sent and answered",
        unit: Unit::Count,
        of: |p| p.round_trips,
    },
    Meter {
        key: "docsExamined",
        name: "Documents examined",
        help: "documents that were fetched and looked at",
        unit: Unit::Count,
        of: |p| p.docs_examined,
    },
    Meter {
        key: "keysExamined",
        name: "Keys examined",
        help: "index entries that were looked at",
        unit: Unit::Count,
        of: |p| p.keys_examined,
    },
    Meter {
        key: "bytesRead",
        name: "Bytes read",
        help: "size of the documents that were fetched",
        unit: Unit::Bytes,
        of: |p| p.bytes_read,
    },
    Meter {
        key: "bytesWritten",
        name: "Bytes written",
        help: "size of what was stored",
        unit: Unit::Bytes,
        of: |p| p.bytes_written,
    },
    Meter {
        key: "responseLength",
        name: "Bytes returned",
        help: "size of the replies that came back over the network",
        unit: Unit::Bytes,
        of: |p| p.response_length,
    },
    Meter {
        key: "fieldsWalked",
        name: "Fields walked",
        help: "BSON fields passed on the way to the fields that were touched",
        unit: Unit::Count,
        of: |p| p.fields_walked,
    },
    Meter {
        key: "bytesShifted",
        name: "Bytes shifted",
        help: "bytes moved behind a change inside a document",
        unit: Unit::Bytes,
        of: |p| p.bytes_shifted,
    },
    Meter {
        key: "moved",
        name: "Moves",
        help: "documents that outgrew their place",
        unit: Unit::Count,
        of: |p| p.moved,
    },
    Meter {
        key: "keysInserted",
        name: "Index entries written",
        help: "index entries inserted and removed",
        unit: Unit::Count,
        of: |p| p.keys_inserted + p.keys_deleted,
    },
    Meter {
        key: "modelMillis",
        name: "Model time, ms",
        help: "network, processor and disk on a server; Compare lists what the model assumes",
        unit: Unit::Millis,
        of: |p| p.model_millis,
    },
];

/// The sum of a meter over a profile.
pub fn total(profile: &[Profile], meter: &Meter) -> f64 {
    profile.iter().map(meter.of).sum()
}

/// Formats a number for display: digits in groups of three, bytes in kB and MB of 1,000.
pub fn show(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Count => grouped(value),
        Unit::Millis => decimal(value),
        Unit::Bytes if value < 1_000.0 => grouped(value),
        Unit::Bytes if value < 999_950.0 => format!("{} kB", decimal(value / 1e3)),
        Unit::Bytes => format!("{} MB", decimal(value / 1e6)),
    }
}

fn decimal(value: f64) -> String {
    if value >= 100.0 {
        return grouped(value);
    }
    let text = fixed(value, 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

fn grouped(value: f64) -> String {
    let digits = fixed(value, 0);
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |rest| ("-", rest));
    let mut out = String::from(sign);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(show(Unit::Count, 0.0), "0");
        assert_eq!(show(Unit::Count, 1_234_567.0), "1,234,567");
        assert_eq!(show(Unit::Bytes, 999.0), "999");
        assert_eq!(show(Unit::Bytes, 4_500.0), "4.5 kB");
        assert_eq!(show(Unit::Bytes, 999_999.0), "1 MB");
        assert_eq!(show(Unit::Millis, 4.5), "4.5");
        assert_eq!(show(Unit::Count, -1000.0), "-1,000");
    }

    #[test]
    fn totals_add_up() {
        let profile = [1.0, 2.5].map(|model_millis| Profile { model_millis, ..Profile::default() });
        assert_eq!(total(&profile, METERS.last().unwrap()), 3.5);
    }
}
