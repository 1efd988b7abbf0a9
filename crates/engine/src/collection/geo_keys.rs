//! The keys of `2dsphere` and `2d` indexes: the numbers of grid cells.
//!
//! <https://www.mongodb.com/docs/manual/core/indexes/index-types/geospatial/2dsphere/>,
//! <https://www.mongodb.com/docs/manual/core/indexes/index-types/geospatial/2d/>.
//! A document without a place has no entry.

use super::index_spec::{IndexSpec, KeyKind};
use crate::error::{Error, Result};
use crate::geo::{Grid, read_pair, read_stored, short_number};
use crate::query::{ArrayMode, visit_values};
use crate::value::{Path, RawDoc, RawValue, display_document};

/// The grid cells of a document's places at one path.
pub(super) struct Cells {
    /// The cell numbers; empty when there is no place.
    pub(super) numbers: Vec<i64>,
    /// Whether a place is a shape rather than a point.
    pub(super) shapes: bool,
}

/// Returns the cells of one geospatial field of an index.
///
/// # Errors
/// 16755 for an invalid geometry, 13027 for a point outside a `2d` index.
pub(super) fn cells_of(doc: RawDoc<'_>, path: &Path, kind: KeyKind, spec: &IndexSpec) -> Result<Cells> {
    let mut out = Cells { numbers: Vec::new(), shapes: false };
    let mut outcome = Ok(());
    let grid = spec.grid(kind);
    if kind == KeyKind::BucketSphere {
        measured(doc, path, grid, &mut out)?;
        return Ok(out.in_order());
    }
    visit_values(doc, path, ArrayMode::WholeOnly, &mut |place| {
        if outcome.is_ok() {
            outcome = match kind {
                KeyKind::Plane => plane(place, grid, &mut out.numbers),
                _ => sphere(doc, path, place, grid, &mut out),
            };
        }
    });
    outcome?;
    Ok(out.in_order())
}

impl Cells {
    fn in_order(mut self) -> Self {
        crate::value::sort(&mut self.numbers);
        self.numbers.dedup();
        self
    }
}

/// Returns the cells of all measurements in a bucket. Values of `field.rest` are at
/// `data.field.<number>.rest`.
fn measured(bucket: RawDoc<'_>, path: &Path, grid: Grid, out: &mut Cells) -> Result<()> {
    fn inner<'a>(doc: RawDoc<'a>, name: &str) -> Option<RawDoc<'a>> {
        doc.get(name).and_then(RawValue::as_document)
    }
    let mut parts = path.as_str().splitn(3, '.').skip(1);
    let (field, rest) = (parts.next().unwrap_or_default(), parts.next());
    let columns = inner(bucket, "data").unwrap_or(RawDoc::empty());
    let Some(column) = inner(columns, field) else { return Ok(()) };
    for measurement in column {
        match (rest.map(Path::new), measurement.value.as_document()) {
            (None, _) => sphere(column, path, measurement.value, grid, out)?,
            (Some(rest), Some(doc)) => {
                let mut outcome = Ok(());
                visit_values(doc, &rest, ArrayMode::WholeOnly, &mut |place| {
                    if outcome.is_ok() {
                        outcome = sphere(doc, path, place, grid, out);
                    }
                });
                outcome?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn sphere(doc: RawDoc<'_>, path: &Path, place: RawValue<'_>, grid: Grid, out: &mut Cells) -> Result<()> {
    if place.is_nullish() || place.as_array().is_some_and(|array| array.is_empty()) {
        return Ok(());
    }
    let name = path.parts().last().map_or("", |part| &*part.name);
    let refused = |error: Error| {
        Error::new(16755, format!("Can't extract geo keys: {}  {}", display_document(doc), error.message()))
    };
    let geometry = read_stored(name, place).map_err(refused)?;
    if !geometry.is_spherical() {
        return Err(refused(geometry.out_of_globe()));
    }
    let cells = grid.cells_of(&geometry);
    out.shapes |= !geometry.is_point();
    out.numbers.extend(cells);
    Ok(())
}

fn plane(place: RawValue<'_>, grid: Grid, out: &mut Vec<i64>) -> Result<()> {
    let Some(container) = place.as_container() else { return Ok(()) };
    let Some(first) = container.first() else { return Ok(()) };
    if first.value.is_number() {
        return plane_point(place, grid, out);
    }
    for location in container.values() {
        if location.as_container().is_none() {
            return Err(Error::new(16804, "location object expected, location array not in correct format"));
        }
        plane_point(location, grid, out)?;
    }
    Ok(())
}

fn plane_point(place: RawValue<'_>, grid: Grid, out: &mut Vec<i64>) -> Result<()> {
    let container = place.as_container().unwrap_or(RawDoc::empty());
    if container.is_empty() {
        return Err(Error::new(13067, "geo field is empty"));
    }
    if container.count() < 2 {
        return Err(Error::new(13068, "geo field only has 1 element"));
    }
    let point = read_pair(place).map_err(|_| {
        Error::new(
            13026,
            format!(
                "geo values must be 'legacy coordinate pairs' for 2d indexes: {}",
                display_document(container)
            ),
        )
    })?;
    if !grid.holds(point) {
        let (low, high) = grid.range();
        return Err(Error::new(
            13027,
            format!(
                "point not in interval of [ {}, {} ] :: caused by :: {{ 0: {}, 1: {} }}",
                short_number(low),
                short_number(high),
                crate::value::display_value(crate::value::Value::Double(point[0]).view()),
                crate::value::display_value(crate::value::Value::Double(point[1]).view())
            ),
        ));
    }
    out.push(grid.cell_of(point));
    Ok(())
}
