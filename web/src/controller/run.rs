//! Running, checking and comparing: one request at a time, and its result.

use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;

use super::{Controller, failed};
use crate::browser;
use crate::editor::Diagnostic;
use crate::sandbox::OnProgress;
use crate::state::{LastCheck, LastRun, Outcome, Work, WorkbenchAction, fingerprint};
use crate::storage::keys;
use crate::wire::{Raw, Reply, Report, Request, ScriptError};

impl Controller {
    /// Runs the code.
    pub fn run(&self) {
        let source = self.source();
        self.work(Work::Run, Request::Run { source }, |reply| match reply {
            Reply::Result(result) => Outcome::Ran(Rc::new(result)),
            other => failed(other),
        });
    }

    /// Grades the code.
    pub fn check(&self) {
        let Some(bundle) = self.raw_bundle() else {
            return;
        };
        if self.ask() {
            return;
        }
        let said = self.predictions();
        let (this, source, blank) = (self.clone(), self.source(), self.review_blank());
        let reviews = blank.is_some();
        let passes = self.app.workbench.exercise().map_or(0, |id| self.app.progress.of(id).passes);
        let request = Request::Check { bundle, source: source.clone(), said, blank, passes };
        self.work(Work::Check, request, move |reply| match reply {
            Reply::Report { report } => {
                this.graded(&report, &source);
                // A review runs only some of the checks.
                let whole = report.passed && !reviews;
                if let Some(id) = this.app.workbench.exercise().filter(|_| whole) {
                    this.saved(this.services.storage.set_text(&keys::passed(id), &source));
                }
                Outcome::Checked(Rc::new(report))
            }
            other => failed(other),
        });
    }

    /// The learner's last passing code of the open exercise, if any.
    pub fn passed_code(&self) -> Option<String> {
        self.services.storage.text(&keys::passed(self.app.workbench.exercise()?))
    }

    /// Measures the passing code and the accepted designs on `scale` times the data; without a scale, the current code
    /// on the exercise's data.
    pub fn compare(&self, scale: Option<u32>) {
        let Some(bundle) = self.raw_bundle() else {
            return;
        };
        let source = scale.and_then(|_| self.passed_code()).unwrap_or_else(|| self.source());
        let request = Request::Compare { bundle, source, scale: scale.unwrap_or(1) };
        self.work(Work::Compare, request, move |reply| match reply {
            Reply::Comparison(comparison) => Outcome::Compared(scale, Rc::new(comparison)),
            other => failed(other),
        });
    }

    /// The answers to the open exercise's predictions, `None` for each skipped question.
    fn predictions(&self) -> Vec<Option<f64>> {
        let key = self.app.workbench.exercise().map(keys::predicted);
        key.map(|key| self.services.storage.value(&key)).unwrap_or_default()
    }

    /// Asks the next prediction before the first check; returns whether there is one.
    fn ask(&self) -> bool {
        let bench = &self.app.workbench;
        let Some(bundle) = bench.bundle.ready() else {
            return false;
        };
        let standing = self.app.progress.of(&bundle.id);
        let answers = self.predictions();
        let wanted = answers.len() < bundle.predict.len() && standing.tries == 0 && !standing.passed;
        let asks = wanted && !bench.busy();
        if asks || bench.asking.is_some() {
            self.dispatch(WorkbenchAction::Ask(asks.then(|| answers.into())).into());
        }
        if asks {
            browser::focus_soon(".predict :is(input, button)".to_owned());
        }
        asks
    }

    /// Stores the answer to the current question; continues with the next one, or with the check.
    pub fn predict(&self, answer: Option<f64>) {
        let mut answers = self.predictions();
        answers.push(answer);
        self.keep(keys::predicted, &answers);
        self.check();
    }

    /// Records the result of a check of this code.
    fn graded(&self, report: &Report, source: &str) {
        let code = fingerprint(source);
        let place = report.checks.iter().find_map(|check| Some((check, check.place()?)));
        let fault = place.map(|(check, (line, column))| ScriptError {
            message: check.observed.clone(),
            line: Some(line),
            column: Some(column),
            ..ScriptError::default()
        });
        self.mark_fault(fault.as_ref());
        self.progress(|progress| progress.checked(&report.exercise, report.passed, report.earned(), code));
        self.note_review(&report.exercise, report.passed);
        if self.app.workbench.exercise() == Some(&report.exercise) {
            self.keep(keys::last_check, &LastCheck::of(report, source));
        }
    }

    pub(super) fn raw_bundle(&self) -> Option<Raw> {
        self.app.workbench.bundle.ready()?.raw.clone()
    }

    /// Stops the running request, which the sandbox then answers.
    pub fn stop(&self) {
        self.dispatch(WorkbenchAction::Stopping.into());
        // The pressed button is about to disappear.
        browser::focus(".toolbar .primary");
        self.services.sandbox.stop();
    }

    /// Stops the running request, unless it is loading, which is short and would only be repeated.
    pub(super) fn stop_work(&self) {
        if self.app.workbench.task.as_ref().is_some_and(|task| task.work != Work::Load) {
            self.services.sandbox.stop();
        }
    }

    pub(super) fn work(&self, work: Work, request: Request, read: impl FnOnce(Reply) -> Outcome + 'static) {
        if self.app.workbench.busy() || !self.app.workbench.has_code() {
            return;
        }
        let generation = self.app.workbench.generation;
        self.dispatch(WorkbenchAction::Began(work).into());
        let this = self.clone();
        spawn_local(async move {
            let on_progress: OnProgress = {
                let this = this.clone();
                Rc::new(move |done, total, label| {
                    this.dispatch(WorkbenchAction::Progress { generation, done, total, label }.into());
                })
            };
            let outcome = this
                .services
                .sandbox
                .ask(request, Some(on_progress))
                .await
                .map_or_else(Outcome::Failed, read);
            this.ended(generation, outcome).await;
        });
    }

    pub(super) async fn ended(&self, generation: u32, outcome: Outcome) {
        if let Outcome::Ran(result) = &outcome {
            self.mark_fault(result.error.as_ref());
            if generation == self.app.workbench.generation {
                self.keep(keys::last_run, &LastRun::of(result));
            }
        }
        let names_changed = matches!(outcome, Outcome::Loaded(_) | Outcome::Ran(_) | Outcome::Imported(_));
        let shown = match &outcome {
            // The failure may be below a long list of passed checks; a missed star is not a failure.
            Outcome::Checked(report) if report.passed => Some(".verdict"),
            Outcome::Checked(_) => Some(".check.failed"),
            // On a phone the results are below the code.
            Outcome::Ran(_) => Some(".results-pane"),
            Outcome::Failed(_) => Some("p.callout.bad"),
            _ => None,
        };
        self.dispatch(WorkbenchAction::Ended(generation, outcome).into());
        if let Some(selector) = shown {
            browser::reveal(selector);
        }
        if names_changed {
            self.refresh_words().await;
        }
    }

    pub(super) fn mark_fault(&self, error: Option<&ScriptError>) {
        let diagnostics: Vec<Diagnostic> = error
            .and_then(|e| {
                Some(Diagnostic { line: e.line?, column: e.column.unwrap_or(1), message: e.message.clone() })
            })
            .into_iter()
            .collect();
        if let Some(editor) = &*self.services.editor.borrow() {
            editor.set_diagnostics(&diagnostics);
        }
    }
}
