//! `cargo xtask scorm`: packages the exercises of a track for learning management systems. These import the
//! package as a course, start each exercise, and record who passed with how many stars.
//!
//! A package contains a manifest, a page for each exercise, and the player that `<schema-dojo>` loads. It
//! needs no other host.

mod manifest;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use zip::write::SimpleFileOptions;

use crate::{npm, steps};
use manifest::{Edition, Item, escaped};

/// The player's folder in the site, named by the workspace's version.
const PLAYER: &str = concat!("v", env!("CARGO_PKG_VERSION"));

/// The files of a package, by path.
type Files = BTreeMap<String, Vec<u8>>;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let (track, folder) = match arguments {
        [track] => (track, None),
        [track, option, folder] if option == "--folder" => (track, Some(PathBuf::from(folder))),
        _ => bail!("expected a track, and maybe --folder with a folder, not {arguments:?}"),
    };
    let site = steps::root().join("dist");
    if !site.join(PLAYER).join("schema-dojo.js").exists() {
        bail!("there is no site in {}: run `cargo xtask build --release` first", site.display());
    }
    let out = folder.unwrap_or_else(|| site.join("scorm"));
    std::fs::create_dir_all(&out)?;
    let (title, items) = exercises(&site, track)?;
    let files = content(&site, &items)?;
    for edition in [Edition::Scorm12, Edition::Scorm2004] {
        let manifest = manifest::manifest(edition, track, &title, &items, &names(&files));
        let path = out.join(format!("{track}-scorm-{}.zip", edition.slug()));
        pack(&path, &manifest, &files).with_context(|| format!("could not write {}", path.display()))?;
        println!("{} exercises in {}", items.len(), path.display());
    }
    Ok(())
}

/// Returns a track's title and exercises from the site's index.
fn exercises(site: &Path, track: &str) -> Result<(String, Vec<Item>)> {
    let text = std::fs::read_to_string(site.join("exercises/index.json"))?;
    let list: Value = serde_json::from_str(&text)?;
    let tracks = list["tracks"].as_array().context("the list of exercises has no tracks")?;
    let Some(found) = tracks.iter().find(|one| one["id"] == track) else {
        let known: Vec<_> = tracks.iter().filter_map(|one| one["id"].as_str()).collect();
        bail!("there is no track {track:?}; there are: {}", known.join(", "));
    };
    let text = |value: &Value| value.as_str().map(str::to_owned).context("a track without its texts");
    let items = found["exercises"].as_array().into_iter().flatten();
    let items = items.map(|one| Ok(Item { id: text(&one["id"])?, title: text(&one["title"])? }));
    Ok((text(&found["title"])?, items.collect::<Result<_>>()?))
}

/// Returns all files except the manifest.
fn content(site: &Path, items: &[Item]) -> Result<Files> {
    let mut files = Files::new();
    let player = site.join(PLAYER);
    for path in steps::files(&player)? {
        let name = path.strip_prefix(&player)?.to_string_lossy().replace('\\', "/");
        let exercise = name.strip_prefix("exercises/").map(|file| file.trim_end_matches(".json"));
        if exercise.is_none_or(|id| items.iter().any(|item| item.id == id)) {
            files.insert(format!("player/{name}"), std::fs::read(path)?);
        }
    }
    let scripts = steps::target().join("scorm");
    let written = npm::bundle(&["scorm", scripts.to_str().context("the folder's path is not Unicode")?])?;
    for file in written {
        let name = file.to_string_lossy().replace('\\', "/");
        files.insert(name, std::fs::read(scripts.join(file))?);
    }
    files.insert("styles/app.css".to_owned(), std::fs::read(site.join("styles/app.css"))?);
    let template = std::fs::read_to_string(npm::folder().join("scorm/page.html"))?;
    for item in items {
        let page = template.replace("{title}", &escaped(&item.title)).replace("{id}", &escaped(&item.id));
        files.insert(item.page(), page.into_bytes());
    }
    Ok(files)
}

fn names(files: &Files) -> Vec<&str> {
    files.keys().map(String::as_str).collect()
}

/// Writes the package. All files have the same modification time, so that the output is reproducible.
fn pack(path: &Path, manifest: &str, files: &Files) -> Result<()> {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(path)?);
    let options = SimpleFileOptions::default();
    archive.start_file("imsmanifest.xml", options)?;
    archive.write_all(manifest.as_bytes())?;
    for (name, bytes) in files {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(bytes)?;
    }
    archive.finish()?;
    Ok(())
}
