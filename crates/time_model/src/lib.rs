//! The time model: the time that commands would take on a server, computed from their work.
//!
//! The engine uses it for `modelMillis`, the page for comparing designs under other conditions. Both use
//! these constants, and the page lists them with their sources.

/// Converts microseconds to milliseconds.
const MICRO: f64 = 0.001;

/// CPU time per document that a plan examines, in milliseconds.
pub const DOCUMENT: f64 = MICRO;
/// CPU time per index entry that a plan examines.
pub const KEY: f64 = MICRO;
/// Bytes of examined documents that a processor core reads per millisecond.
pub const BYTES_WALKED: f64 = 3_600_000.0;
/// CPU time per BSON field that an update passes.
pub const FIELD: f64 = 0.012 * MICRO;
/// CPU time per comparison of two sort keys.
pub const COMPARISON: f64 = 0.6 * MICRO;
/// CPU time to store, replace or remove a document.
pub const DOCUMENT_WRITTEN: f64 = 5.0 * MICRO;
/// CPU time to insert or remove an index entry.
pub const ENTRY_WRITTEN: f64 = 4.0 * MICRO;
/// Bytes that the journal adds to each document or index entry written.
pub const JOURNAL_RECORD: f64 = 128.0;

/// The work of commands that takes time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Commands sent and answered.
    pub trips: f64,
    /// Operations on a collection.
    pub operations: f64,
    /// Bytes of commands and replies.
    pub bytes_moved: f64,
    /// Documents examined.
    pub documents: f64,
    /// Bytes of those documents.
    pub bytes_read: f64,
    /// Index entries examined.
    pub keys: f64,
    /// BSON fields that updates passed.
    pub fields: f64,
    /// Comparisons of sort keys.
    pub comparisons: f64,
    /// Positions at which a read began: a document by its record id, a range of an index, a scan.
    pub seeks: f64,
    /// Documents stored, replaced or removed.
    pub documents_written: f64,
    /// Bytes of documents stored.
    pub bytes_written: f64,
    /// Index entries inserted and removed.
    pub entries_written: f64,
    /// Commands that waited for the journal because they wrote.
    pub writes: f64,
}

/// A kind of storage.
#[derive(Debug, PartialEq)]
pub struct Disk {
    /// The common name.
    pub name: &'static str,
    /// The latency of a random read in milliseconds.
    pub seek: f64,
    /// The transfer rate in bytes per millisecond.
    pub speed: f64,
    /// Milliseconds until the journal is durable.
    pub sync: f64,
    /// The source of the figures.
    pub source: &'static str,
}

/// The kinds of storage to choose from.
pub static DISKS: [Disk; 3] = [
    Disk {
        name: "SSD",
        seek: 0.1,
        speed: 500_000.0,
        sync: 0.05,
        source: "data sheets of data-centre SATA drives: 0.1 ms a read, 500 MB/s, a write cache that survives a power cut",
    },
    Disk {
        name: "Network disk",
        seek: 1.0,
        speed: 125_000.0,
        sync: 1.0,
        source: "Amazon EBS gp3 at its base rate: single-digit milliseconds, 125 MB/s",
    },
    Disk {
        name: "Hard disk",
        seek: 5.0,
        speed: 60_000.0,
        sync: 5.0,
        source: "MongoDB Applied Design Patterns, chapter 1: 5 ms a seek, 40 to 80 MB/s",
    },
];

/// The conditions under which commands run; the constants above are fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeModel {
    /// The latency of a message in one direction, in milliseconds.
    pub network_millis: f64,
    /// The fixed time of an operation on a collection, in milliseconds.
    pub operation_millis: f64,
    /// The network's bandwidth in bytes per millisecond.
    pub bandwidth: f64,
    /// The fraction of the data that is in memory, from 0 to 1.
    pub in_memory: f64,
    /// The storage of the remaining data and of the journal.
    pub disk: &'static Disk,
}

impl Default for TimeModel {
    fn default() -> TimeModel {
        TimeModel {
            network_millis: 2.0,
            operation_millis: 0.5,
            bandwidth: 125_000.0,
            in_memory: 1.0,
            disk: &DISKS[0],
        }
    }
}

/// The names of the parts in [`TimeModel::parts`].
pub const PARTS: [&str; 5] =
    ["Waiting for the network", "Bytes on the network", "Processor", "Disk reads", "Writing"];

impl TimeModel {
    /// Returns the milliseconds by part, in the order of [`PARTS`].
    pub fn parts(&self, work: &Work) -> [f64; 5] {
        let processor = self.operation_millis * work.operations
            + DOCUMENT * work.documents
            + KEY * work.keys
            + work.bytes_read / BYTES_WALKED
            + FIELD * work.fields
            + COMPARISON * work.comparisons;
        let missing = (1.0 - self.in_memory).clamp(0.0, 1.0);
        let records = work.documents_written + work.entries_written;
        let journal = work.bytes_written + JOURNAL_RECORD * records;
        [
            2.0 * self.network_millis * work.trips,
            work.bytes_moved / self.bandwidth.max(1.0),
            processor,
            missing * (work.seeks * self.disk.seek + work.bytes_read / self.disk.speed),
            DOCUMENT_WRITTEN * work.documents_written
                + ENTRY_WRITTEN * work.entries_written
                + journal / self.disk.speed
                + self.disk.sync * work.writes,
        ]
    }

    /// Returns the total milliseconds.
    pub fn millis(&self, work: &Work) -> f64 {
        self.parts(work).iter().sum()
    }
}

