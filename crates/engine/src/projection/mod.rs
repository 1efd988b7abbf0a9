//! `find`'s projection.
use crate::query::*;
use crate::value::*;
/// p
#[derive(Debug)]
pub struct Projection;
impl Projection {
    /// p
    pub fn parse(_s: RawDoc<'_>, _f: Option<&Filter>, _c: &FilterContext) -> crate::Result<Self> {
        Ok(Projection)
    }
    /// a
    pub fn apply(&self, d: RawDoc<'_>, _p: Option<&MatchPosition>) -> crate::Result<Vec<u8>> {
        Ok(d.as_bytes().to_vec())
    }
    /// n
    pub fn needs_position(&self) -> bool {
        false
    }
    /// s
    pub fn simple_fields(&self) -> Option<Vec<String>> {
        None
    }
    /// i
    pub fn is_simple(&self) -> bool {
        false
    }
    /// s
    pub fn spec(&self) -> RawDoc<'_> {
        RawDoc::empty()
    }
}
