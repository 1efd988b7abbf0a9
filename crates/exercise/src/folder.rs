//! An exercise's folder, parsed and checked.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::design_change;
use crate::error::{FormatError, Result};
use crate::front_matter::{self, FrontMatter};
use crate::markdown::{self, Block};

/// An accepted design: a complete solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Design {
    /// The file name.
    pub file: String,
    /// The title, derived from the file name.
    pub name: String,
    /// Its advantage: the file's first line.
    pub rationale: String,
    /// When it is the best choice: the second line, `// wins: …`; empty without such a line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub wins: String,
    /// Ids of the star checks that it passes, from the line `// stars: …`; `None` without such a line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub stars: Option<Vec<String>>,
    /// The script.
    pub source: String,
}

/// A classic mistake, which the checks must detect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WrongAnswer {
    /// The file name.
    pub file: String,
    /// The id of the check that must fail.
    pub fails: String,
    /// A part of that check's expected message.
    pub says: String,
    /// The complete script; if the file is a change to a design, the design with the change applied.
    pub source: String,
}

/// An exercise as written by its author.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// The front matter.
    pub front: FrontMatter,
    /// Situation and task.
    pub text: Vec<Block>,
    /// The hints in order.
    pub hints: Vec<Vec<Block>>,
    /// The explanation after a pass.
    pub why: Vec<Block>,
    /// The script that generates the rows.
    pub data: String,
    /// The learner's initial code.
    pub starter: String,
    /// The checks.
    pub checks: String,
    /// A reference model of the functions over plain values, if there is one.
    pub model: Option<String>,
    /// The accepted designs by file name, including unlisted ones.
    pub designs: Vec<Design>,
    /// The classic mistakes by file name.
    pub wrong: Vec<WrongAnswer>,
}

impl Design {
    /// Whether the design is hidden from learners, and only proves that the checks accept an unforeseen
    /// solution.
    pub fn is_unlisted(&self) -> bool {
        self.file.starts_with("also-")
    }
}

impl WrongAnswer {
    /// Parses the comment at the start. With `// from: <design>`, completes the script from that design.
    fn read(path: String, file: String, source: String, designs: &[Design]) -> Result<WrongAnswer> {
        let header = |key: &str| {
            let found = source.lines().map_while(comment).find_map(|line| line.strip_prefix(key));
            found.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let fault = |message: String| FormatError::new(&path, 1, message);
        let needed = |key: &str| {
            header(key)
                .ok_or_else(|| fault(format!("The comment at the start must have a line `// {key} …`.")))
        };
        let (fails, says) = (needed("fails:")?, needed("says:")?);
        let whole = match header("from:") {
            None => None,
            Some(name) => {
                let design = designs.iter().find(|design| design.file == name);
                let design = design.ok_or_else(|| fault(format!("There is no design {name:?}.")))?;
                Some(design_change::applied(&design.source, &source).map_err(fault)?)
            }
        };
        Ok(WrongAnswer { file, fails, says, source: whole.unwrap_or(source) })
    }
}

impl Exercise {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<Exercise> {
        let file = folder.join("exercise.md");
        let text = read(&file)?;
        let name = file.display().to_string();
        let (front, body, line) = front_matter::split(&text, &name)?;
        let here = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if front.id != here {
            let message = format!("`id` is {:?}, but the folder is called {here:?}.", front.id);
            let line = 1 + text.lines().position(|line| line.starts_with("id:")).unwrap_or_default();
            return Err(FormatError::new(name, line, message));
        }
        let sections = Sections::parse(body, &name, line)?;
        let designs = scripts(&folder.join("designs"))?
            .into_iter()
            .map(|(path, file, source)| {
                let rationale = comment(source.lines().next().unwrap_or_default());
                match rationale {
                    Some(rationale) if !rationale.is_empty() => {
                        let wins = source
                            .lines()
                            .nth(1)
                            .and_then(comment)
                            .and_then(|line| line.strip_prefix("wins:"));
                        let wins = wins.map(|text| text.trim().to_owned()).unwrap_or_default();
                        let stars = stars(&source);
                        let rationale = rationale.to_owned();
                        Ok(Design { name: title(&file), rationale, wins, stars, file, source })
                    }
                    _ => Err(FormatError::new(
                        path,
                        1,
                        "The first line must be a comment that says when to choose this design.",
                    )),
                }
            })
            .collect::<Result<Vec<_>>>()?;
        if designs.iter().all(Design::is_unlisted) {
            return Err(FormatError::new(name, 0, "The exercise has no accepted design in designs/."));
        }
        let wrong = scripts(&folder.join("wrong"))?
            .into_iter()
            .map(|(path, file, source)| WrongAnswer::read(path, file, source, &designs))
            .collect::<Result<Vec<_>>>()?;
        Ok(Exercise {
            front,
            text: sections.text,
            hints: sections.hints,
            why: sections.why,
            data: read(&folder.join("data.js"))?,
            starter: read(&folder.join("starter.js"))?,
            checks: read(&folder.join("checks.js"))?,
            model: folder.join("model.js").exists().then(|| read(&folder.join("model.js"))).transpose()?,
            designs,
            wrong,
        })
    }

