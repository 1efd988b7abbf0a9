//! `GEO_NEAR_2DSPHERE` and `GEO_NEAR_2D`: documents by ascending distance.
//!
//! The world is searched in rings of growing width. The documents of a ring are fetched, measured and
//! buffered until no nearer document can follow.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::IndexScan;
use crate::collection::{Collection, Index, KeyKind, RecordId};
use crate::error::Result;
use crate::geo::Near;
use crate::plan::geo::ring_bounds;
use crate::plan::{
    CommonStats, Direction, Examined, IndexBounds, Limits, Metadata, Payload, PlanStage, Progress, RowBatch,
    total_examined,
};
use crate::query::Filter;
use crate::value::{DocBuilder, NumberSet, Path, RawDoc, Value, display_document};

/// The width of each ring relative to all before it.
const GROWTH: f64 = 2.0;

/// The `GEO_NEAR_2DSPHERE` or `GEO_NEAR_2D` stage.
#[derive(Debug)]
pub struct GeoNear {
    index_name: String,
    pattern: Vec<u8>,
    kind: KeyKind,
    path: Path,
    near: Near,
    /// The bounds of the index's other fields.
    bounds: IndexBounds,
    /// The position of the field with the places.
    field: usize,
    filter: Option<Rc<Filter>>,
    /// The scan of the current ring.
    scan: Option<Box<dyn PlanStage>>,
    /// The distance up to which the search is complete.
    searched: f64,
    /// The outer edge of the current ring.
    outer: f64,
    finished: bool,
    seen: NumberSet,
    waiting: BinaryHeap<Found>,
    stats: CommonStats,
    /// Documents examined, and keys of earlier rings.
    examined: Examined,
    /// Documents fetched in the current ring.
    fetched: u64,
    /// Inner edge, outer edge and documents fetched of each earlier ring.
    rings: Vec<(f64, f64, u64)>,
}

#[derive(Debug)]
struct Found {
    distance: f64,
    record: RecordId,
    place: Value<'static>,
}

impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Found {}

impl PartialOrd for Found {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Found {
    /// Orders by distance, the nearest greatest, since the heap pops the greatest item.
    fn cmp(&self, other: &Self) -> Ordering {
        other.distance.total_cmp(&self.distance).then(other.record.cmp(&self.record))
    }
}

impl GeoNear {
    /// Searches along field `field` of an index for documents that match `filter`. The index's other fields
    /// stay inside `bounds`.
    pub fn new(
        index: &Index,
        bounds: IndexBounds,
        field: usize,
        near: Near,
        filter: Option<Rc<Filter>>,
    ) -> Self {
        let own = &index.spec.fields[field];
        GeoNear {
            index_name: index.spec.name.clone(),
            pattern: index.spec.key_pattern.clone(),
            kind: own.kind,
            path: own.path.clone(),
            bounds,
            field,
            filter,
            scan: None,
            searched: near.min,
            outer: near.min,
            near,
            finished: false,
            seen: NumberSet::default(),
            waiting: BinaryHeap::new(),
            stats: CommonStats::default(),
            examined: Examined::default(),
            fetched: 0,
            rings: Vec::new(),
        }
    }

    /// Begins the next ring. Returns false when there is none.
    fn widen(&mut self, index: &Index) -> bool {
        let grid = index.spec.grid(self.kind);
        let farthest = self.near.farthest(&grid).min(self.near.max);
        if self.finished || self.searched > farthest {
            return false;
        }
        let step = (self.searched - self.near.min) * GROWTH;
        self.outer = (self.searched + step.max(self.near.first_step(&grid))).min(farthest);
        self.finished = self.outer >= farthest;
        let mut bounds = self.bounds.clone();
        bounds.fields[self.field] = ring_bounds(index, self.field, &self.near, self.searched, self.outer);
        self.scan = Some(Box::new(IndexScan::new(index, bounds, Direction::Forward, None)));
        true
    }

