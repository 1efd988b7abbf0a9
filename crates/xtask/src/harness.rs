//! `cargo xtask harness`: generates the reference of the check harness in docs/harness.md from the comments
//! of its types.

use anyhow::{Context as _, Result, bail};

use crate::steps;

/// The file with the reference.
const FILE: &str = "docs/harness.md";
const BEGIN: &str = "<!-- harness: written by `cargo xtask harness` -->";
const END: &str = "<!-- /harness -->";

/// The parts of the reference: a heading, the file below `web/grader`, the type in it, the prefix of its
/// members, and the members to include (all if empty).
const PARTS: &[(&str, &str, &str, &str, &[&str])] = &[
    ("`t`, which a check is given", "script.ts", "interface Test", "t.", &[]),
    ("`t.fresh({ … })`", "script.ts", "interface FreshPlan", "", &[]),
    ("`t.cluster({ … })` besides", "cluster.ts", "interface ClusterShape", "", &[]),
    ("`must(id, sentence, check, { … })`, `star(…)`", "script.ts", "interface CheckOptions", "", &[]),
    (
        "`w`, a world",
        "world.ts",
        "class World",
        "w.",
        &[
            "rows",
            "call",
            "attempt",
            "has",
            "cost",
            "counted",
            "rival",
            "crash",
            "withoutIndexes",
            "clock",
            "db",
            "storage",
            "snapshot",
            "restore",
            "restartProcesses",
            "profile",
            "cluster",
            "sh",
        ],
    ),
    ("`w.cluster`, in a world of `t.cluster`", "cluster.ts", "class Cluster", "w.cluster.", &[]),
    ("A chunk of `w.cluster.chunks(…)`", "cluster.ts", "interface Chunk", "", &[]),
    ("A migration of `w.cluster.migrations`", "cluster.ts", "interface Migration", "", &[]),
    ("`w.rival(…, { … })`", "rival.ts", "interface RivalOptions", "", &[]),
    ("`w.crash(…, { … })`", "crash.ts", "interface CrashOptions", "", &[]),
    ("`t.expect`", "expect.ts", "interface Expect", "t.expect.", &[]),
    ("`rng` of `rows(rng, scale)`, and `t.random(seed)`", "random.ts", "interface Rng", "rng.", &[]),
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("expected no arguments, not {arguments:?}");
    }
    let (before, after) = both()?;
    if before != after {
        std::fs::write(steps::root().join(FILE), after)?;
    }
    Ok(())
}

/// Checks that the reference matches the types.
///
/// # Errors
/// The reference is outdated, or a file can't be read.
pub(crate) fn check() -> Result<()> {
    let (before, after) = both()?;
    if before == after { Ok(()) } else { bail!("{FILE} is older than the harness: cargo xtask harness") }
}

/// Returns the current and the generated contents of the file.
fn both() -> Result<(String, String)> {
    let before = std::fs::read_to_string(steps::root().join(FILE))?;
    let (head, rest) = before.split_once(BEGIN).with_context(|| format!("{FILE} lacks {BEGIN}"))?;
    let (_, tail) = rest.split_once(END).with_context(|| format!("{FILE} lacks {END}"))?;
    let after = format!("{head}{BEGIN}\n\n{}{END}{tail}", reference()?);
    Ok((before, after))
}

fn reference() -> Result<String> {
    let mut text = String::new();
    for (heading, file, item, prefix, only) in PARTS {
        let path = steps::root().join("web/grader").join(file);
        let source =
            std::fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
        let members = members(&source, item).with_context(|| format!("{file} has no {item}"))?;
        text.push_str(&format!("{heading}:\n\n"));
        let wanted = |name: &str| only.is_empty() || only.contains(&name);
        for member in members.iter().filter(|member| wanted(&member.name)) {
            if member.doc.is_empty() {
                bail!("{file}: {} has no doc comment", member.name);
            }
            let whole = format!("{prefix}{}", member.signature).replace(".(", "(");
            text.push_str(&format!("- `{whole}`: {}\n", member.doc));
        }
        if let Some(missing) = only.iter().find(|name| members.iter().all(|member| member.name != **name)) {
            bail!("{file}: {item} has no {missing}");
        }
        text.push('\n');
    }
    Ok(text)
}

/// A member of a type.
#[derive(Debug, PartialEq)]
struct Member {
    name: String,
    /// The declaration without a body.
    signature: String,
    /// The comment on one line.
    doc: String,
}

/// Returns the public members of `export <item> …` in order; `None` if the type doesn't exist.
fn members(source: &str, item: &str) -> Option<Vec<Member>> {
    let start = source.find(&format!("export {item} "))?;
    let mut found = Vec::new();
    let mut doc: Option<String> = None;
    let mut commenting = false;
    for line in source[start..].lines().skip(1) {
        if line.starts_with('}') {
            break;
        }
        // Members are indented by two spaces; deeper lines are in a body.
        let Some(text) = line.strip_prefix("  ").filter(|text| !text.starts_with("  ")) else { continue };
        if commenting || text.starts_with("/**") {
            let words = text.trim_start_matches("/**").trim_end_matches("*/").trim();
            let words = words.strip_prefix('*').unwrap_or(words).trim();
            let all = doc.take().filter(|_| commenting).unwrap_or_default();
            doc = Some(format!("{all} {words}").trim().to_owned());
            commenting = !text.ends_with("*/");
            continue;
        }
        if let Some(member) = member(text, doc.take().unwrap_or_default()) {
            found.push(member);
        }
    }
    Some(found)
}

/// Parses a line as the beginning of a member.
fn member(text: &str, doc: String) -> Option<Member> {
    if text.starts_with(['#', '}', '*', '/']) || text.starts_with("constructor") {
        return None;
    }
    let text = text.trim_start_matches("readonly ");
    let line = text.trim_end_matches('{').trim().trim_end_matches(';');
    // A getter is used like a field.
    let signature = line.strip_prefix("get ").map_or(line.to_owned(), |getter| getter.replacen("()", "", 1));
    let name: String = signature.chars().take_while(|c| c.is_alphanumeric()).collect();
    let signature = signature.split(" = ").next().unwrap_or(&signature);
    if name.is_empty() && !signature.starts_with('(') {
        return None;
    }
    Some(Member { name, signature: signature.to_owned(), doc })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_their_comments() {
        let source = "/** X. */\nexport interface X {\n  /** One. */\n  readonly a?: number;\n  /**\n   * Two,\n   * long.\n   */\n  b(of: string): void;\n}\n";
        let said: Vec<_> = members(source, "interface X")
            .unwrap()
            .into_iter()
            .map(|member| (member.name, member.signature, member.doc))
            .collect();
        let expected = [("a", "a?: number", "One."), ("b", "b(of: string): void", "Two, long.")];
        assert_eq!(said, expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned())));
        assert_eq!(members(source, "interface Y"), None);
    }

    #[test]
    fn bodies_and_private_members_are_skipped() {
        let source = "export class W {\n  #a = 1;\n  /** Reads. */\n  get db(): Db {\n    return this.#a;\n  }\n\n  constructor() {\n  }\n}\n";
        let names: Vec<_> =
            members(source, "class W").unwrap().into_iter().map(|member| member.signature).collect();
        assert_eq!(names, ["db: Db"]);
    }
}
