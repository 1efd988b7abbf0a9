//! A window operator answers as its accumulator does over the documents of each window, found one by one.

use bson::{Bson, Document, doc};

use crate::{Server, Source};

/// Accumulators that depend on nothing but the documents and their order.
const ACCUMULATORS: &[&str] = &[
    "$push",
    "$sum",
    "$avg",
    "$min",
    "$max",
    "$count",
    "$first",
    "$last",
    "$addToSet",
    "$minN",
    "$maxN",
    "$firstN",
    "$lastN",
    "$top",
    "$bottomN",
];

/// A document with its place in the order: its time in half units, or nothing for a missing one.
struct Row {
    time: Option<i64>,
    partition: usize,
    document: Document,
}

/// One end of a window.
#[derive(Clone, Copy)]
enum End {
    Unbounded,
    Current,
    /// In positions, or in half units of time.
    Offset(i64),
}

/// # Panics
/// When an output differs from that of its window, or a valid window is refused.
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let mut server = Server::default();
    let (by_range, dates) = (source.below(2) == 1, source.below(4) == 3);
    let mut rows: Vec<Row> = (0..=source.below(8)).map(|id| row(&mut source, id, by_range, dates)).collect();
    server.store("c", rows.iter().map(|row| row.document.clone()));
    let descending = !by_range && source.below(2) == 1;
    let direction = if descending { -1 } else { 1 };
    rows.sort_by(|one, other| {
        let order = one.time.cmp(&other.time);
        if descending { order.reverse() } else { order }
    });
    let sort = if by_range {
        doc! { "t": 1 }
    } else {
        doc! { "t": direction, "_id": 1 }
    };
    for _ in 0..6 {
        let window = Window::new(&mut source, by_range, dates);
        let operator = operator(&mut source);
        let mut output = operator.clone();
        output.insert("window", window.specification());
        let stage = doc! { "partitionBy": "$p", "sortBy": sort.clone(), "output": { "x": output } };
        let pipeline = vec![doc! { "$setWindowFields": stage.clone() }];
        let answered = server.batch(doc! { "aggregate": "c", "pipeline": pipeline, "cursor": {} });
        match answered {
            Err(5_339_900) if window.is_inverted() => {}
            Err(code) => panic!("error {code}: {stage}"),
            Ok(answered) => {
                assert!(!window.is_inverted(), "the lower bound is above the upper one: {stage}");
                for document in answered {
                    assert_output(&mut server, &rows, &window, &operator, &sort, &document, &stage);
                }
            }
        }
        if source.rest().is_empty() {
            break;
        }
    }
}

fn row(source: &mut Source<'_>, id: usize, by_range: bool, dates: bool) -> Row {
    let partition = source.below(2);
    let mut document = doc! { "_id": id as i32, "p": partition as i32 };
    let halves = source.below(8) as i64 - 2;
    let time = (by_range || source.below(8) != 7).then_some(halves);
    if time.is_some() {
        let exact = halves % 2 == 0 && source.below(4) != 3;
        document.insert(
            "t",
            match (dates, exact) {
                (true, _) => Bson::DateTime(bson::DateTime::from_millis(halves * 1_800_000)),
                (false, true) => Bson::Int32((halves / 2) as i32),
                (false, false) => Bson::Double(halves as f64 / 2.0),
            },
        );
    }
    match source.below(12) {
        0..=5 => drop(document.insert("v", source.below(5) as i32 - 1)),
        // Never equal to a whole number: which of several equal values is shown depends on how windows are computed.
        6 | 7 => drop(document.insert("v", source.below(4) as f64 + 0.5)),
        8 => drop(document.insert("v", source.pick(&["a", "b"]))),
        9 => drop(document.insert("v", Bson::Null)),
        10 => drop(document.insert("v", vec![source.below(3) as i32])),
        _ => {}
    }
    Row { time, partition, document }
}

/// An accumulator with its argument.
fn operator(source: &mut Source<'_>) -> Document {
    let name = source.pick(ACCUMULATORS);
    let sort = doc! { "v": 1, "_id": 1 };
    let argument = match name {
        "$count" => Bson::Document(doc! {}),
        "$top" => Bson::Document(doc! { "sortBy": sort, "output": "$v" }),
        "$bottomN" => {
            Bson::Document(doc! { "sortBy": sort, "output": "$_id", "n": 1 + source.below(3) as i32 })
        }
        _ if name.ends_with('N') => Bson::Document(doc! { "input": "$v", "n": 1 + source.below(3) as i32 }),
        _ => Bson::String("$v".into()),
    };
    doc! { name: argument }
}

