//! The costs of designs with another network, disk or mix of calls: the values behind the sliders of the comparison.

use time_model::{TimeModel, Work};

use crate::meter::{Unit, show};
use crate::wire::Measured;
use protocol::number::fixed;
use sorted_map::SortedMap;

/// The values of the sliders.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Model {
    /// Network, memory and disk.
    pub time: TimeModel,
    /// Calls that only read per call that writes; `None` means as measured.
    pub reads: Option<f64>,
}

type Meters = SortedMap<String, f64>;

fn value(meters: &Meters, key: &str) -> f64 {
    meters.get(key).copied().filter(|v| v.is_finite()).unwrap_or(0.0)
}

/// The inputs of the time model from a design's meters.
pub fn work(meters: &Meters) -> Work {
    let sum = |keys: &[&str]| keys.iter().map(|key| value(meters, key)).sum();
    Work {
        trips: sum(&["roundTrips"]),
        operations: sum(&["operations"]),
        bytes_moved: sum(&["requestLength", "responseLength"]),
        documents: sum(&["docsExamined"]),
        bytes_read: sum(&["bytesRead"]),
        keys: sum(&["keysExamined"]),
        fields: sum(&["fieldsWalked"]),
        comparisons: sum(&["sortComparisons"]),
        seeks: sum(&["seeks"]),
        documents_written: sum(&["ninserted", "nModified", "nUpserted", "ndeleted"]),
        bytes_written: sum(&["bytesWritten"]),
        entries_written: sum(&["keysInserted", "keysDeleted"]),
        writes: sum(&["writes"]),
    }
}

/// The number of calls of functions that write in no design, and of all others; `None` if one number is zero.
pub fn mix(designs: &[Measured]) -> Option<(f64, f64)> {
    let first = designs.first()?;
    let (mut reads, mut writes) = (0.0, 0.0);
    for (name, tally) in &first.by_function {
        *(if reading(designs, name) { &mut reads } else { &mut writes }) += tally.calls;
    }
    (reads > 0.0 && writes > 0.0).then_some((reads, writes))
}

fn reading(designs: &[Measured], function: &str) -> bool {
    const WRITES: [&str; 5] = ["bytesWritten", "keysInserted", "keysDeleted", "ndeleted", "nModified"];
    designs
        .iter()
        .filter_map(|design| design.by_function.get(function))
        .all(|tally| WRITES.iter().all(|meter| value(&tally.meters, meter) == 0.0))
}

/// The designs' costs under a model: the same number of calls as measured, in the model's mix.
pub fn under(model: Model, designs: &[Measured]) -> Vec<Measured> {
    let factors = model.reads.zip(mix(designs)).map(|(ratio, (reads, writes))| {
        let share = (reads + writes) / (ratio + 1.0);
        (share * ratio / reads, share / writes)
    });
    let one = |design: &Measured| {
        let mut meters = match factors {
            None => design.meters.clone(),
            Some((reads, writes)) => {
                let mut sum = Meters::default();
                for (name, tally) in &design.by_function {
                    let factor = if reading(designs, name) { reads } else { writes };
                    for meter in tally.meters.keys() {
                        *sum.or_default(meter.clone()) += factor * value(&tally.meters, meter);
                    }
                }
                sum
            }
        };
        meters.insert("modelMillis".to_owned(), model.time.millis(&work(&meters)));
        Measured { meters, ..design.clone() }
    };
    designs.iter().map(one).collect()
}

/// The ratio of each design's cost on more data; omits meters that were zero.
pub fn growth(small: &[Measured], large: &[Measured]) -> Vec<Measured> {
    let pairs = small.iter().filter_map(|s| Some((s, large.iter().find(|l| l.file == s.file)?)));
    let one = |(small, large): (&Measured, &Measured)| {
        let grown = small.meters.iter().filter(|(_, before)| **before > 0.0);
        let meters =
            grown.map(|(name, before)| (name.clone(), value(&large.meters, name) / before)).collect();
        Measured { meters, ..small.clone() }
    };
    pairs.map(one).collect()
}

/// The design with the least model time; `None` if two are equal.
pub fn quickest(designs: &[Measured]) -> Option<&Measured> {
    let millis = |design: &Measured| value(&design.meters, "modelMillis");
    let best = designs.iter().min_by(|a, b| millis(a).total_cmp(&millis(b)))?;
    let alike = designs.iter().filter(|d| (millis(d) - millis(best)).abs() < 0.05).count();
    (alike == 1).then_some(best)
}

/// Costs that a design may pay for its speed, with their descriptions.
const PRICES: [(&[&str], &str, Unit); 4] = [
    (&["bytesRead"], "the bytes read", Unit::Bytes),
    (&["bytesWritten"], "the bytes written", Unit::Bytes),
    (&["docsExamined"], "the documents examined", Unit::Count),
    (&["keysInserted", "keysDeleted"], "the index entries written", Unit::Count),
];
/// The least ratio that is mentioned.
const MIN_RATIO: f64 = 2.0;

