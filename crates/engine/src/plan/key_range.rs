//! Plans for `min` and `max`: a scan between two index keys.

use super::access::Access;
use super::planner::index_plans;
use super::{Candidate, KeyRange, PlanRequest};
use crate::collection::{Index, KeyKind};
use crate::error::{Error, Result};
use crate::query::Node;
use crate::value::RawDoc;

/// Returns the plan for `min` and `max`
/// (<https://www.mongodb.com/docs/manual/reference/method/cursor.min/>).
pub(super) fn ranged(hinted: Option<&Index>, all: &[Node], request: &PlanRequest) -> Result<Vec<Candidate>> {
    let incompatible = || Error::new(51174, "The index chosen is not compatible with min/max");
    let index = hinted.filter(|index| index.spec.wildcard.is_none()).ok_or_else(incompatible)?;
    let end =
        |key: &Option<Vec<u8>>| key.as_deref().map(|key| encode_end(index, RawDoc::new(key))).transpose();
    let (low, high) = (
        end(&request.min)?.map(|key| key.ok_or_else(incompatible)).transpose()?,
        end(&request.max)?.map(|key| key.ok_or_else(incompatible)).transpose()?,
    );
    if let (Some(low), Some(high)) = (&low, &high)
        && low >= high
    {
        return Err(Error::new(
            51175,
            "The value provided for min() does not come before the value provided for max()",
        ));
    }
    let mut access = Access::of_any_extent(index, &[]).ok_or_else(incompatible)?;
    access.bounds.range = Some(KeyRange { low, high });
    access.residual = all.to_vec();
    Ok(index_plans(access, request))
}

/// Encodes a whole key; `None` when its fields are not those of the index.
fn encode_end(index: &Index, key: RawDoc<'_>) -> Result<Option<Vec<u8>>> {
    if key.count() != index.spec.fields.len() {
        return Ok(None);
    }
    let mut out = Vec::new();
    for (element, field) in key.iter().zip(&index.spec.fields) {
        if element.name() != field.path.as_str()
            || !(field.kind.is_ordered() || field.kind == KeyKind::Hashed)
        {
            return Ok(None);
        }
        let folded = index.spec.collation.as_ref().map(|collation| collation.fold(element.value));
        let value = folded.as_ref().map_or(element.value.view(), |folded| folded.view());
        if field.is_descending() {
            crate::value::key::encode_descending(value, &mut out);
        } else {
            crate::value::key::encode(value, &mut out);
        }
    }
    Ok(Some(out))
}