struct Window {
    low: End,
    high: End,
    by_range: bool,
    dates: bool,
}

impl Window {
    fn new(source: &mut Source<'_>, by_range: bool, dates: bool) -> Window {
        let mut end = || match source.below(4) {
            0 => End::Unbounded,
            1 => End::Current,
            // With a unit, offsets are whole.
            _ if by_range && dates => End::Offset((source.below(5) as i64 - 2) * 2),
            _ => End::Offset(source.below(7) as i64 - 3),
        };
        Window { low: end(), high: end(), by_range, dates }
    }

    fn specification(&self) -> Document {
        let end = |end: End| match end {
            End::Unbounded => Bson::String("unbounded".into()),
            End::Current => Bson::String("current".into()),
            End::Offset(n) if self.by_range && n % 2 != 0 => Bson::Double(n as f64 / 2.0),
            End::Offset(n) if self.by_range => Bson::Int32((n / 2) as i32),
            End::Offset(n) => Bson::Int32(n as i32),
        };
        let ends = [end(self.low), end(self.high)].to_vec();
        match (self.by_range, self.dates) {
            (true, true) => doc! { "range": ends, "unit": "hour" },
            (true, false) => doc! { "range": ends },
            (false, _) => doc! { "documents": ends },
        }
    }

    /// Whether the lower bound is above the upper one.
    fn is_inverted(&self) -> bool {
        let place = |end: End| match end {
            End::Unbounded => None,
            End::Current => Some(0),
            End::Offset(n) => Some(n),
        };
        matches!((place(self.low), place(self.high)), (Some(low), Some(high)) if low > high)
    }

    /// Whether a document at position `other` is in the window of the one at `own`. The current document, as the end
    /// of a range, means only itself, not all documents of its time.
    fn holds(&self, partition: &[&Row], own: usize, other: usize) -> bool {
        let distance = match (self.by_range, partition[own].time, partition[other].time) {
            (true, Some(own), Some(other)) => other - own,
            _ => other as i64 - own as i64,
        };
        let above = match self.low {
            End::Unbounded => true,
            End::Current => other >= own,
            End::Offset(n) => distance >= n,
        };
        above
            && match self.high {
                End::Unbounded => true,
                End::Current => other <= own,
                End::Offset(n) => distance <= n,
            }
    }
}

/// # Panics
/// When the output of a document is not that of its window.
fn assert_output(
    server: &mut Server,
    rows: &[Row],
    window: &Window,
    operator: &Document,
    sort: &Document,
    answered: &Document,
    stage: &Document,
) {
    let of = |document: &Document| document.get_i32("_id").expect("an _id");
    let partition_of = |row: &&Row| Some(row.partition as i32) == answered.get_i32("p").ok();
    let partition: Vec<&Row> = rows.iter().filter(partition_of).collect();
    let own = partition.iter().position(|row| of(&row.document) == of(answered)).expect("a stored document");
    let within: Vec<Document> = (0..partition.len())
        .filter(|other| window.holds(&partition, own, *other))
        .map(|other| partition[other].document.clone())
        .collect();
    let found = sorted_set(operator, answered.get("x").cloned());
    let expected = if within.is_empty() {
        of_nothing(operator)
    } else {
        let documents = doc! { "$documents": { "$literal": within.clone() } };
        let group = doc! { "$group": { "_id": null, "x": operator.clone() } };
        let pipeline = vec![documents, doc! { "$sort": sort.clone() }, group];
        let grouped = server.batch(doc! { "aggregate": 1, "pipeline": pipeline, "cursor": {} });
        let grouped = grouped.unwrap_or_else(|code| panic!("error {code} of {operator} over {within:?}"));
        sorted_set(operator, grouped.first().and_then(|group| group.get("x")).cloned())
    };
    assert_eq!(found, expected, "{stage}\nof {answered}\nwindow {within:?}");
}

/// An accumulator's value, of `$addToSet` in order.
fn sorted_set(operator: &Document, value: Option<Bson>) -> Option<Bson> {
    match value {
        Some(Bson::Array(mut items)) if operator.contains_key("$addToSet") => {
            items.sort_by_cached_key(|item| format!("{item:?}"));
            Some(Bson::Array(items))
        }
        other => other,
    }
}

/// The value of an accumulator without input.
fn of_nothing(operator: &Document) -> Option<Bson> {
    let name = operator.keys().next()?.as_str();
    Some(match name {
        "$sum" | "$count" => Bson::Int32(0),
        "$push" | "$addToSet" => Bson::Array(Vec::new()),
        _ if name.ends_with('N') => Bson::Array(Vec::new()),
        _ => Bson::Null,
    })
}