    /// Measures and buffers a record that the scan finds for the first time.
    fn take(&mut self, record: RecordId, collection: &Collection) -> Result<()> {
        if !self.seen.insert(record) {
            return Ok(());
        }
        let Some(doc) = collection.records().get(record).map(RawDoc::new) else { return Ok(()) };
        self.examined.documents += 1;
        self.examined.seeks += 1;
        self.examined.bytes += doc.as_bytes().len() as u64;
        self.fetched += 1;
        if let Some(filter) = &self.filter
            && !filter.matches(doc)?
        {
            return Ok(());
        }
        let nearest = self.near.nearest(doc, &self.path, self.kind == KeyKind::Sphere);
        let within = |distance: f64| distance >= self.near.min && distance <= self.near.max;
        if let Some(nearest) = nearest.filter(|nearest| within(nearest.distance)) {
            let place = Value::from(nearest.place).into_owned();
            self.waiting.push(Found { distance: nearest.distance, record, place });
        }
        Ok(())
    }

    fn step(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let Some(index) = collection.index(&self.index_name) else { return Ok(Progress::EOF) };
        if let Some(scan) = &mut self.scan {
            let given = out.len();
            // A whole ring is read before its nearest document is known.
            let progress = scan.work(collection, Limits { rows: usize::MAX, ..limits }, out)?;
            let read = progress.is_eof.then(|| total_examined(&**scan));
            for record in out.records.drain(given..) {
                self.take(record, collection)?;
            }
            if let Some(read) = read {
                self.rings.push((self.searched, self.outer, std::mem::take(&mut self.fetched)));
                self.examined = self.examined + read;
                self.scan = None;
                self.searched = self.outer;
            }
            return Ok(Progress { rows: 0, is_eof: false, ..progress });
        }
        let ready = |found: &Found| self.finished || found.distance <= self.searched;
        if self.waiting.peek().is_some_and(ready)
            && let Some(Found { distance, record, place }) = self.waiting.pop()
        {
            let metadata = Some(Metadata::near(distance, place));
            out.push(record, Payload { metadata, ..Payload::default() });
            return Ok(Progress::ROW);
        }
        Ok(if self.widen(index) { Progress::NEED_TIME } else { Progress::EOF })
    }
}

impl PlanStage for GeoNear {
    fn work(&mut self, collection: &Collection, limits: Limits, out: &mut RowBatch) -> Result<Progress> {
        let progress = self.step(collection, limits, out)?;
        Ok(self.stats.count(progress))
    }

    fn name(&self) -> &'static str {
        if self.kind == KeyKind::Sphere { "GEO_NEAR_2DSPHERE" } else { "GEO_NEAR_2D" }
    }

    fn stats(&self) -> CommonStats {
        self.stats
    }

    fn examined(&self) -> Examined {
        let running = self.scan.as_ref().map_or_else(Examined::default, |scan| total_examined(&**scan));
        self.examined + running
    }

    fn describe(&self, out: &mut DocBuilder) {
        if let Some(filter) = &self.filter {
            out.append_doc("filter", RawDoc::new(&filter.describe()));
        }
        out.append_doc("keyPattern", RawDoc::new(&self.pattern))
            .append_str("indexName", &self.index_name)
            .append_i32("indexVersion", 2);
    }

    fn describe_stats(&self, out: &mut DocBuilder) {
        out.array("searchIntervals", |intervals| {
            for (inner, outer, documents) in &self.rings {
                intervals.document(|interval| {
                    interval.append("minDistance", &Value::Double(*inner));
                    interval.append("maxDistance", &Value::Double(*outer));
                    interval.append_bool("maxInclusive", true);
                    interval.append_count("nBuffered", *documents);
                });
            }
        });
    }

    fn indexes_used(&self, out: &mut Vec<String>) {
        out.push(self.index_name.clone());
    }

    fn summary(&self, out: &mut Vec<String>) {
        out.push(format!("{} {}", self.name(), display_document(RawDoc::new(&self.pattern))));
    }
}
