//! The update language.
use crate::query::*;
use crate::value::*;
/// u
#[derive(Debug)]
pub struct Update;
/// o
pub struct UpdateOptions<'a> {
    /// a
    pub array_filters: Option<RawDoc<'a>>,
    /// c
    pub constants: Option<RawDoc<'a>>,
    /// c
    pub context: &'a FilterContext,
}
/// a
pub struct Applied {
    /// d
    pub document: Vec<u8>,
    /// c
    pub changed: bool,
    /// p
    pub patch: Option<(usize, usize)>,
    /// w
    pub fields_walked: u64,
    /// s
    pub bytes_shifted: u64,
}
impl Update {
    /// p
    pub fn parse(_u: RawValue<'_>, _o: &UpdateOptions<'_>) -> crate::Result<Self> {
        Ok(Update)
    }
    /// r
    pub fn is_replacement(&self) -> bool {
        false
    }
    /// r
    pub fn needs_position(&self) -> bool {
        false
    }
    /// a
    pub fn apply(&self, d: RawDoc<'_>, _p: Option<&MatchPosition>, _i: bool) -> crate::Result<Applied> {
        Ok(Applied {
            document: d.as_bytes().to_vec(),
            changed: false,
            patch: None,
            fields_walked: 0,
            bytes_shifted: 0,
        })
    }
    /// u
    pub fn upsert_document(&self, _f: &Filter, _id: [u8; 12]) -> crate::Result<Vec<u8>> {
        Ok(vec![5, 0, 0, 0, 0])
    }
}
