//! `cargo xtask fuzz`: searches with libFuzzer for bytes that violate an invariant, see `crates/fuzz`.
//!
//! The stable compiler supports the instrumentation. Only sanitizers need the nightly one, and the engine
//! has no unsafe code for them to check.

use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::steps;

/// The flags that cargo-fuzz also passes (<https://github.com/rust-fuzz/cargo-fuzz>): counters on every
/// edge, and comparisons, so that the fuzzer learns which values would have matched.
const INSTRUMENTED: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
     -Cdebug-assertions";

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let targets = targets()?;
    let (Some(name), options) = (arguments.first(), arguments.get(1..).unwrap_or_default()) else {
        bail!("which target? One of: {}", targets.join(", "));
    };
    if !targets.contains(name) {
        bail!("there is no target {name:?}. There are: {}", targets.join(", "));
    }
    let host = host()?;
    let folder = steps::target().join("fuzz");
    steps::run(
        steps::cargo()
            .args(["build", "--profile", "fuzz", "-p", "fuzz", "--features", "libfuzzer", "--target", &host])
            .args(["--bin", &format!("fuzz-{name}")])
            .env(
                "CARGO_ENCODED_RUSTFLAGS",
                INSTRUMENTED.split_whitespace().collect::<Vec<_>>().join("\u{1f}"),
            )
            .env("CARGO_TARGET_DIR", &folder),
    )?;
    // The corpus of interesting inputs persists between runs. Inputs that violate an invariant are stored
    // next to it.
    let corpus = folder.join("corpus").join(name);
    std::fs::create_dir_all(&corpus).with_context(|| format!("cannot make {}", corpus.display()))?;
    let artifacts = folder.join(format!("found-{name}-"));
    let mut fuzzer = Command::new(folder.join(host).join("fuzz").join(format!("fuzz-{name}")));
    // Inputs are choices, and need many of them from the start.
    fuzzer.arg(format!("-artifact_prefix={}", artifacts.display())).args(["-max_len=600", "-len_control=0"]);
    fuzzer.args(options);
    fuzzer.arg(&corpus);
    let seeds = steps::root().join("crates/fuzz/seeds").join(name);
    if seeds.exists() {
        fuzzer.arg(seeds);
    }
    fuzzer.current_dir(steps::root());
    steps::run(&mut fuzzer)
}

/// Returns the names of the files in `crates/fuzz/targets`.
fn targets() -> Result<Vec<String>> {
    let folder = steps::root().join("crates/fuzz/targets");
    let files = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut names: Vec<String> =
        files.flatten().filter_map(|file| Some(file.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

/// Returns the compiler's host triple.
fn host() -> Result<String> {
    let text = steps::output(Command::new("rustc").arg("-vV"))?;
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line.context("rustc does not say which machine it is for")?.to_owned())
}
