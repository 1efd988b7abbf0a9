//! Test counts, parsed from the output of test runners.

/// The numbers of passed and failed tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub passed: u64,
    pub failed: u64,
}

impl Counts {
    /// Adds the counts in a line of a runner's output: cargo's (`test result: ok. 3 passed; 0 failed; …`),
    /// our own (`3 passed, 0 failed`) or Node's (`ℹ pass 3`).
    pub(crate) fn read(&mut self, line: &str) {
        let line = line.trim();
        let words: Vec<&str> = line.split([' ', ';', ',', '.']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["ℹ" | "#", "pass", number] => self.passed += number.parse().unwrap_or(0),
            ["ℹ" | "#", "fail", number] => self.failed += number.parse().unwrap_or(0),
            ["test", "result:", _, passed, "passed", failed, "failed", ..]
            | [passed, "passed", failed, "failed", ..] => {
                self.passed += passed.parse().unwrap_or(0);
                self.failed += failed.parse().unwrap_or(0);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Counts {
        let mut counts = Counts::default();
        for line in lines {
            counts.read(line);
        }
        counts
    }

    #[test]
    fn reads_the_output_of_runners() {
        let cargo = "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!(read(&[cargo, cargo]), Counts { passed: 6, failed: 2 });
        assert_eq!(read(&["ℹ tests 5", "ℹ pass 4", "ℹ fail 1"]), Counts { passed: 4, failed: 1 });
        assert_eq!(read(&["10 passed, 2 failed, 0 not run"]), Counts { passed: 10, failed: 2 });
    }

    #[test]
    fn other_lines_do_not_count() {
        assert_eq!(read(&["test a::b ... ok", "they passed", "running 3 tests", ""]), Counts::default());
    }
}
