//! The implementation of `$firstN`, `$lastN`, `$maxN` and `$minN`.

use std::collections::VecDeque;

use super::StateColumn;
use super::group_count::GroupCount;
use crate::Result;
use crate::aggregate::expression::{
    Dependencies, Environment, Expression, ParseContext, Scope, check_n_argument, compile, count_of,
};
use crate::value::{ArrayBuilder, RawDoc, RawValue, Value, compare};

/// The values to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// The values of the first documents.
    First,
    /// The values of the last documents.
    Last,
    /// The greatest, greatest first.
    Max,
    /// The least, least first.
    Min,
}

/// Compiles `{ input: <expression>, n: <count> }`.
///
/// # Errors
/// 5787801 and others for a malformed argument.
pub(super) fn parse(
    name: &str,
    which: Selection,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn StateColumn>> {
    let (n, input) = check_n_argument(name, argument)?;
    let n = compile(n, context)?;
    if let Some(n) = n.constant() {
        count_of(n)?;
    }
    Ok(Box::new(PickN { which, n, input: compile(input, context)?, groups: Vec::new() }))
}

#[derive(Debug)]
struct PickN {
    which: Selection,
    n: Box<dyn Expression>,
    input: Box<dyn Expression>,
    groups: Vec<Group>,
}

#[derive(Debug, Default)]
struct Group {
    /// The number of values to keep.
    count: GroupCount,
    values: VecDeque<Value<'static>>,
}

impl Group {
    fn add(&mut self, n: usize, which: Selection, value: Value<'_>, environment: &Environment) -> usize {
        let size = value.memory_size();
        match which {
            Selection::First => {
                if self.values.len() == n {
                    return 0;
                }
                self.values.push_back(value.into_owned());
            }
            Selection::Last => {
                if self.values.len() == n {
                    self.values.pop_front();
                }
                self.values.push_back(value.into_owned());
            }
            Selection::Max | Selection::Min => {
                if value.is_nullish() {
                    return 0;
                }
                let better = |known: &Value<'static>| {
                    let order = match environment.collation {
                        None => compare(known.view(), value.view()),
                        Some(_) => {
                            let (mut left, mut right) = (Vec::new(), Vec::new());
                            environment.compare(known.to_raw(&mut left), value.to_raw(&mut right))
                        }
                    };
                    if which == Selection::Max { order.is_ge() } else { order.is_le() }
                };
                // Most values are no better than the last one kept.
                if self.values.len() >= n && self.values.back().is_some_and(better) {
                    return 0;
                }
                let at = self.values.partition_point(better);
                self.values.insert(at, value.into_owned());
                self.values.truncate(n);
            }
        }
        size
    }
}

impl StateColumn for PickN {
    fn open(&mut self) {
        self.groups.push(Group::default());
    }

    fn set_key(&mut self, key: RawDoc<'_>) {
        if let (true, Some(group)) = (self.reads_key(), self.groups.last_mut()) {
            group.count.set_key(key);
        }
    }

    fn reads_key(&self) -> bool {
        self.n.constant().is_none()
    }

    fn add(&mut self, group: usize, scope: &Scope<'_, '_>) -> Result<usize> {
        let Some(state) = self.groups.get_mut(group) else {
            return Ok(0);
        };
        let n = state.count.get(Some(self.n.as_ref()), scope)?;
        let value = match self.input.evaluate(&super::narrow(scope))? {
            Value::Missing if matches!(self.which, Selection::First | Selection::Last) => Value::Null,
            value => value,
        };
        Ok(state.add(n, self.which, value, scope.environment))
    }

    fn value(&self, group: usize) -> Value<'static> {
        let mut out = ArrayBuilder::new();
        for value in self.groups.get(group).into_iter().flat_map(|group| &group.values) {
            out.push(value);
        }
        Value::array(out.finish())
    }

    fn reset(&mut self, group: usize) {
        if let Some(state) = self.groups.get_mut(group) {
            state.count.reset();
            state.values.clear();
        }
    }

    fn dependencies(&self, out: &mut Dependencies) {
        self.n.dependencies(out);
        self.input.dependencies(out);
    }
}
