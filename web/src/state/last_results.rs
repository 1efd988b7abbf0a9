//! The results of the last run and check of a subject, as stored between visits.

use protocol::json::ToJson;

use crate::wire::{Output, Report, RunResult, ScriptError};

/// The most characters of stored output; longer output keeps its head and its tail.
const MAX_OUTPUT: usize = 30_000;
/// The most characters of a report with its schedules; a longer one is stored without them.
const MAX_REPORT: usize = 60_000;

protocol::shape! {
    /// The result of a run, without data, plans and costs.
    struct LastRun {
        output: Vec<Output>,
        error: Option<ScriptError>,
        /// The duration in milliseconds.
        duration: f64,
        /// The number of database commands.
        commands: usize,
    }
    /// The result of a check.
    struct LastCheck {
        report: Option<Report>,
        /// The [`fingerprint`] of the checked code.
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
            error.message = shortened(&error.message, MAX_OUTPUT);
        }
        LastRun {
            output: fitting(&run.output, MAX_OUTPUT),
            error,
            duration: run.duration,
            commands: run.profile.len(),
        }
    }
}

impl LastCheck {
    /// The part of a code's report that is stored.
    pub fn of(report: &Report, code: &str) -> LastCheck {
        let mut report = report.clone();
        if report.to_json().to_string().len() > MAX_REPORT {
            report.checks.iter_mut().for_each(|check| check.schedule = None);
        }
        LastCheck { report: Some(report), code: fingerprint(code) }
    }
}

/// The first and the last entries, and a note with the number of omitted lines; at most `most` characters in all.
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
        let text = format!("… {between} more entries were not stored. Run the code again to see them. …");
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

/// A hash (FNV-1a) of the code without whitespace.
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
    fn stored_results_read_back() {
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
        // A single entry that is too long is replaced by the note.
        assert_eq!(fitting(&[printed(&"x".repeat(5_000))], 1_000).len(), 1);
    }

    #[test]
    fn whitespace_does_not_change_the_fingerprint() {
        assert_eq!(fingerprint("a = 1;\n"), fingerprint("a=1;"));
        assert_ne!(fingerprint("a = 1;"), fingerprint("a = 2;"));
    }
}
