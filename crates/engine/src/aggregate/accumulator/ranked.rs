//! The implementation of `$top`, `$topN`, `$bottom` and `$bottomN`.

use super::group_count::GroupCount;
use super::{Pick, StateColumn};
use crate::aggregate::document_order::DocumentOrder;
use crate::aggregate::expression::{Dependencies, Expression, ParseContext, Scope, compile, count_of};
use crate::arguments::expect_specification;
use crate::value::{ArrayBuilder, RawDoc, RawValue, Value};
use crate::{Error, Result};

/// The variant of the accumulator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking {
    /// The operator's name.
    pub name: &'static str,
    /// Whether the last documents in sort order are kept instead of the first.
    pub bottom: bool,
    /// Whether the result is an array of n values instead of one value.
    pub many: bool,
}

/// Compiles `{ n: <count>, sortBy: { … }, output: <expression> }`.
///
/// # Errors
/// 5788001 and others for a malformed argument.
pub(super) fn parse(
    ranking: Ranking,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn StateColumn>> {
    let name = ranking.name;
    let doc = expect_specification(name, argument, 5788001)?;
    for element in doc {
        let known = matches!(element.name(), "sortBy" | "output") || (ranking.many && element.name() == "n");
        if !known {
            return Err(Error::new(5788002, format!("Unknown argument to {name} '{}'", element.name())));
        }
    }
    let required = |field: &str, code: i32| {
        doc.get(field).ok_or_else(|| Error::new(code, format!("Missing value for '{field}'")))
    };
    let n = if ranking.many { Some(compile(required("n", 5788003)?, context)?) } else { None };
    if let Some(n) = n.as_ref().and_then(|n| n.constant()) {
        count_of(n)?;
    }
    let output = compile(required("output", 5788004)?, context)?;
    let by = required("sortBy", 5788005)?;
    let Some(by) = by.as_document() else {
        return Err(Error::new(
            5788604,
            format!("expected 'sortBy' to already be an object in the arguments to {name}"),
        ));
    };
    // An empty pattern keeps the input order.
    let pattern = if by.is_empty() { DocumentOrder::default() } else { DocumentOrder::parse(by)? };
    let pattern = pattern.with_collation(context.environment.collation.clone());
    let order = by.as_bytes().to_vec();
    Ok(Box::new(Ranked { ranking, n, output, pattern, order, groups: Vec::new(), key: Vec::new() }))
}

#[derive(Debug)]
struct Ranked {
    ranking: Ranking,
    n: Option<Box<dyn Expression>>,
    output: Box<dyn Expression>,
    pattern: DocumentOrder,
    /// The sort pattern as written, in BSON.
    order: Vec<u8>,
    groups: Vec<Group>,
    /// The sort key of the current document.
    key: Vec<u8>,
}

#[derive(Debug, Default)]
struct Group {
    /// The number of values to keep.
    count: GroupCount,
    /// Sort keys and values, in the order of the pattern.
    kept: Vec<(Vec<u8>, Value<'static>)>,
}

impl StateColumn for Ranked {
    fn open(&mut self) {
        self.groups.push(Group::default());
    }

    fn set_key(&mut self, key: RawDoc<'_>) {
        if let (true, Some(group)) = (self.reads_key(), self.groups.last_mut()) {
            group.count.set_key(key);
        }
    }

    fn reads_key(&self) -> bool {
        self.n.as_ref().is_some_and(|n| n.constant().is_none())
    }

    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize> {
        let Some(state) = self.groups.get_mut(group) else {
            return Ok(0);
        };
        let n = state.count.get(self.n.as_deref(), scope)?;
        let key = &mut self.key;
        self.pattern.write_key(scope.root, key)?;
        // Documents with equal keys keep their input order.
        let full = state.kept.len() == n;
        let last = state.kept.last().filter(|_| full && !self.ranking.bottom);
        if last.is_some_and(|(known, _)| known <= key) {
            return Ok(0);
        }
        let at = state.kept.partition_point(|(known, _)| known <= key);
        if full && self.ranking.bottom && at == 0 {
            return Ok(0);
        }
        let value = match self.output.evaluate(&super::narrow(scope))? {
            Value::Missing => Value::Null,
            value => value.into_owned(),
        };
        let grown = key.len() + value.memory_size();
        state.kept.insert(at, (key.clone(), value));
        if full {
            let dropped = if self.ranking.bottom { 0 } else { n };
            state.kept.remove(dropped);
        }
        Ok(grown)
    }

    fn value(&self, group: usize) -> Value<'static> {
        let kept = self.groups.get(group).map_or(&[][..], |group| &group.kept);
        if !self.ranking.many {
            return kept.first().map_or(Value::Null, |(_, value)| value.clone());
        }
        let mut out = ArrayBuilder::new();
        for (_, value) in kept {
            out.push(value);
        }
        Value::array(out.finish())
    }

    fn reset(&mut self, group: usize) {
        if let Some(state) = self.groups.get_mut(group) {
            state.count.reset();
            state.kept.clear();
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.n.iter().for_each(|n| n.dependencies(out));
        self.output.dependencies(out);
        out.fields.extend(self.pattern.parts().iter().map(|part| part.path.as_str().to_owned()));
    }

    fn pick(&self) -> Option<Pick> {
        if self.ranking.many {
            return None;
        }
        Some(match self.ranking.bottom {
            true => Pick::Bottom(self.order.clone()),
            false => Pick::Top(self.order.clone()),
        })
    }
}