    /// Returns all links in the texts.
    pub fn links(&self) -> Vec<&str> {
        let texts = [&self.text, &self.why];
        texts.into_iter().chain(&self.hints).flat_map(|blocks| markdown::links(blocks)).collect()
    }
}

/// The sections of the body.
#[derive(Debug)]
struct Sections {
    text: Vec<Block>,
    hints: Vec<Vec<Block>>,
    why: Vec<Block>,
}

impl Sections {
    fn parse(body: &str, file: &str, first_line: usize) -> Result<Sections> {
        // Split at the format's headings, except in code blocks; then parse each section as Markdown.
        let mut parts: Vec<(String, usize, String)> = vec![(String::new(), first_line, String::new())];
        let mut fence = false;
        for (at, line) in body.split_inclusive('\n').enumerate() {
            if line.starts_with("```") {
                fence = !fence;
            }
            let heading = line.trim_end();
            let known = ["## Situation", "## Task", "### Hint", "## Why", "## Hints"];
            let starts =
                known.contains(&heading) || (heading.starts_with("## ") && !heading.starts_with("###"));
            if starts && !fence {
                if !known.contains(&heading) {
                    let message =
                        format!("{heading:?} is not one of the sections Situation, Task, Hint, Why.");
                    return Err(FormatError::new(file, first_line + at, message));
                }
                parts.push((heading.to_owned(), first_line + at, String::new()));
            }
            if let Some((_, _, text)) = parts.last_mut() {
                text.push_str(line);
            }
        }
        let mut sections = Sections { text: Vec::new(), hints: Vec::new(), why: Vec::new() };
        let mut seen = Vec::new();
        for (heading, line, text) in parts {
            let mut blocks = markdown::parse(&text, file, line)?;
            let empty = blocks.len() <= usize::from(!heading.is_empty());
            match heading.as_str() {
                "" if empty => continue,
                "" => {
                    return Err(FormatError::new(
                        file,
                        line,
                        "Text must come after the heading of a section.",
                    ));
                }
                "## Hints" if empty => continue,
                _ if empty => return Err(FormatError::new(file, line, format!("{heading:?} is empty."))),
                "## Situation" | "## Task" => sections.text.append(&mut blocks),
                "### Hint" => sections.hints.push(blocks.split_off(1)),
                "## Why" => sections.why.append(&mut blocks.split_off(1)),
                _ => return Err(FormatError::new(file, line, format!("{heading:?} must only hold hints."))),
            }
            seen.push((heading, line));
        }
        let last = first_line + body.lines().count().saturating_sub(1);
        for (heading, most) in [("## Situation", 1), ("## Task", 1), ("### Hint", usize::MAX), ("## Why", 1)]
        {
            let lines: Vec<usize> =
                seen.iter().filter(|(seen, _)| *seen == heading).map(|(_, line)| *line).collect();
            if lines.is_empty() {
                return Err(FormatError::new(file, last, format!("The section {heading:?} is missing.")));
            }
            if let Some(line) = lines.get(most) {
                let message = format!("The section {heading:?} occurs {} times.", lines.len());
                return Err(FormatError::new(file, *line, message));
            }
        }
        Ok(sections)
    }
}

/// Returns the text of a `//` comment line; `None` for any other line.
fn comment(line: &str) -> Option<&str> {
    line.strip_prefix("//").map(str::trim)
}

/// Returns the ids after `// stars:` in the comment at the start of a design; `none` means an empty list.
fn stars(source: &str) -> Option<Vec<String>> {
    let listed = source.lines().map_while(comment).find_map(|line| line.strip_prefix("stars:"))?;
    let ids = listed.split(',').map(str::trim).filter(|id| !id.is_empty() && *id != "none");
    Some(ids.map(str::to_owned).collect())
}

/// Converts `b-array-in-user.js` to `Array in user`: a leading letter or number only orders the files.
fn title(file: &str) -> String {
    let stem = file.strip_suffix(".js").unwrap_or(file);
    let words = match stem.split_once('-') {
        Some((order, rest)) if order.len() == 1 || order.bytes().all(|b| b.is_ascii_digit()) => rest,
        _ => stem,
    };
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + &letters.as_str().replace('-', " ")
}

fn read(path: &Path) -> Result<String> {
    let text = fs::read_to_string(path).map_err(|error| {
        FormatError::new(path.display().to_string(), 0, format!("The file cannot be read: {error}."))
    })?;
    Ok(text.replace("\r\n", "\n"))
}

/// Returns path, file name and text of the scripts in a folder, sorted by name; empty if the folder doesn't
/// exist.
fn scripts(folder: &Path) -> Result<Vec<(String, String, String)>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let path = folder.join(&name);
            if !name.ends_with(".js") {
                return Err(FormatError::new(path.display().to_string(), 0, "Only .js files belong here."));
            }
            let source = read(&path)?;
            Ok((path.display().to_string(), name, source))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "\n## Situation\n\nWords.\n\n## Task\n\n### Details\n\nDo.\n\n```js\n## Why\n```\n\n## Hints\n\n### Hint\n\nOne.\n\n### Hint\n\nTwo.\n\n## Why\n\nSo.\n";

