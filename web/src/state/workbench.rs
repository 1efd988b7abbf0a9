//! The open exercise or free page: running work, results, and the visible tab.

use std::rc::Rc;

use super::LastRun;
use crate::wire::{Bundle, CollectionInfo, Comparison, Report, RunResult};

/// The subject of the workbench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// An exercise, by id.
    Exercise(String),
    /// The free page.
    Sandbox,
}

impl Subject {
    /// The name under which its code is stored. Exercise ids contain no slash, so the two kinds never collide.
    pub fn key(&self) -> String {
        match self {
            Subject::Exercise(id) => id.clone(),
            Subject::Sandbox => "free/sandbox".to_owned(),
        }
    }
}

/// A tab of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The script's output and value.
    #[default]
    Output,
    /// The checks of an exercise, with their observations.
    Checks,
    /// The documents of each collection.
    Documents,
    /// The changes of each statement.
    Changes,
    /// The cost of each statement.
    Cost,
    /// The plan of each query.
    Plan,
    /// The chunks of a cluster's collections, and the shards that were written to.
    Shards,
}

impl Tab {
    /// The tabs of an exercise, in the order shown.
    const ALL: [Tab; 6] = [Tab::Output, Tab::Checks, Tab::Documents, Tab::Changes, Tab::Cost, Tab::Plan];
    /// The tabs of the free page, which has no checks.
    const FREE: [Tab; 5] = [Tab::Output, Tab::Documents, Tab::Changes, Tab::Cost, Tab::Plan];

    /// The tabs of an exercise whose database is a cluster.
    const SHARDED: [Tab; 7] =
        [Tab::Output, Tab::Checks, Tab::Documents, Tab::Changes, Tab::Cost, Tab::Plan, Tab::Shards];

    /// The tabs of the free page when its database is a cluster.
    const FREE_SHARDED: [Tab; 6] =
        [Tab::Output, Tab::Documents, Tab::Changes, Tab::Cost, Tab::Plan, Tab::Shards];

    /// The tabs, in the order shown.
    pub fn all(exercise: bool, sharded: bool) -> &'static [Tab] {
        match (exercise, sharded) {
            (true, true) => &Tab::SHARDED,
            (true, false) => &Tab::ALL,
            (false, true) => &Tab::FREE_SHARDED,
            (false, false) => &Tab::FREE,
        }
    }

    /// The tab's label.
    pub fn label(self) -> &'static str {
        match self {
            Tab::Output => "Output",
            Tab::Checks => "Checks",
            Tab::Documents => "Documents",
            Tab::Changes => "Changes",
            Tab::Cost => "Cost",
            Tab::Plan => "Plan",
            Tab::Shards => "Shards",
        }
    }

    /// The last part of the tab's element ids.
    pub fn slug(self) -> &'static str {
        match self {
            Tab::Output => "output",
            Tab::Checks => "checks",
            Tab::Documents => "documents",
            Tab::Changes => "changes",
            Tab::Cost => "cost",
            Tab::Plan => "plan",
            Tab::Shards => "shards",
        }
    }
}

/// A pane of the workbench. Wide windows show all of them, others one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// The text of the exercise; on the free page, sources of data.
    #[default]
    Task,
    /// The editor.
    Code,
    /// The results.
    Results,
}

impl Pane {
    /// All of them, in the order shown.
    pub const ALL: [Pane; 3] = [Pane::Task, Pane::Code, Pane::Results];

    /// The value of the workbench's `data-pane`, and the last part of the element ids.
    pub fn slug(self) -> &'static str {
        match self {
            Pane::Task => "task",
            Pane::Code => "code",
            Pane::Results => "results",
        }
    }
}

/// The sandbox's current work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Filling the collections of an exercise.
    Load,
    /// Running the learner's code.
    Run,
    /// Grading it.
    Check,
    /// Measuring it and the accepted designs.
    Compare,
    /// Importing data.
    Import,
}

impl Work {
    /// The message while it is running.
    pub fn label(self) -> &'static str {
        match self {
            Work::Load => "Loading the data",
            Work::Run => "Running",
            Work::Check => "Checking",
            Work::Compare => "Measuring the designs",
            Work::Import => "Importing",
        }
    }
}

/// Running work and its progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The kind of work.
    pub work: Work,
    /// Steps done, of `total`; both 0 while unknown.
    pub done: u32,
    /// Steps in all.
    pub total: u32,
    /// The current step.
    pub label: Rc<str>,
    /// Whether Stop was pressed.
    pub stopping: bool,
}

/// The reason why work failed as a whole, as opposed to an error of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The work that was running.
    pub work: Work,
    /// A sentence for the learner.
    pub message: String,
}