/// Names the fastest design, and its highest additional cost.
pub fn verdict(designs: &[Measured]) -> String {
    let Some(best) = quickest(designs) else {
        return "Several designs take the same model time.".to_owned();
    };
    let others = || designs.iter().filter(|other| !std::ptr::eq(*other, best));
    let trips = |design: &Measured| value(&design.meters, "roundTrips");
    let mut text = format!("Least model time: {}", best.name);
    if others().count() > 0 && others().all(|other| trips(other) > trips(best)) {
        text += ", with the fewest trips";
    }
    let price = PRICES.iter().filter_map(|(keys, what, unit)| {
        let sum = |design: &Measured| keys.iter().map(|key| value(&design.meters, key)).sum::<f64>();
        let least = others().min_by(|a, b| sum(a).total_cmp(&sum(b)))?;
        // Zero counts as one.
        let times = sum(best) / sum(least).max(1.0);
        (times >= MIN_RATIO).then(|| (times, what, show(*unit, sum(best)), show(*unit, sum(least)), least))
    });
    if let Some((times, what, own, less, other)) = price.max_by(|a, b| a.0.total_cmp(&b.0)) {
        let times = if times < 10.0 { fixed(times, 1) } else { show(Unit::Count, times) };
        text += &format!(", but {times} times {what} of {} ({own} against {less})", other.name);
    }
    text + "."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Tally;

    fn meters(list: &[(&str, f64)]) -> Meters {
        list.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
    }

    /// 40 reads and 10 writes.
    fn design(file: &str, read_trips: f64, write_trips: f64) -> Measured {
        let tally = |calls: f64, trips: f64, written: f64| Tally {
            calls,
            meters: meters(&[
                ("roundTrips", calls * trips),
                ("operations", calls * trips),
                ("bytesWritten", written),
            ]),
        };
        let total = 40.0 * read_trips + 10.0 * write_trips;
        Measured {
            name: file.to_owned(),
            file: Some(file.to_owned()),
            meters: meters(&[("roundTrips", total), ("operations", total), ("bytesWritten", 9.0)]),
            by_function: SortedMap::from_iter([
                ("get".to_owned(), tally(40.0, read_trips, 0.0)),
                ("put".to_owned(), tally(10.0, write_trips, 9.0)),
            ]),
            ..Measured::default()
        }
    }

    fn millis(designs: &[Measured], at: usize) -> f64 {
        value(&designs[at].meters, "modelMillis")
    }

    #[test]
    fn the_initial_constants_are_those_of_the_meters() {
        let designs = under(Model::default(), &[design("a", 1.0, 1.0)]);
        assert!((50.0 * 4.5..50.0 * 4.51).contains(&millis(&designs, 0)));
    }

    #[test]
    fn delay_and_operations_count_separately() {
        let time = TimeModel { network_millis: 10.0, operation_millis: 0.0, ..TimeModel::default() };
        let designs = under(Model { time, reads: None }, &[design("a", 1.0, 1.0)]);
        assert!((1_000.0..1_000.1).contains(&millis(&designs, 0)));
    }

    #[test]
    fn the_verdict_names_its_price() {
        let with = |name: &str, trips: f64, read: f64| Measured {
            name: name.to_owned(),
            meters: meters(&[("roundTrips", trips), ("bytesRead", read), ("modelMillis", trips * 4.0)]),
            ..Measured::default()
        };
        let designs = [with("Embed", 1.0, 112e6), with("Link", 2.0, 5.9e6)];
        assert_eq!(
            verdict(&designs),
            "Least model time: Embed, with the fewest trips, but 19 times the bytes read of Link (112 MB against 5.9 MB)."
        );
        assert_eq!(
            verdict(&[with("A", 1.0, 3.0), with("B", 2.0, 2.0)]),
            "Least model time: A, with the fewest trips."
        );
        assert_eq!(
            verdict(&[with("A", 1.0, 3.0), with("B", 1.0, 3.0)]),
            "Several designs take the same model time."
        );
    }

    #[test]
    fn the_mix_decides_which_design_is_quicker() {
        let both = [design("embed", 1.0, 9.0), design("link", 3.0, 1.0)];
        assert_eq!(mix(&both), Some((40.0, 10.0)));
        let quick = |reads| {
            let designs = under(Model { reads: Some(reads), ..Model::default() }, &both);
            quickest(&designs).map(|d| d.name.clone())
        };
        assert_eq!(quick(100.0).as_deref(), Some("embed"));
        assert_eq!(quick(0.1).as_deref(), Some("link"));
        assert_eq!(quick(4.0), None, "2 trips saved by each read, 8 lost by each write");
    }

    #[test]
    fn the_measured_mix_changes_nothing() {
        let designs = [design("a", 2.0, 3.0)];
        let (plain, mixed) = (
            under(Model::default(), &designs),
            under(Model { reads: Some(4.0), ..Model::default() }, &designs),
        );
        assert!((millis(&plain, 0) - millis(&mixed, 0)).abs() < 1e-9);
    }

    #[test]
    fn growth_is_a_factor() {
        let (small, large) = ([design("a", 1.0, 1.0)], [design("a", 2.0, 2.0)]);
        assert_eq!(value(&growth(&small, &large)[0].meters, "roundTrips"), 2.0);
        assert!(growth(&small, &[]).is_empty());
    }
}
