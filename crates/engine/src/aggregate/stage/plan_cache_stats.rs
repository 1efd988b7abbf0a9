//! `$planCacheStats`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/planCacheStats/>.

use super::super::stage_prelude::*;
use super::Position;
use super::shared::collection_listing::CollectionListing;
use crate::collection::Collection;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    in_transactions: false,
    only_local: true,
    in_version_1: |_| false,
    ..stage(
        "$planCacheStats",
        "The cached plans, by query shape.",
        ("[]", r#"{"$planCacheStats": {}}"#, "[]"),
        parse,
    )
};

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let options = expect_document(
        spec,
        ErrorCode::FAILED_TO_PARSE,
        "$planCacheStats value must be an object. Found: {type}",
    )?;
    if options.get("allHosts").is_some_and(|all| all.as_bool() == Some(true)) {
        return Err(Error::new(
            4_503_200,
            "$planCacheStats stage supports allHosts parameter only for sharded clusters",
        ));
    }
    Arguments::new("$planCacheStats", options).only(&["allHosts"])?;
    let plans = |collection: &Collection| collection.plan_cache.documents(collection.epoch);
    Ok(vec![Box::new(CollectionListing::new(&context.database, &context.collection, plans))])
}