/// The outcome of work.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The collections are loaded.
    Loaded(Vec<CollectionInfo>),
    /// Loading failed.
    NotLoaded(String),
    /// The script ran, with or without an error of its own.
    Ran(Rc<RunResult>),
    /// The checks ran.
    Checked(Rc<Report>),
    /// The designs were measured: with the passing code at this scale, or with the code in the editor.
    Compared(Option<u32>, Rc<Comparison>),
    /// Data was imported or a document edited; these are the collections now.
    Imported(Vec<CollectionInfo>),
    /// It failed.
    Failed(String),
}

/// The state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workbench {
    /// The number of opened subjects: answers for an earlier one are dropped.
    pub generation: u32,
    /// The open exercise, or the Sandbox.
    pub subject: Option<Subject>,
    /// The exercise, once it has arrived.
    pub bundle: super::Loadable<Rc<Bundle>>,
    /// The running work.
    pub task: Option<Task>,
    /// The collections as of the last answer.
    pub collections: Rc<[CollectionInfo]>,
    /// The number of changes of the data, by which views know when to reload.
    pub data_version: u32,
    /// The result of the last run.
    pub run: Option<Rc<RunResult>>,
    /// The result of the last visit's run, until there is a newer one.
    pub last_run: Option<Rc<LastRun>>,
    /// The report of the last check.
    pub report: Option<Rc<Report>>,
    /// Whether the code changed since that check.
    pub report_stale: bool,
    /// The last comparisons of the designs, by scale.
    pub comparisons: Vec<(u32, Rc<Comparison>)>,
    /// The last comparison with the code in the editor.
    pub beside: Option<Rc<Comparison>>,
    /// Why the last work failed.
    pub failure: Option<Failure>,
    /// The visible tab.
    pub tab: Tab,
    /// The collection in Documents, by database and name; `None` means the first one.
    pub chosen: Option<(String, String)>,
    /// The answers to the exercise's predictions so far, while the questions are open.
    pub asking: Option<Rc<[Option<f64>]>>,
    /// The visible pane where the window has room for one.
    pub pane: Pane,
    /// Whether the code came from a shared link, with the learner's own backed up.
    pub shared: bool,
}

/// An action on the workbench.
#[derive(Debug)]
pub enum WorkbenchAction {
    /// Another subject is opened.
    Open(Subject),
    /// Its bundle arrived.
    Bundle(u32, Result<Rc<Bundle>, String>),
    /// Work starts.
    Began(Work),
    /// Work progresses.
    Progress {
        /// The subject's generation.
        generation: u32,
        /// Steps done.
        done: u32,
        /// Steps in all.
        total: u32,
        /// The current step.
        label: String,
    },
    /// Stop was pressed.
    Stopping,
    /// Work ended.
    Ended(u32, Outcome),
    /// The stored results of the last visit's run and check; the latter with whether the code has changed since.
    Recalled(Option<Rc<LastRun>>, Option<(Rc<Report>, bool)>),
    /// The results are removed.
    Cleared,
    /// The code was edited.
    Edited,
    /// Another tab is selected.
    Tab(Tab),
    /// Another pane is selected.
    Pane(Pane),
    /// A collection is opened.
    Look {
        /// Its database.
        db: String,
        /// Its name.
        name: String,
    },
    /// A prediction is asked, with the answers so far, or the questions end.
    Ask(Option<Rc<[Option<f64>]>>),
    /// The code is now shared code, or the learner's own again.
    Shared(bool),
}

impl Workbench {
    /// The comparison of the designs at a scale, once it was measured.
    pub fn compared(&self, scale: u32) -> Option<&Comparison> {
        self.comparisons.iter().find(|(at, _)| *at == scale).map(|(_, comparison)| &**comparison)
    }