/// A row of the table of constants.
#[derive(Debug)]
pub struct Constant {
    /// The work.
    pub what: &'static str,
    /// The figure.
    pub value: &'static str,
    /// A publication or measurement.
    pub source: &'static str,
}

/// The table of constants, as the page shows it. A test compares it with the constants.
pub static CONSTANTS: [Constant; 11] = [
    Constant {
        what: "A message, each way",
        value: "2 ms",
        source: "Percona, MongoDB Schema Design: client and server in one region",
    },
    Constant {
        what: "An operation on a collection",
        value: "0.5 ms",
        source: "Percona, MongoDB Schema Design: parsing, planning and locks of a small operation",
    },
    Constant { what: "The network", value: "125 MB/s", source: "a link of 1 Gbit/s" },
    Constant {
        what: "A document examined",
        value: "1 µs",
        source: "published explains: 82 million documents scanned in 37 s (0.46 µs each, mongodb-user list), 251,120 fetched through an index in 0.56 s (2.2 µs with their keys, course M101JS)",
    },
    Constant { what: "An index entry examined", value: "1 µs", source: "the same explain of M101JS" },
    Constant {
        what: "Bytes of examined documents",
        value: "3,600 MB/s",
        source: "measured: one core walks the fields of 43 MB of BSON in 12 ms",
    },
    Constant {
        what: "A field that an update passes",
        value: "0.012 µs",
        source: "measured in the same walk: 1,000,000 fields in 12 ms",
    },
    Constant {
        what: "A comparison in a sort",
        value: "0.6 µs",
        source: "measured: this engine sorts 100,000 documents by two fields, with making their keys, in 1 s of processor time",
    },
    Constant {
        what: "A document written",
        value: "5 µs",
        source: "measured: insertMany of 100,000 reviews of 400 bytes with this engine takes 0.2 to 0.5 s of processor time",
    },
    Constant {
        what: "An index entry written",
        value: "4 µs",
        source: "measured: three more indexes on these reviews add 1 to 1.3 s",
    },
    Constant {
        what: "The journal, for each of them",
        value: "128 bytes",
        source: "manual, Journaling: the smallest record of WiredTiger’s journal; the document’s bytes come on top, uncompressed",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    const FIND: Work = Work {
        trips: 1.0,
        operations: 1.0,
        bytes_moved: 400.0,
        documents: 1.0,
        bytes_read: 300.0,
        keys: 1.0,
        fields: 0.0,
        comparisons: 0.0,
        seeks: 2.0,
        documents_written: 0.0,
        bytes_written: 0.0,
        entries_written: 0.0,
        writes: 0.0,
    };

    #[test]
    fn a_small_command_takes_its_trip_and_its_operation() {
        let millis = TimeModel::default().millis(&FIND);
        assert!((4.5..4.51).contains(&millis), "{millis}");
    }

    #[test]
    fn a_scan_takes_longer_than_a_look_up() {
        let scan = Work { documents: 5_907.0, bytes_read: 2e6, keys: 0.0, seeks: 1.0, ..FIND };
        let model = TimeModel::default();
        assert!(model.millis(&scan) > model.millis(&FIND) + 5.0);
    }

    #[test]
    fn the_reply_takes_its_time_on_the_network() {
        let large = Work { bytes_moved: 12_500_000.0, ..FIND };
        assert_eq!(TimeModel::default().parts(&large)[1], 100.0);
        let slow = TimeModel { bandwidth: 12_500.0, ..TimeModel::default() };
        assert_eq!(slow.parts(&large)[1], 1_000.0);
    }

    #[test]
    fn data_outside_memory_is_read_from_disk() {
        let fetch = Work { seeks: 900.0, documents: 900.0, bytes_read: 300_000.0, ..FIND };
        let model = TimeModel::default();
        assert_eq!(model.parts(&fetch)[3], 0.0);
        let half = TimeModel { in_memory: 0.5, ..model };
        assert_eq!(half.parts(&fetch)[3], 0.5 * (90.0 + 0.6));
        let slow = TimeModel { disk: &DISKS[2], ..half };
        assert_eq!(slow.parts(&fetch)[3], 0.5 * (4_500.0 + 5.0));
    }

    #[test]
    fn a_write_waits_for_the_journal_and_pays_for_each_index() {
        let insert =
            Work { writes: 1.0, documents_written: 1.0, bytes_written: 300.0, entries_written: 1.0, ..FIND };
        let indexed = Work { entries_written: 5.0, ..insert };
        let model = TimeModel::default();
        assert!(model.millis(&insert) < 4.6);
        assert!(model.millis(&indexed) > model.millis(&insert) + 3.0 * ENTRY_WRITTEN);
        let hard = TimeModel { disk: &DISKS[2], ..model };
        assert!(hard.millis(&insert) > 9.0);
    }

    #[test]
    fn the_table_states_the_constants() {
        let model = TimeModel::default();
        let values = [
            format!("{} ms", model.network_millis),
            format!("{} ms", model.operation_millis),
            format!("{} MB/s", model.bandwidth / 1_000.0),
            format!("{} µs", DOCUMENT / MICRO),
            format!("{} µs", KEY / MICRO),
            format!("{},{:03} MB/s", BYTES_WALKED as u64 / 1_000_000, BYTES_WALKED as u64 / 1_000 % 1_000),
            format!("{} µs", FIELD / MICRO),
            format!("{} µs", COMPARISON / MICRO),
            format!("{} µs", DOCUMENT_WRITTEN / MICRO),
            format!("{} µs", ENTRY_WRITTEN / MICRO),
            format!("{JOURNAL_RECORD} bytes"),
        ];
        assert_eq!(CONSTANTS.each_ref().map(|constant| constant.value.to_owned()), values);
    }
}
