//! `$planCacheStats`: <https://www.mongodb.com/docs/manual/reference/operator/aggregation/planCacheStats/>.

use std::collections::VecDeque;

use super::super::stage_prelude::*;
use super::Position;
use crate::value::type_name;

pub(super) const STAGE: StageOperator = StageOperator {
    position: Position::First,
    ..stage(
        "$planCacheStats",
        "The plans remembered for the shapes of queries.",
        ("[]", r#"{"$planCacheStats": {}}"#, "[]"),
        parse,
    )
};

fn parse(spec: RawValue<'_>, context: &mut ParseContext) -> Result<Vec<Box<dyn Stage>>> {
    let Some(options) = spec.as_document() else {
        return Err(Error::failed_to_parse(format!(
            "$planCacheStats value must be an object. Found: {}",
            type_name(spec.tag)
        )));
    };
    if options.get("allHosts").is_some_and(|all| all.as_bool() == Some(true)) {
        return Err(Error::new(
            4_503_200,
            "$planCacheStats stage supports allHosts parameter only for sharded clusters",
        ));
    }
    Arguments::new("$planCacheStats", options).only(&["allHosts"])?;
    Ok(vec![Box::new(PlanCacheStats {
        database: context.database.clone(),
        collection: context.collection.clone(),
        entries: None,
    })])
}

#[derive(Debug)]
struct PlanCacheStats {
    database: String,
    collection: String,
    entries: Option<VecDeque<Vec<u8>>>,
}

impl Stage for PlanCacheStats {
    fn next<'db>(
        &mut self,
        _: &mut Input<'_>,
        execution: &mut Execution<'db>,
    ) -> Result<Option<Document<'db>>> {
        let entries = self.entries.get_or_insert_with(|| {
            let found = execution.catalog.find(&self.database, &self.collection);
            let documents = found.map(|(_, collection)| collection.plan_cache.documents(collection.epoch));
            documents.unwrap_or_default().into()
        });
        Ok(entries.pop_front().map(Document::Owned))
    }

    fn dependencies(&self, _: &mut Dependencies) {}

    fn effect(&self) -> Effect {
        Effect::Replaces
    }
}
