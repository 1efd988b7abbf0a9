//! `cargo xtask build`: the static site in `dist/`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::engine::{bind, compile_all};
use crate::steps::{self, Profile, step};
use crate::{npm, optimize};

/// The base name of the page's `.js` and `.wasm`.
const PAGE: &str = "schema_dojo_web";
/// The page's crate.
const PAGE_CRATE: &str = "schema-dojo-web";

/// Files that are copied from the repository to the site unchanged.
const COPIED: &[(&str, &str)] = &[
    ("web/manifest.webmanifest", "manifest.webmanifest"),
    ("web/editor/methods.json", "methods.json"),
    ("web/editor/operators.json", "operators.json"),
    ("web/icons/icon.svg", "icons/icon.svg"),
    ("web/generated/page/schema_dojo_web.js", "page/schema_dojo_web.js"),
];

/// Compiled modules: source path and path in the site.
const MODULES: &[(&str, &str)] = &[
    ("web/generated/engine/schema_dojo_bg.wasm", "engine/schema_dojo_bg.wasm"),
    ("web/generated/page/schema_dojo_web_bg.wasm", "page/schema_dojo_web_bg.wasm"),
];

/// The folder of `<schema-dojo>` and all files that it loads, named by the workspace's version.
const PLAYER: &str = concat!("v", env!("CARGO_PKG_VERSION"));

/// The files that the player shares with the site, besides the exercises.
const SHARED: &[&str] = &[
    "completion.js",
    "worker.js",
    "sandbox.html",
    "methods.json",
    "operators.json",
    "styles/app.css",
    "engine/schema_dojo_bg.wasm",
];

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let out = build(Profile::from_arguments(arguments)?)?;
    println!("The site is in {}", out.display());
    Ok(())
}

/// Builds the site and returns its folder.
///
/// # Errors
/// A missing tool can't be set up, or a source file has a fault.
pub(crate) fn build(profile: Profile) -> Result<PathBuf> {
    let root = steps::root();
    let out = root.join("dist");
    std::fs::create_dir_all(&out)?;
    let folder = out.to_str().context("the repository's path is not Unicode")?;
    let release = if profile == Profile::Release { &["--release"][..] } else { &[] };

    steps::set_up_wasm_target()?;
    npm::set_up()?;
    modules(profile)?;

    let mut written = BTreeSet::new();
    step("bundling scripts and styles", || {
        written.extend(npm::bundle(&[&["site", folder], release].concat())?);
        Ok(())
    })?;
    for (from, to) in COPIED {
        written.insert(copy(&root.join(from), &out, to)?);
    }
    snippets(&root.join("web/generated/page/snippets"), &out, &mut written)?;
    for (from, to) in MODULES {
        written.insert(optimize::module(&root.join(from), &out, to, profile)?);
    }
    step("writing the exercises", || exercises(&out, &mut written))?;
    step("filling in sample rows", || npm::fill_samples(&out.join("exercises")))?;
    step("writing the text of every place", || texts(&root, folder, &mut written))?;
    // Without these costs, a check would measure the designs itself, while the learner waits.
    if profile == Profile::Release {
        step("measuring the designs", || npm::price(&out.join("exercises")))?;
    }
    step("completing the player's folder", || {
        player(&out, &mut written)?;
        remove_all_but(&out, &written)?;
        npm::bundle(&[&["player", folder], release].concat())
    })?;
    step("writing the service worker", || npm::bundle(&[&["offline", folder], release].concat()))?;
    Ok(out)
}

/// Compiles the engine and the page, and generates their JavaScript bindings.
///
/// # Errors
/// A crate doesn't compile.
pub(crate) fn modules(profile: Profile) -> Result<()> {
    let generated = steps::root().join("web/generated");
    step("building the engine and the page for WebAssembly", || {
        let [engine, page] = compile(profile)?;
        bind(&engine, crate::engine::NAME, &generated.join("engine"))?;
        bind(&page, PAGE, &generated.join("page"))
    })
}

