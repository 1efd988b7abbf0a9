//! `cargo xtask test`: all checks that a change must pass.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::counts::Counts;
use crate::steps::Profile;
use crate::{browser, build, dist, exercises, npm, size, steps, tidy, types};

/// Crates with tests that also run in a browser.
const BROWSER_CRATES: &[&str] = &["corpus", "wasm"];

/// Tool crates, which are tested separately: with the workspace they would be compiled a second time with
/// other features.
const TOOLS: &[&str] = &["xtask", "wasm-test-runner"];

/// A group of checks.
struct Part {
    name: &'static str,
    run: fn() -> Result<Counts>,
}

const PUBLISHED: &str = "published build";

const PARTS: &[Part] = &[
    Part { name: "format", run: format },
    Part { name: "tidy", run: tidy::check },
    Part { name: "lint", run: lint },
    Part { name: "native tests", run: native },
    Part { name: "tool tests", run: tools },
    Part { name: "tests in the browser", run: in_browser },
    Part { name: PUBLISHED, run: published },
    Part { name: "sizes", run: size::check },
    Part { name: "types", run: compile_types },
    Part { name: "scripts", run: scripts },
    Part { name: "exercises", run: exercises::check },
    Part { name: "package", run: package },
    Part { name: "end to end", run: end_to_end },
    Part { name: "documentation tools", run: documentation_tools },
];

/// The result of a part.
struct Outcome {
    name: &'static str,
    counts: Counts,
    fault: Option<String>,
    took: Duration,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let chosen: Vec<_> = PARTS
        .iter()
        .filter(|part| arguments.is_empty() || arguments.iter().any(|a| a == part.name))
        .collect();
    if let Some(unknown) = arguments.iter().find(|name| PARTS.iter().all(|part| part.name != *name)) {
        let names: Vec<_> = PARTS.iter().map(|part| format!("{:?}", part.name)).collect();
        bail!("there is no part {unknown:?}, only {}", names.join(", "));
    }
    steps::set_up_wasm_target()?;
    npm::set_up()?;
    browser::set_up()?;
    let start = Instant::now();
    if chosen.len() > 1 && chosen.iter().any(|part| part.name == PUBLISHED) {
        compile_ahead();
    }
    let outcomes: Vec<_> = chosen.into_iter().map(attempt).collect();
    summary(&outcomes, start.elapsed())
}

/// Begins to compile the published modules: link-time optimization uses one processor, the first parts the others.
/// The published build waits for them, as cargo builds a profile once at a time, and reports errors.
fn compile_ahead() {
    std::thread::spawn(|| build::compile(Profile::Release));
}

fn attempt(part: &Part) -> Outcome {
    println!("\n── {} ──", part.name);
    let start = Instant::now();
    let (counts, fault) = match (part.run)() {
        Ok(counts) if counts.failed > 0 => (counts, Some(format!("{} failed", counts.failed))),
        Ok(counts) => (counts, None),
        Err(error) => (Counts::default(), Some(format!("{error:#}"))),
    };
    if let Some(fault) = &fault {
        println!("{} FAILED: {fault}", part.name);
    }
    Outcome { name: part.name, counts, fault, took: start.elapsed() }
}

fn summary(outcomes: &[Outcome], took: Duration) -> Result<()> {
    println!("\n── summary ──");
    for Outcome { name, counts, fault, took } in outcomes {
        let state = if fault.is_some() { "FAILED" } else { "ok" };
        let seconds = took.as_secs();
        println!(
            "{state:<7} {name:<21} {:>6} passed {:>4} failed {seconds:>5} s",
            counts.passed, counts.failed
        );
    }
    let passed: u64 = outcomes.iter().map(|outcome| outcome.counts.passed).sum();
    let failed: Vec<_> =
        outcomes.iter().filter(|outcome| outcome.fault.is_some()).map(|outcome| outcome.name).collect();
    let seconds = took.as_secs();
    println!("{passed} checks passed in {} min {} s", seconds / 60, seconds % 60);
    if failed.is_empty() { Ok(()) } else { bail!("failed: {}", failed.join(", ")) }
}

