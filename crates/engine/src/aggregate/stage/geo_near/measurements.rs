//! `$geoNear` over time-series measurements, which have no geospatial index: computes the distance of every
//! measurement and sorts them
//! (<https://www.mongodb.com/docs/manual/core/timeseries/timeseries-aggregations-operators/>).

use crate::aggregate::stage::{Memory, set_path};
use crate::aggregate::stage_prelude::*;
use crate::geo::Near;
use crate::value::Path;

/// `$geoNear` over time-series measurements.
#[derive(Debug)]
pub(super) struct GeoNearMeasurements {
    pub(super) near: Near,
    /// The path of the locations.
    pub(super) key: Path,
    /// The output path of the distance.
    pub(super) distance: Vec<Box<str>>,
    /// The output path of the nearest location.
    pub(super) place: Option<Vec<Box<str>>>,
    pub(super) multiplier: f64,
    pub(super) sorted: Option<std::vec::IntoIter<Vec<u8>>>,
}

impl GeoNearMeasurements {
    fn sort(&self, input: &mut Input<'_>) -> Result<Vec<Vec<u8>>> {
        let mut memory = Memory::default();
        let mut found = Vec::new();
        let sphere = self.near.uses(true);
        input.drain(|row| {
            let doc = row.document;
            let nearest = self.near.nearest(doc, &self.key, sphere);
            let within = |distance: f64| distance >= self.near.min && distance <= self.near.max;
            let Some(nearest) = nearest.filter(|nearest| within(nearest.distance)) else { return Ok(()) };
            let mut out = set_path(doc, &self.distance, &Value::Double(nearest.distance * self.multiplier));
            if let Some(place) = &self.place {
                out = set_path(RawDoc::new(&out), place, &Value::from(nearest.place));
            }
            memory.add(out.len() + 64, "$geoNear")?;
            found.push((nearest.distance, out));
            Ok(())
        })?;
        crate::value::sort_by(&mut found, |(one, _), (other, _)| one.total_cmp(other));
        Ok(found.into_iter().map(|(_, document)| document).collect())
    }
}

impl Stage for GeoNearMeasurements {
    fn run(&mut self, input: &mut Input<'_>, sink: &mut RowSink<'_>) -> Result<bool> {
        if self.sorted.is_none() {
            self.sorted = Some(self.sort(input)?.into_iter());
        }
        self.sorted.as_mut().map_or(Ok(true), |sorted| sink.push_all(sorted))
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        let paths = self.place.iter().chain([&self.distance]);
        Effect::Changes(paths.map(|path| path.join(".")).collect())
    }
}
