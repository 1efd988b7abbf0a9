//! `$geoWithin`: <https://www.mongodb.com/docs/manual/reference/operator/query/geoWithin/>.

use super::prelude::*;
use crate::geo::{GeoRelation, Geospatial};

pub(super) const OPERATOR: Operator = operator(
    "$geoWithin",
    Place::Field,
    "Matches places that lie entirely in a shape: `$geometry`, `$box`, `$polygon`, `$center` or `$centerSphere`.",
    (r#"{"place": [3, 4]}"#, r#"{"place": {"$geoWithin": {"$box": [[0, 0], [5, 5]]}}}"#, "true"),
    |argument| parse(argument, "$geoWithin", GeoRelation::Within),
);

/// Compiles a geospatial condition.
///
/// # Errors
/// Errors of [`Geospatial::parse`].
pub(super) fn parse(argument: &Argument<'_>, name: &'static str, lies: GeoRelation) -> Result<Node> {
    let mut written = DocBuilder::new();
    written.append_raw(name, argument.value);
    let written = written.finish();
    let condition = Geospatial::parse(argument.value, lies, RawDoc::new(&written))?;
    Ok(argument.leaf(Geo { condition, written }))
}

#[derive(Debug)]
struct Geo {
    condition: Geospatial,
    /// `{ $geoWithin: … }`, as written.
    written: Vec<u8>,
}

impl ValuePredicate for Geo {
    fn matches(&self, value: RawValue<'_>) -> bool {
        self.condition.matches(value)
    }

    fn geospatial(&self) -> Option<&Geospatial> {
        Some(&self.condition)
    }

    fn reason(&self) -> &'static str {
        "none of the considered geometries was contained within the expression’s geometry"
    }

    fn inverse_reason(&self) -> &'static str {
        "at least one of considered geometries was contained within the expression’s geometry"
    }

    fn describe(&self, out: &mut DocBuilder) {
        out.append_all(RawDoc::new(&self.written));
    }
}
