//! Plans that scan a collection without a secondary index; a clustered one in `_id` order
//! (<https://www.mongodb.com/docs/manual/core/clustered-collections/>).

use super::access::Access;
use super::conjuncts::filter_of;
use super::planner::{Sorting, collection_scan, fetched, finish};
use super::stage::ClusteredScan;
use super::{Candidate, Direction, PlanRequest};
use crate::collection::Collection;
use crate::query::Node;

/// Returns a collection scan, bounded by `_id` if the collection is clustered. `direction` is `None` if any
/// will do.
pub(super) fn whole(
    collection: &Collection,
    all: &[Node],
    request: &PlanRequest,
    direction: Option<Direction>,
) -> Candidate {
    let plain = || collection_scan(request, direction.unwrap_or_default());
    let Some(index) = collection.indexes().first().filter(|index| index.spec.clustered) else {
        return plain();
    };
    // Under another collation records are still ordered by `_id`, but bounds don't apply.
    let conditions = if request.compares_as(index) { all } else { &[] };
    let Some(access) = Access::of_any_extent(index, conditions) else { return plain() };
    let sort = request.order().filter(|_| request.compares_as(index));
    let sorted = sort.and_then(|sort| access.sort_direction(sort));
    let direction = direction.or(sorted).unwrap_or_default();
    let sorting = if sorted == Some(direction) { Sorting::Done } else { Sorting::Open };
    let mut given = access.clone();
    given.residual = all.to_vec();
    let ends = access.bounds.fields.first().and_then(|field| {
        let (first, last) = (field.bounds.intervals.first()?, field.bounds.intervals.last()?);
        (!field.is_all()).then(|| (first.low.value.clone(), last.high.value.clone()))
    });
    let scan = fetched(&given, direction);
    finish(Box::new(ClusteredScan::new(scan, filter_of(all), direction, ends)), request, sorting)
}