    /// Whether something runs that must end before other work starts. Loading does not count: other work is queued
    /// after it.
    pub fn busy(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.work != Work::Load)
    }

    /// Whether the code is available; an exercise's may still be loading.
    pub fn has_code(&self) -> bool {
        self.exercise().is_none() || self.bundle.ready().is_some()
    }

    /// Whether the Sandbox is open.
    pub fn is_free(&self) -> bool {
        self.subject == Some(Subject::Sandbox)
    }

    /// Whether the open exercise's database is a sharded cluster.
    pub fn sharded(&self) -> bool {
        self.bundle.ready().is_some_and(|bundle| bundle.cluster.is_some())
    }

    /// The open exercise's id.
    pub fn exercise(&self) -> Option<&str> {
        match &self.subject {
            Some(Subject::Exercise(id)) => Some(id),
            _ => None,
        }
    }

    /// Applies an action; returns an announcement for screen readers.
    pub fn apply(&mut self, action: WorkbenchAction) -> Option<String> {
        match action {
            WorkbenchAction::Open(subject) => {
                let pane = if subject == Subject::Sandbox { Pane::Code } else { Pane::Task };
                *self = Workbench {
                    pane,
                    generation: self.generation + 1,
                    data_version: self.data_version + 1,
                    subject: Some(subject),
                    ..Workbench::default()
                };
            }
            WorkbenchAction::Bundle(generation, result) if generation == self.generation => {
                self.bundle = result.into()
            }
            WorkbenchAction::Began(work) => {
                self.task = Some(Task { work, done: 0, total: 0, label: Rc::from(""), stopping: false });
                self.failure = None;
                if work == Work::Check {
                    (self.tab, self.pane) = (Tab::Checks, Pane::Results);
                }
            }
            WorkbenchAction::Progress { generation, done, total, label } if generation == self.generation => {
                if let Some(task) = &mut self.task {
                    (task.done, task.total, task.label) = (done, total, label.into());
                }
            }
            WorkbenchAction::Stopping => {
                if let Some(task) = &mut self.task {
                    task.stopping = true;
                }
            }
            WorkbenchAction::Ended(generation, outcome) if generation == self.generation => {
                return self.ended(outcome);
            }
            WorkbenchAction::Recalled(run, check) => {
                self.last_run = run;
                if let Some((report, stale)) = check {
                    (self.report, self.report_stale) = (Some(report), stale);
                }
            }
            WorkbenchAction::Cleared => {
                (self.run, self.last_run, self.report, self.failure) = (None, None, None, None);
                (self.beside, self.asking) = (None, None);
            }
            WorkbenchAction::Edited => self.report_stale = self.report.is_some(),
            WorkbenchAction::Tab(tab) => self.tab = tab,
            WorkbenchAction::Pane(pane) => self.pane = pane,
            WorkbenchAction::Look { db, name } => {
                self.chosen = Some((db, name));
                (self.tab, self.pane) = (Tab::Documents, Pane::Results);
            }
            WorkbenchAction::Ask(answers) => {
                if answers.is_some() {
                    (self.tab, self.pane) = (Tab::Checks, Pane::Results);
                }
                self.asking = answers;
            }
            WorkbenchAction::Shared(shared) => self.shared = shared,
            // An answer for a previous subject.
            WorkbenchAction::Bundle(..) | WorkbenchAction::Progress { .. } | WorkbenchAction::Ended(..) => {}
        }
        None
    }

    fn ended(&mut self, outcome: Outcome) -> Option<String> {
        let loading = matches!(outcome, Outcome::Loaded(_) | Outcome::NotLoaded(_));
        // Work that was started during loading continues.
        let ended = self.task.take_if(|task| !loading || task.work == Work::Load);
        let work = ended.map(|task| task.work);
        match outcome {
            Outcome::Loaded(collections) | Outcome::Imported(collections) => {
                self.collections = collections.into();
                self.data_version += 1;
                None
            }
            Outcome::Ran(result) => {
                self.collections = result.collections.clone().into();
                self.data_version += 1;
                let said = match &result.error {
                    Some(error) => format!("Run ended with an error: {}", error.message),
                    None => "Run finished.".to_owned(),
                };
                // An error is shown in the output; otherwise the learner stays on the current tab, unless it shows no
                // results of a run.
                if result.error.is_some() || self.tab == Tab::Checks {
                    self.tab = Tab::Output;
                }
                self.pane = Pane::Results;
                self.run = Some(result);
                self.last_run = None;
                Some(said)
            }
            Outcome::Checked(report) => {
                let passed = report.checks.iter().filter(|check| check.passed()).count();
                let mut said = format!("{passed} of {} checks passed.", report.checks.len());
                if let Some(first) = report.checks.iter().find(|check| check.status == "failed") {
                    said += &format!(" Failed: {} {}", first.sentence, first.observed);
                }
                self.report = Some(report);
                self.report_stale = false;
                Some(said)
            }
            Outcome::Compared(scale, comparison) => {
                match scale {
                    Some(scale) => self.comparisons.push((scale, comparison)),
                    None => self.beside = Some(comparison),
                }
                Some("The designs are measured.".to_owned())
            }
            Outcome::NotLoaded(message) => {
                self.failure = Some(Failure { work: Work::Load, message: message.clone() });
                Some(message)
            }
            Outcome::Failed(message) => {
                let work = work?;
                if work == Work::Run {
                    (self.tab, self.pane) = (Tab::Output, Pane::Results);
                }
                self.failure = Some(Failure { work, message: message.clone() });
                Some(message)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> Workbench {
        let mut bench = Workbench::default();
        bench.apply(WorkbenchAction::Open(Subject::Exercise("reviews".into())));
        bench
    }

    #[test]
    fn an_answer_to_an_earlier_subject_is_dropped() {
        let mut bench = opened();
        let old = bench.generation;
        bench.apply(WorkbenchAction::Open(Subject::Sandbox));
        bench.apply(WorkbenchAction::Began(Work::Load));
        let before = bench.clone();
        assert_eq!(bench.apply(WorkbenchAction::Ended(old, Outcome::Ran(Rc::default()))), None);
        bench.apply(WorkbenchAction::Bundle(old, Err("late".into())));
        assert_eq!(bench, before);
    }

    #[test]
    fn a_failed_run_frees_the_buttons_and_keeps_the_last_result() {
        let mut bench = opened();
        let generation = bench.generation;
        bench.apply(WorkbenchAction::Began(Work::Run));
        bench.apply(WorkbenchAction::Ended(generation, Outcome::Ran(Rc::default())));
        bench.apply(WorkbenchAction::Tab(Tab::Cost));
        bench.apply(WorkbenchAction::Began(Work::Run));
        assert!(bench.busy());
        let said =
            bench.apply(WorkbenchAction::Ended(generation, Outcome::Failed("stopped after 5 s".into())));
        assert!(!bench.busy());
        assert!(bench.run.is_some());
        assert_eq!(bench.tab, Tab::Output);
        assert_eq!(said.as_deref(), Some("stopped after 5 s"));
        assert_eq!(bench.failure.as_ref().map(|f| f.work), Some(Work::Run));
    }

    #[test]
    fn a_run_started_during_loading_continues() {
        for outcome in [Outcome::Loaded(Vec::new()), Outcome::NotLoaded("no such rows".into())] {
            let mut bench = opened();
            bench.apply(WorkbenchAction::Began(Work::Load));
            assert!(!bench.busy());
            bench.apply(WorkbenchAction::Began(Work::Run));
            bench.apply(WorkbenchAction::Ended(bench.generation, outcome));
            assert!(bench.busy());
            bench.apply(WorkbenchAction::Ended(bench.generation, Outcome::Ran(Rc::default())));
            assert!(!bench.busy());
        }
    }

    #[test]
    fn editing_makes_a_report_stale_and_checking_makes_it_fresh() {
        let mut bench = opened();
        bench.apply(WorkbenchAction::Edited);
        assert!(!bench.report_stale, "there is no report yet");
        bench.apply(WorkbenchAction::Ended(bench.generation, Outcome::Checked(Rc::default())));
        bench.apply(WorkbenchAction::Edited);
        assert!(bench.report_stale);
        bench.apply(WorkbenchAction::Ended(bench.generation, Outcome::Checked(Rc::default())));
        assert!(!bench.report_stale);
    }

    #[test]
    fn earlier_results_stay_until_there_are_newer_ones() {
        let mut bench = opened();
        bench.apply(WorkbenchAction::Recalled(Some(Rc::default()), Some((Rc::default(), true))));
        assert!(bench.last_run.is_some() && bench.report.is_some() && bench.report_stale);
        bench.apply(WorkbenchAction::Ended(bench.generation, Outcome::Ran(Rc::default())));
        assert!(bench.last_run.is_none() && bench.run.is_some());
        bench.apply(WorkbenchAction::Cleared);
        assert!(bench.run.is_none() && bench.report.is_none());
    }

    #[test]
    fn checking_opens_the_checks_and_a_run_leaves_them() {
        let mut bench = opened();
        assert_eq!((bench.tab, bench.pane), (Tab::Output, Pane::Task));
        bench.apply(WorkbenchAction::Began(Work::Check));
        assert_eq!((bench.tab, bench.pane), (Tab::Checks, Pane::Results));
        bench.apply(WorkbenchAction::Ended(bench.generation, Outcome::Checked(Rc::default())));
        bench.apply(WorkbenchAction::Pane(Pane::Code));
        bench.apply(WorkbenchAction::Began(Work::Run));
        assert_eq!(
            (bench.tab, bench.pane),
            (Tab::Checks, Pane::Code),
            "not before there is something to see"
        );
        bench.apply(WorkbenchAction::Ended(bench.generation, Outcome::Ran(Rc::default())));
        assert_eq!((bench.tab, bench.pane), (Tab::Output, Pane::Results));
    }

    #[test]
    fn the_free_page_has_no_checks() {
        assert!(!Tab::all(false, false).contains(&Tab::Checks));
        assert!(Tab::all(true, false).starts_with(&[Tab::Output, Tab::Checks]));
    }

    #[test]
    fn a_run_without_error_leaves_the_tab_alone() {
        let mut bench = opened();
        bench.apply(WorkbenchAction::Tab(Tab::Documents));
        bench.apply(WorkbenchAction::Began(Work::Run));
        bench.apply(WorkbenchAction::Ended(bench.generation, Outcome::Ran(Rc::default())));
        assert_eq!(bench.tab, Tab::Documents);
    }
}