/// Runs a command that only succeeds or fails.
fn whole(command: &mut Command) -> Result<Counts> {
    steps::run(command)?;
    Ok(Counts { passed: 1, failed: 0 })
}

/// Runs a command that reports tests, and shows and counts them.
pub(crate) fn counted(command: &mut Command) -> Result<Counts> {
    let mut child =
        command.stdout(Stdio::piped()).spawn().with_context(|| format!("could not start {command:?}"))?;
    let mut counts = Counts::default();
    let mut out = std::io::stdout().lock();
    for line in BufReader::new(child.stdout.take().context("no output")?).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        writeln!(out, "{line}")?;
        counts.read(&line);
    }
    let status = child.wait()?;
    match (status.success(), counts) {
        (true, Counts { passed: 0, failed: 0 }) => bail!("no tests ran"),
        (false, Counts { failed: 0, .. }) => bail!("it ended with {status}"),
        _ => Ok(counts),
    }
}

fn format() -> Result<Counts> {
    whole(steps::cargo().args(["fmt", "--all", "--check"]))?;
    whole(&mut npm::script("format:check"))
}

fn lint() -> Result<Counts> {
    whole(steps::cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn native() -> Result<Counts> {
    let excluded = TOOLS.iter().flat_map(|name| ["--exclude", name]);
    counted(steps::cargo().args(["test", "--workspace", "--no-fail-fast"]).args(excluded))
}

fn tools() -> Result<Counts> {
    counted(steps::cargo().args(["test", "--package", "xtask"]))
}

fn in_browser() -> Result<Counts> {
    let packages = BROWSER_CRATES.iter().flat_map(|name| ["--package", name]);
    let mut cargo = steps::cargo();
    cargo.args(["test", "--no-fail-fast", "--tests", "--target", steps::WASM_TARGET]).args(packages);
    counted(cargo.envs(browser::environment()))
}

fn published() -> Result<Counts> {
    dist::build()?;
    Ok(Counts { passed: 1, failed: 0 })
}

fn compile_types() -> Result<Counts> {
    types::check()?;
    let compiler = npm::folder().join("node_modules/typescript/bin/tsc");
    let mut counts = Counts { passed: 1, failed: 0 };
    for project in steps::files_but(&npm::folder(), &["node_modules", "generated", "dist"])? {
        if project.file_name().is_some_and(|name| name == "tsconfig.json") {
            steps::run(npm::node().arg(&compiler).arg("--project").arg(project))?;
            counts.passed += 1;
        }
    }
    Ok(counts)
}

fn scripts() -> Result<Counts> {
    let out = npm::folder().join("dist/tests");
    let written = npm::bundle(&["tests", out.to_str().context("the repository's path is not Unicode")?])?;
    let bundled =
        written.iter().filter(|path| path.to_string_lossy().ends_with(".test.js")).map(|path| out.join(path));
    node_test(bundled.chain([npm::folder().join("site_server.test.mjs")]))
}

fn package() -> Result<Counts> {
    let folder = steps::root().join("tests/package");
    npm::install(&folder)?;
    let tests = steps::files_but(&folder, &["node_modules"])?;
    node_test(tests.into_iter().filter(|path| path.to_string_lossy().ends_with(".test.mjs")))
}

fn node_test(files: impl IntoIterator<Item = std::path::PathBuf>) -> Result<Counts> {
    counted(npm::node().args(["--enable-source-maps", "--test", "--test-reporter=spec"]).args(files))
}

fn end_to_end() -> Result<Counts> {
    counted(npm::node().args(["tests/e2e/run.mjs", "--site", "dist"]).envs(browser::environment()))
}

/// Tests the player in pages built by MkDocs, Sphinx and others.
fn documentation_tools() -> Result<Counts> {
    counted(npm::node().args(["tests/docs/run.mjs", "--site", "dist"]).envs(browser::environment()))
}
