//! The exercises that the learner has tried and solved.

use protocol::json::{Fault, FromJson, ToJson, Value};
use sorted_map::SortedMap;

/// The number of different failed tries after which the designs are shown without a pass.
pub const TRIES_BEFORE_DESIGNS: u32 = 3;

protocol::shape! {
    /// The progress of one exercise.
    #[derive(Eq)]
    struct Standing {
        /// Whether every required check has passed at least once.
        passed: bool,
        /// Checks that ended with a pass; the next one tests the program with other calls.
        passes: u32,
        /// The stars that all designs earned together.
        stars: u32,
        /// The `star` checks that some design has passed: a bit for each, by its index among the checks.
        earned: u32,
        /// Checks of different code that ended without a pass.
        tries: u32,
        /// Fingerprints of that code, as many as are needed to tell whether the next one is different.
        seen: Vec<u32>,
        /// Hints that were opened.
        hints: usize,
    }
}
protocol::written! { Standing { passed, passes, stars, earned, tries, seen, hints } }

impl Standing {
    /// Whether the accepted designs may be shown.
    pub fn designs_open(&self) -> bool {
        self.passed || self.tries >= TRIES_BEFORE_DESIGNS
    }
}

/// The progress of all exercises, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress(SortedMap<String, Standing>);

impl FromJson for Progress {
    fn from_json(value: Value) -> Result<Progress, Fault> {
        SortedMap::from_json(value).map(Progress)
    }
}

impl ToJson for Progress {
    fn to_json(&self) -> Value {
        self.0.to_json()
    }
}

impl Progress {
    /// The progress of an exercise; the default if it is untouched.
    pub fn of(&self, exercise: &str) -> Standing {
        self.0.get(exercise).cloned().unwrap_or_default()
    }

    /// Whether any exercise was started.
    pub fn any(&self) -> bool {
        !self.0.is_empty()
    }

    /// Records a check, with the `star` checks that passed. A later failure takes back neither a pass nor a star,
    /// because no single design may earn all stars. `code` is the fingerprint of the checked code: the same code again
    /// does not count as another try.
    #[must_use]
    pub fn checked(&self, exercise: &str, passed: bool, earned: u32, code: u32) -> Progress {
        self.with(exercise, |s| {
            if passed {
                s.passed = true;
                s.passes += 1;
                s.earned |= earned;
                // Earlier versions stored only the number.
                s.stars = s.stars.max(1 + s.earned.count_ones());
                s.seen.clear();
            } else if !s.passed && !s.seen.contains(&code) {
                s.tries += 1;
                if s.seen.len() < TRIES_BEFORE_DESIGNS as usize {
                    s.seen.push(code);
                }
            }
        })
    }

    /// Records that one more hint was opened, of `available`.
    #[must_use]
    pub fn hinted(&self, exercise: &str, available: usize) -> Progress {
        self.with(exercise, |s| s.hints = (s.hints + 1).min(available))
    }

    /// Merges this progress with that of another computer: an exercise solved in either is solved.
    #[must_use]
    pub fn with_all(&self, other: &Progress) -> Progress {
        other.0.iter().fold(self.clone(), |all, (exercise, theirs)| {
            all.with(exercise, |s| {
                s.passed |= theirs.passed;
                s.passes = s.passes.max(theirs.passes);
                s.earned |= theirs.earned;
                s.tries = s.tries.max(theirs.tries);
                s.hints = s.hints.max(theirs.hints);
                let earned = if s.passed { 1 + s.earned.count_ones() } else { 0 };
                s.stars = s.stars.max(theirs.stars).max(earned);
            })
        })
    }

    /// Counts a pass of a removed exercise for its successors, but without its stars.
    #[must_use]
    pub fn moved(&self, moved: &SortedMap<String, Vec<String>>) -> Progress {
        let passed = moved.iter().filter(|(id, _)| self.of(id).passed);
        passed.flat_map(|(_, successors)| successors).fold(self.clone(), |all, successor| {
            all.with(successor, |s| {
                s.passed = true;
                s.stars = s.stars.max(1);
            })
        })
    }

    fn with(&self, exercise: &str, change: impl FnOnce(&mut Standing)) -> Progress {
        let mut next = self.clone();
        change(next.0.or_default(exercise.to_owned()));
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_kept_when_a_later_try_fails() {
        let progress = Progress::default().checked("a", true, 0b10, 1).checked("a", false, 0, 2);
        assert_eq!(
            progress.of("a"),
            Standing { passed: true, passes: 1, stars: 2, earned: 0b10, ..Standing::default() }
        );
    }

    #[test]
    fn stars_of_several_designs_add_up() {
        let progress = Progress::default()
            .checked("a", true, 0b10, 1)
            .checked("a", true, 0b100, 2)
            .checked("a", true, 0b10, 3);
        assert_eq!(progress.of("a").stars, 3);
    }

    #[test]
    fn designs_open_after_three_different_tries_or_a_pass() {
        let mut progress = Progress::default();
        for code in [7, 8, 7, 7, 8, 9] {
            assert!(!progress.of("a").designs_open());
            progress = progress.checked("a", false, 0, code);
        }
        assert!(progress.of("a").designs_open());
        assert!(Progress::default().checked("b", true, 0, 1).of("b").designs_open());
    }

    #[test]
    fn no_more_hints_open_than_exist() {
        let progress = Progress::default().hinted("a", 2).hinted("a", 2).hinted("a", 2);
        assert_eq!(progress.of("a").hints, 2);
    }

    #[test]
    fn a_pass_counts_for_the_successors_of_an_exercise() {
        let moved = SortedMap::from_iter([
            ("old".to_owned(), vec!["a".to_owned(), "b".to_owned()]),
            ("tried".to_owned(), vec!["c".to_owned()]),
        ]);
        let progress = Progress::default()
            .checked("old", true, 0b110, 1)
            .checked("tried", false, 0, 1)
            .checked("b", true, 1, 1);
        let now = progress.moved(&moved);
        assert_eq!((now.of("a").passed, now.of("a").stars), (true, 1));
        assert_eq!(now.of("b").stars, 2);
        assert!(!now.of("c").passed);
        assert_eq!(now.moved(&moved), now);
    }

    #[test]
    fn progress_reads_back_and_tolerates_missing_fields() {
        let progress = Progress::default().checked("a", false, 0, 9).checked("c", true, 1, 9).hinted("b", 3);
        assert_eq!(Progress::from_json(progress.to_json()).unwrap(), progress);
        let old = Progress::from_json(json!({"a": {"passed": true}})).unwrap();
        assert!(old.of("a").passed);
    }
}
