//! The review schedule of solved exercises: after 2, 7 and 30 days, with one function emptied.

use protocol::json::{Fault, FromJson, ToJson, Value};
use sorted_map::SortedMap;

/// Days until each review, counted from the previous one.
const DAYS: [f64; 3] = [2.0, 7.0, 30.0];

/// The most reviews offered at once.
const AT_ONCE: usize = 3;

const DAY: f64 = 86_400_000.0;

protocol::shape! {
    /// The review of one exercise.
    struct Review {
        /// The time of its last pass, in milliseconds since 1970.
        since: f64,
        /// The number of completed intervals.
        stage: u32,
        /// The number of completed reviews, which selects the function.
        turn: u32,
    }
}
protocol::written! { Review { since, stage, turn } }

impl Review {
    /// Days until the next review; `None` after the last one.
    pub fn days(&self) -> Option<f64> {
        DAYS.get(self.stage as usize).copied()
    }

    /// Milliseconds since it became due; `None` if it is not due.
    fn overdue(&self, now: f64) -> Option<f64> {
        let late = now - self.since - self.days()? * DAY;
        (late >= 0.0).then_some(late)
    }
}

/// The reviews of all exercises, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reviews(SortedMap<String, Review>);

impl FromJson for Reviews {
    fn from_json(value: Value) -> Result<Reviews, Fault> {
        SortedMap::from_json(value).map(Reviews)
    }
}

impl ToJson for Reviews {
    fn to_json(&self) -> Value {
        self.0.to_json()
    }
}

impl Reviews {
    /// The review of an exercise.
    pub fn of(&self, exercise: &str) -> Option<&Review> {
        self.0.get(exercise)
    }

    /// The exercises that are due, the longest overdue first.
    pub fn due(&self, now: f64) -> Vec<&str> {
        let mut due: Vec<(&str, f64)> =
            self.0.iter().filter_map(|(id, review)| Some((id.as_str(), review.overdue(now)?))).collect();
        let longest = || {
            let (place, _) = due.iter().enumerate().max_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b))?;
            Some(due.swap_remove(place).0)
        };
        std::iter::from_fn(longest).take(AT_ONCE).collect()
    }

    /// Schedules an exercise's first review after its first pass; an existing schedule stays.
    #[must_use]
    pub fn solved(&self, exercise: &str, now: f64) -> Reviews {
        let mut next = self.clone();
        if !next.0.contains_key(exercise) {
            next.0.insert(exercise.to_owned(), Review { since: now, stage: 0, turn: 0 });
        }
        next
    }

    /// Records a review: a pass leads to the next interval, a failure back to the first.
    #[must_use]
    pub fn reviewed(&self, exercise: &str, passed: bool, now: f64) -> Reviews {
        let mut next = self.clone();
        let review = next.0.or_default(exercise.to_owned());
        review.since = now;
        review.stage = if passed { review.stage + 1 } else { 0 };
        // After a failure the same function again.
        review.turn += u32::from(passed);
        next
    }

    /// Merges these reviews with those of another computer: the later one of each exercise.
    #[must_use]
    pub fn with_all(&self, other: &Reviews) -> Reviews {
        let mut next = self.clone();
        for (exercise, theirs) in &other.0 {
            if next.of(exercise).is_none_or(|mine| theirs.since > mine.since) {
                next.0.insert(exercise.clone(), theirs.clone());
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exercise_comes_back_after_2_7_and_30_days() {
        let mut reviews = Reviews::default().solved("a", 0.0);
        let mut now = 0.0;
        for days in DAYS {
            assert!(reviews.due(now + days * DAY - 1.0).is_empty());
            now += days * DAY;
            assert_eq!(reviews.due(now), ["a"]);
            reviews = reviews.reviewed("a", true, now);
        }
        assert!(reviews.due(now + 1_000.0 * DAY).is_empty());
    }

    #[test]
    fn a_failure_restarts_with_the_same_function() {
        let reviews = Reviews::default().solved("a", 0.0).reviewed("a", true, 2.0 * DAY).reviewed(
            "a",
            false,
            9.0 * DAY,
        );
        assert_eq!(reviews.of("a"), Some(&Review { since: 9.0 * DAY, stage: 0, turn: 1 }));
    }

    #[test]
    fn three_are_offered_the_longest_overdue_first() {
        let reviews = ["a", "b", "c", "d"]
            .into_iter()
            .enumerate()
            .fold(Reviews::default(), |all, (at, id)| all.solved(id, -(at as f64) * DAY));
        assert_eq!(reviews.due(3.0 * DAY), ["d", "c", "b"]);
        assert_eq!(reviews.solved("a", 5.0 * DAY), reviews);
    }

    #[test]
    fn the_later_review_of_two_computers_counts() {
        let here = Reviews::default().solved("a", 1.0).solved("b", 9.0);
        let there = Reviews::default().solved("a", 5.0).solved("b", 2.0).solved("c", 3.0);
        let all = here.with_all(&there);
        assert_eq!(["a", "b", "c"].map(|id| all.of(id).map(|r| r.since)), [Some(5.0), Some(9.0), Some(3.0)]);
    }
}