/// Compiles the engine and the page, and returns the paths of their modules.
///
/// # Errors
/// A crate doesn't compile.
pub(crate) fn compile(profile: Profile) -> Result<[PathBuf; 2]> {
    match profile {
        Profile::Serve => compile_all(["wasm", PAGE_CRATE], profile, None),
        Profile::Release => {
            let [page] = compile_all([PAGE_CRATE], profile, None)?;
            Ok([crate::engine::compile(profile)?, page])
        }
    }
}

/// Compiles only the page into a folder. Returns the path of its module.
///
/// # Errors
/// The page doesn't compile.
pub(crate) fn page(profile: Profile, folder: &Path) -> Result<PathBuf> {
    let [page] = compile_all([PAGE_CRATE], profile, None)?;
    bind(&page, PAGE, folder)?;
    Ok(folder.join(format!("{PAGE}_bg.wasm")))
}

/// Copies the scripts that wasm-bindgen generates next to the page's own.
fn snippets(from: &Path, out: &Path, written: &mut BTreeSet<PathBuf>) -> Result<()> {
    if !from.exists() {
        return Ok(());
    }
    for path in steps::files(from)? {
        let name = Path::new("page/snippets").join(path.strip_prefix(from)?);
        let name = name.to_str().context("a snippet's name is not Unicode")?;
        written.insert(copy(&path, out, name)?);
    }
    Ok(())
}

fn exercises(out: &Path, written: &mut BTreeSet<PathBuf>) -> Result<()> {
    let folder = out.join("exercises");
    // Remove bundles of deleted exercises.
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let sources = steps::root().join("exercises");
    if !sources.exists() {
        println!("  there are none yet");
        return Ok(());
    }
    match exercise::write_bundles(&sources, out) {
        Ok(count) => println!("  {count} exercises"),
        Err(errors) => {
            for error in &errors {
                eprintln!("{error}");
            }
            bail!("{} faults in the exercises", errors.len());
        }
    }
    for entry in std::fs::read_dir(&folder)? {
        written.insert(Path::new("exercises").join(entry?.file_name()));
    }
    Ok(())
}

/// Copies the player's files into its self-contained folder, which later versions of the site leave
/// unchanged.
fn player(out: &Path, written: &mut BTreeSet<PathBuf>) -> Result<()> {
    for file in SHARED {
        written.insert(copy(&out.join(file), out, &format!("{PLAYER}/{file}"))?);
    }
    let exercises: Vec<_> = written
        .iter()
        .filter(|path| path.starts_with("exercises") && !path.ends_with("index.json"))
        .cloned()
        .collect();
    for exercise in exercises {
        let to = Path::new(PLAYER).join(&exercise);
        let to = to.to_str().context("an exercise's file name is not Unicode")?;
        written.insert(copy(&out.join(&exercise), out, to)?);
    }
    Ok(())
}

/// Prerenders each page of the site into an HTML file.
fn texts(root: &Path, folder: &str, written: &mut BTreeSet<PathBuf>) -> Result<()> {
    let mut page = steps::cargo();
    page.args(["run", "--quiet", "--package", "schema-dojo-web", "--features", "prerender", "--", folder]);
    page.arg(root.join("index.html")).stderr(std::process::Stdio::inherit());
    let files = steps::output(&mut page)?;
    println!("  {} places", files.lines().count());
    written.extend(files.lines().map(PathBuf::from));
    Ok(())
}

/// Copies a file into the site, and returns its path there.
///
/// # Errors
/// The file doesn't exist or can't be written.
pub(crate) fn copy(from: &Path, out: &Path, to: &str) -> Result<PathBuf> {
    let target = out.join(to);
    if let Some(parent) = target.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::copy(from, &target).with_context(|| format!("could not copy {}", from.display()))?;
    Ok(PathBuf::from(to))
}

/// Removes files of earlier builds from the site.
fn remove_all_but(out: &Path, written: &BTreeSet<PathBuf>) -> Result<()> {
    for path in steps::files(out)? {
        if !written.contains(path.strip_prefix(out)?) {
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}
