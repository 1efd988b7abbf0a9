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
    pub(super) sorted: Option<std::vec::IntoIter<(f64, Vec<u8>)>>,
}

impl GeoNearMeasurements {
    fn sort(&self, input: &mut Input<'_>, execution: &mut Execution<'_>) -> Result<Vec<(f64, Vec<u8>)>> {
        let mut memory = Memory::default();
        let mut found = Vec::new();
        let sphere = self.near.uses(true);
        while let Some(document) = input.next(execution)? {
            let doc = RawDoc::new(&document);
            let nearest = self.near.nearest(doc, &self.key, sphere);
            let within = |distance: f64| distance >= self.near.min && distance <= self.near.max;
            let Some(nearest) = nearest.filter(|nearest| within(nearest.distance)) else { continue };
            let mut out = set_path(doc, &self.distance, &Value::Double(nearest.distance * self.multiplier));
            if let Some(place) = &self.place {
                out = set_path(RawDoc::new(&out), place, &Value::from(nearest.place));
            }
            memory.add(out.len() + 64, "$geoNear")?;
            found.push((nearest.distance, out));
        }
        crate::value::sort_by(&mut found, |(one, _), (other, _)| one.total_cmp(other));
        Ok(found)
    }
}

impl Stage for GeoNearMeasurements {
    fn next<'db>(
        &mut self,
        input: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        let mut sorted = match self.sorted.take() {
            Some(sorted) => sorted,
            None => self.sort(input, execution)?.into_iter(),
        };
        let next = sorted.next().map(|(_, document)| Document::Owned(document));
        self.sorted = Some(sorted);
        Ok(next)
    }

    fn dependencies(&self, out: &mut Dependencies) {
        out.whole_document = true;
    }

    fn effect(&self) -> Effect {
        let paths = self.place.iter().chain([&self.distance]);
        Effect::Changes(paths.map(|path| path.join(".")).collect())
    }
}
