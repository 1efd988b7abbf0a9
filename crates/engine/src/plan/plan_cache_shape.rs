//! The plan cache query shape: what of a query decides which plans there are
//! (<https://www.mongodb.com/docs/manual/core/query-plans/#plan-cache-query-shape>).
//!
//! The other shape of a query, in `query_shape.rs`, is of the command as it was written and keeps the types of
//! values; this one is of the filter as it was understood, and keeps of values nothing but what changes plans.

use super::PlanRequest;
use crate::value::{RawDoc, RawValue, View};

/// The shape of filter, order, projection and collation.
pub struct PlanCacheShape {
    pub(super) bytes: Vec<u8>,
}

impl PlanCacheShape {
    /// The shape of a query.
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

    /// What explain calls `planCacheShapeHash`.
    pub fn hash(&self) -> u32 {
        fingerprint(&self.bytes) as u32
    }
}

/// FNV-1a; only its stability matters.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// Writes paths and operators; of values only what changes which plans there are.
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
