//! `cargo xtask types`: generates the TypeScript types of messages and exercises from the Rust ones.

use std::io::Write as _;
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};

use crate::{npm, steps};

/// A generated file: its path, the source crate, its imports, and its declarations.
struct Generated {
    file: &'static str,
    source: &'static str,
    imports: &'static str,
    declarations: fn(&ts_rs::Config) -> Vec<String>,
}

const FILES: &[Generated] = &[
    Generated {
        file: "web/types/protocol.ts",
        source: "crates/protocol",
        imports: "import type { Part } from \"../data/part.js\";\nimport type { Bundle } from \"../grader/bundle.js\";\n",
        declarations: protocol::typescript::declarations,
    },
    Generated {
        file: "web/types/exercise.ts",
        source: "crates/exercise",
        imports: "",
        declarations: exercise::declarations,
    },
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => FILES.iter().try_for_each(|generated| {
            let path = steps::root().join(generated.file);
            std::fs::write(&path, text(generated)?)
                .with_context(|| format!("could not write {}", path.display()))
        }),
        [flag] if flag == "--check" => check(),
        _ => bail!("expected --check or nothing, not {arguments:?}"),
    }
}

/// Compares the files with the Rust types.
///
/// # Errors
/// A file is outdated.
pub(crate) fn check() -> Result<()> {
    for generated in FILES {
        let written = std::fs::read_to_string(steps::root().join(generated.file)).unwrap_or_default();
        if written != text(generated)? {
            bail!("{} is not up to date: run `cargo xtask types`", generated.file);
        }
    }
    Ok(())
}

/// Returns the generated contents of a file, formatted. Lists are read-only, since messages are only read.
fn text(generated: &Generated) -> Result<String> {
    let config = ts_rs::Config::new().with_large_int("number");
    let declarations = (generated.declarations)(&config).join("\n\n").replace("Array<", "ReadonlyArray<");
    let Generated { imports, source, .. } = generated;
    let head = format!(
        "/** Written by `cargo xtask types` from {source}, where each variant has a comment, too. */"
    );
    formatted(&short_comments(&format!("{head}\n{imports}\n{declarations}\n")))
}

/// Puts comments with a single line of text on one line.
fn short_comments(source: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in source.lines() {
        let [.., begin, words] = lines.as_mut_slice() else {
            lines.push(line.to_owned());
            continue;
        };
        match words.strip_prefix(" * ") {
            Some(text) if line == " */" && begin == "/**" => {
                *begin = format!("/** {text} */");
                lines.pop();
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

fn formatted(source: &str) -> Result<String> {
    let mut prettier = npm::node()
        .arg(npm::folder().join("node_modules/prettier/bin/prettier.cjs"))
        .args(["--parser", "typescript", "--config"])
        .arg(steps::root().join(".prettierrc.json"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("could not start prettier")?;
    prettier.stdin.take().context("prettier has no input")?.write_all(source.as_bytes())?;
    let output = prettier.wait_with_output()?;
    if !output.status.success() {
        bail!("prettier could not format the types ({})", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_line_comments_are_compact() {
        let source = "/**\n * One.\n */\ntype A = 1;\n/**\n * Two\n * lines.\n */\ntype B = 2;";
        let expected = "/** One. */\ntype A = 1;\n/**\n * Two\n * lines.\n */\ntype B = 2;";
        assert_eq!(short_comments(source), expected);
    }
}
