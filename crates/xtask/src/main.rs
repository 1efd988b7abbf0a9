//! The project's commands, run as `cargo xtask <command>`.
//!
//! One file per command. Commands that need tools beyond Rust, Node and npm set them up themselves, and
//! report it.

mod bench;
mod browser;
mod build;
mod compat;
mod counts;
mod dist;
mod engine;
mod exercises;
mod fuzz;
mod harness;
mod layers;
mod npm;
mod optimize;
mod scorm;
mod serve;
mod short_copies;
mod size;
mod skeleton;
mod steps;
mod test;
mod tidy;
mod types;
mod words;

use std::process::ExitCode;

use anyhow::Result;

/// A command of `cargo xtask`.
struct Subcommand {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<()>,
}

const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: "bench",
        about: "[--quick] [--json] [--growth] [--only <workload,…>] [--engines <name,…>]  measure against other engines",
        run: bench::run,
    },
    Subcommand { name: "build", about: "[--release]  build the site into dist", run: build::run },
    Subcommand {
        name: "compat",
        about: "[--check]  write COMPAT.md and the operators that the editor completes",
        run: compat::run,
    },
    Subcommand { name: "dist", about: "build what is published: the site, v1 and pkg", run: dist::run },
    Subcommand {
        name: "engine",
        about: "[--release]  build the engine for JavaScript into web/generated/engine",
        run: engine::run,
    },
    Subcommand {
        name: "exercises",
        about: "[<id> ...]  prove that designs pass and mistakes are caught; new <track>/<slug>  begin one; --mutate [--at-least <percent>]  measure what is caught",
        run: exercises::run,
    },
    Subcommand {
        name: "fuzz",
        about: "<target> [libFuzzer option …]  search for input that violates a property",
        run: fuzz::run,
    },
    Subcommand {
        name: "types",
        about: "[--check]  write the TypeScript types of messages and exercises",
        run: types::run,
    },
    Subcommand {
        name: "harness",
        about: "write the reference of the checks' harness into docs/harness.md",
        run: harness::run,
    },
    Subcommand {
        name: "scorm",
        about: "<track> [--folder <folder>]  write SCORM 1.2 and 2004 packages of a track's exercises",
        run: scorm::run,
    },
    Subcommand {
        name: "serve",
        about: "[--release] [--port <number>]  build the site and serve it here",
        run: serve::run,
    },
    Subcommand {
        name: "size",
        about: "[--by-module page|engine]  compressed downloads of the published site; or what one consists of",
        run: size::run,
    },
    Subcommand { name: "test", about: "[part…]  set up everything and test everything", run: test::run },
    Subcommand { name: "tidy", about: "check the house rules", run: tidy::run },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        eprintln!("{}", usage());
        return ExitCode::from(2);
    };
    let Some(subcommand) = SUBCOMMANDS.iter().find(|subcommand| subcommand.name == name) else {
        eprintln!("There is no command {name:?}.\n\n{}", usage());
        return ExitCode::from(2);
    };
    match (subcommand.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo xtask {name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> String {
    let lines = SUBCOMMANDS.iter().map(|s| format!("  {:<10} {}", s.name, s.about));
    format!("usage: cargo xtask <command>\n\n{}", lines.collect::<Vec<_>>().join("\n"))
}
