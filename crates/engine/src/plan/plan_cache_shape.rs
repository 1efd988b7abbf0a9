//! The plan cache query shape: the parts of a query that determine its candidate plans
//! (<https://www.mongodb.com/docs/manual/core/query-plans/#plan-cache-query-shape>).
//!
//! The other shape, in `query_shape.rs`, is that of the command as written and includes the types of
//! values. This one is that of the parsed filter and includes values only if they change the plans.

use super::PlanRequest;
use crate::value::{RawDoc, RawValue, View};

/// The shape of filter, order, projection and collation.
pub struct PlanCacheShape {
    pub(super) bytes: Vec<u8>,
}

impl PlanCacheShape {
    /// Computes the shape of a query.
    pub fn of(request: &PlanRequest) -> Self {
        let mut bytes = Vec::new();
        conditions(RawDoc::new(&request.filter.describe()), &mut bytes);
        let mut part = |tag: u8, doc: Option<RawDoc<'_>>| {
            bytes.push(tag);
            bytes.extend_from_slice(doc.map_or(&[], |doc| doc.as_bytes()));
        };
        part(b's', request.sort.as_ref().map(|sort| sort.document()));
        part(b'p', request.projection.as_ref().map(|projection| projection.spec()));
        part(b'c', request.collation.as_ref().map(|collation| collation.document()));
        PlanCacheShape { bytes }
    }

    /// Returns the `planCacheShapeHash` that explain shows.
    pub fn hash(&self) -> u32 {
        fingerprint(&self.bytes) as u32
    }
}

/// Returns the FNV-1a hash of some bytes; only its stability matters.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Writes paths and operators, and values only if they change the candidate plans.
fn conditions(doc: RawDoc<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    for element in doc {
        out.extend_from_slice(element.key);
        out.push(b':');
        value(element.name(), element.value, out);
    }
    out.push(b'}');
}

fn value(name: &str, value: RawValue<'_>, out: &mut Vec<u8>) {
    let nests = matches!(name, "$and" | "$or" | "$nor" | "$not" | "$elemMatch") || !name.starts_with('$');
    match value.view() {
        View::Document(inner) if nests => conditions(inner, out),
        View::Array(items) if nests => {
            out.push(b'[');
            for item in items.values().filter_map(RawValue::as_document) {
                conditions(item, out);
            }
            out.push(b']');
        }
        View::Bool(flag) => out.push(if flag { b't' } else { b'f' }),
        _ => out.push(b'?'),
    }
}
