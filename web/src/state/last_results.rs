//! What the last run and the last check of a subject gave, as it is kept between visits.

use protocol::json::ToJson;

use crate::wire::{Output, Report, RunResult, ScriptError};

/// Characters of output that are kept; long output keeps its head and its tail.
const MOST_OUTPUT: usize = 30_000;
/// Characters of a report with its schedules; a longer one is kept without them.
const MOST_REPORT: usize = 60_000;

protocol::shape! {
    /// What a run gave, without the data, the plans and the costs.
    struct LastRun {
        output: Vec<Output>,
        error: Option<ScriptError>,
        /// Milliseconds.
        duration: f64,
        /// Database commands.
        commands: usize,
    }
    /// What a check gave.
    struct LastCheck {
        report: Option<Report>,
        /// The [`fingerprint`] of the code that was checked.
        code: u32,
    }
}
protocol::written! {
    LastRun { output, error, duration, commands }
    LastCheck { report, code }
}

impl LastRun {
    /// The part of a run that is stored.
    pub fn of(run: &RunResult) -> LastRun {
        let mut error = run.error.clone();
        if let Some(error) = &mut error {
            error.message = shortened(&error.message, MOST_OUTPUT);
        }
        LastRun {
            output: fitting(&run.output, MOST_OUTPUT),
            error,
            duration: run.duration,
            commands: run.profile.len(),
        }
    }
}

impl LastCheck {
    /// The part of a report on this code that is stored.
    pub fn of(report: &Report, code: &str) -> LastCheck {
        let mut report = report.clone();
        if report.to_json().to_string().len() > MOST_REPORT {
            report.checks.iter_mut().for_each(|check| check.schedule = None);
        }
        LastCheck { report: Some(report), code: fingerprint(code) }
    }
}

/// The first and the last entries, with a note of how many lie between, so that all have `most` characters at most.
fn fitting(output: &[Output], most: usize) -> Vec<Output> {
    let mut room = [most / 2, most / 2];
    let fits = |room: &mut usize, one: &Output| {
        let size = one.text.len() + 40;
        let fits = size <= *room;
        *room = room.saturating_sub(size);
        fits
    };
    let head = output.iter().take_while(|one| fits(&mut room[0], one)).count();
    let tail = output[head..].iter().rev().take_while(|one| fits(&mut room[1], one)).count();
    let between = output.len() - head - tail;
    let mut kept = output[..head].to_vec();
    if between > 0 {
        let text = format!("… {between} more, which were not kept: run the code again to see them …");
        kept.push(Output { kind: "note".to_owned(), text, line: None });
    }
    kept.extend_from_slice(&output[output.len() - tail..]);
    kept
}

fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    text.chars().take(most).chain(['…']).collect()
}

/// A number that differs for different code; spaces and line ends do not count. FNV-1a.
pub fn fingerprint(code: &str) -> u32 {
    code.bytes()
        .filter(|byte| !byte.is_ascii_whitespace())
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use protocol::json::FromJson;

    use super::*;
    use crate::wire::CheckReport;

    fn printed(text: &str) -> Output {
        Output { kind: "print".to_owned(), text: text.to_owned(), line: None }
    }

    #[test]
    fn what_is_kept_reads_back() {
        let error =
            ScriptError { name: "MongoServerError".into(), code: Some(11000), ..ScriptError::default() };
        let run = RunResult { output: vec![printed("a")], error: Some(error), ..RunResult::default() };
        let last = LastRun::of(&run);
        assert_eq!(LastRun::from_json(last.to_json()).unwrap(), last);
        let check = CheckReport { id: "c".into(), status: "failed".into(), ..CheckReport::default() };
        let last = LastCheck::of(&Report { checks: vec![check], ..Report::default() }, "x");
        assert_eq!(LastCheck::from_json(last.to_json()).unwrap(), last);
    }

    #[test]
    fn long_output_keeps_head_and_tail() {
        let output: Vec<Output> = (0..1_000).map(|n| printed(&format!("line {n}"))).collect();
        let kept = fitting(&output, 1_000);
        assert_eq!((kept[0].text.as_str(), kept.last().unwrap().text.as_str()), ("line 0", "line 999"));
        let between = 1_000 - (kept.len() - 1);
        assert!(kept.iter().any(|one| one.text.contains(&format!("{between} more"))), "{kept:?}");
        assert_eq!(fitting(&output[..3], 1_000), output[..3]);
        // One entry that is too long by itself leaves the note alone.
        assert_eq!(fitting(&[printed(&"x".repeat(5_000))], 1_000).len(), 1);
    }

    #[test]
    fn spaces_make_no_other_code() {
        assert_eq!(fingerprint("a = 1;\n"), fingerprint("a=1;"));
        assert_ne!(fingerprint("a = 1;"), fingerprint("a = 2;"));
    }
}
