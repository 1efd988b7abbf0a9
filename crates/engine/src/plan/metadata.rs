//! What a plan knows about a document beside its fields: what `$meta` gives.

use std::rc::Rc;

use crate::value::Value;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// The distance of the nearest place, in the unit of the search.
    pub geo_distance: Option<f64>,
    /// That place, as it is stored.
    pub geo_point: Option<Value<'static>>,
}

impl Metadata {
    /// What a search for the nearest places knows.
    pub fn near(distance: f64, place: Value<'static>) -> Rc<Self> {
        Rc::new(Metadata { geo_distance: Some(distance), geo_point: Some(place) })
    }
}