    #[test]
    fn the_body_is_cut_at_its_sections() {
        let sections = Sections::parse(BODY, "x.md", 5).unwrap();
        assert_eq!(sections.text.len(), 6, "two headings and their text, code with a heading in it");
        assert_eq!(sections.hints.len(), 2);
        assert_eq!(sections.hints[1], markdown::parse("Two.", "", 1).unwrap());
        assert_eq!(sections.why, markdown::parse("So.", "", 1).unwrap());
    }

    #[test]
    fn missing_doubled_empty_and_unknown_sections_are_faults() {
        for (from, to, line, says) in [
            ("## Situation\n\nWords.", "", 30, "\"## Situation\" is missing"),
            ("One.", "", 22, "\"### Hint\" is empty"),
            ("## Task", "## Tasks", 10, "not one of the sections"),
            ("## Task", "## Situation\n\nMore.\n\n## Task", 10, "2 times"),
            ("\n## Situation", "Loose.\n\n## Situation", 5, "after the heading"),
        ] {
            let error = Sections::parse(&BODY.replacen(from, to, 1), "x.md", 5).unwrap_err();
            assert!(error.message.contains(says), "{to}: {error}");
            assert_eq!(error.line, line, "{to}: {error}");
        }
    }

    #[test]
    fn designs_list_their_stars() {
        let star = |id: &str| vec![id.to_owned()];
        assert_eq!(stars("// Why.\n// stars: one-trip\nfunction f() {}\n"), Some(star("one-trip")));
        assert_eq!(stars("// Why.\n// wins: Often.\n// stars: none\n"), Some(Vec::new()));
        assert_eq!(stars("// Why.\nfunction f() {}\n// stars: one-trip\n"), None);
    }

    #[test]
    fn file_names_become_titles() {
        assert_eq!(title("b-array-in-user.js"), "Array in user");
        assert_eq!(title("02-pairs.js"), "Pairs");
        assert_eq!(title("pair-documents.js"), "Pair documents");
    }
}
