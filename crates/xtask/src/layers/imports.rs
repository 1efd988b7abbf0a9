//! Finds the modules of a crate that a source file refers to.

use std::collections::{BTreeMap, BTreeSet};

/// A path to a module or item, as a list of names.
pub(super) type Path = Vec<String>;

/// The modules of a crate, each with the paths that it refers to.
#[derive(Default)]
pub(super) struct Modules(BTreeMap<Path, Named>);

/// The paths that a source file refers to.
#[derive(Default)]
struct Named {
    /// The imports of `use` declarations: the local name, and the path from the crate's root.
    aliases: BTreeMap<String, Path>,
    /// All paths in declarations and bodies, as written.
    paths: BTreeSet<Path>,
}

impl Modules {
    /// Adds a module with its source. Skips test-only code.
    pub(super) fn add(&mut self, module: Path, source: &str) {
        let tokens = without_tests(&tokens(source));
        let mut named = Named::default();
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" {
                let end =
                    tokens[at..].iter().position(|token| *token == ";").map_or(tokens.len(), |n| at + n);
                read_use(&tokens[at + 1..end], &mut Vec::new(), &mut named);
                at = end;
            } else if is_name(tokens[at]) {
                let length = path_length(&tokens[at..]);
                // The path in `pub(in …)` only limits visibility.
                if length > 1 && (at == 0 || tokens[at - 1] != "in") {
                    named.paths.insert(names(&tokens[at..at + length]));
                }
                at += length;
            } else {
                at += 1;
            }
        }
        for path in named.aliases.values_mut() {
            *path = from_root(&module, path);
        }
        self.0.insert(module, named);
    }

    /// Returns each pair of modules in which the first refers to the second or an item of it. Items are
    /// followed through re-exports to their module.
    pub(super) fn imports(&self) -> BTreeSet<(&[String], &[String])> {
        let mut imports = BTreeSet::new();
        for (module, named) in &self.0 {
            for path in &named.paths {
                let local = match named.aliases.get(&path[0]) {
                    Some(alias) => alias.iter().chain(&path[1..]).cloned().collect(),
                    None => path.clone(),
                };
                let Some(target) = self.target(module, &local) else { continue };
                if target != module.as_slice() {
                    imports.insert((module.as_slice(), target));
                }
            }
        }
        imports
    }

    /// Returns the module of the item at a path, unless it is in another crate.
    fn target(&self, module: &[String], path: &[String]) -> Option<&[String]> {
        let mut path = self.in_crate(module, path)?;
        let (mut found, mut named) = self.longest(&path)?;
        // Follow nested re-exports, but stop in case of a cycle.
        for _ in 0..8 {
            let item = &path[found.len()..];
            let Some(alias) = item.first().and_then(|name| named.aliases.get(name)) else { break };
            let Some(mut next) = self.in_crate(found, alias) else { break };
            next.extend_from_slice(&item[1..]);
            (found, named) = self.longest(&next)?;
            path = next;
        }
        Some(found)
    }

    /// Resolves a path in a module from the root of this crate; `None` if it leads to another one.
    fn in_crate(&self, module: &[String], path: &[String]) -> Option<Path> {
        let path = from_root(module, path);
        match path.split_first()? {
            (first, rest) if first == "crate" => Some(rest.to_vec()),
            (first, _) => {
                let child = [module, std::slice::from_ref(first)].concat();
                self.0.contains_key(&child).then(|| [module, path.as_slice()].concat())
            }
        }
    }

    /// Returns the module with the longest path that is a prefix of this one.
    fn longest(&self, path: &[String]) -> Option<(&[String], &Named)> {
        let depth = (0..=path.len()).rev().find(|depth| self.0.contains_key(&path[..*depth]))?;
        let (found, named) = self.0.get_key_value(&path[..depth])?;
        Some((found, named))
    }
}

/// Resolves a path relative to a module. It begins with `crate` if it is in this crate.
fn from_root(module: &[String], path: &[String]) -> Path {
    let mut base = module.to_vec();
    let mut rest = path;
    let mut is_relative = false;
    while let Some((first, others)) = rest.split_first() {
        match first.as_str() {
            "self" => {}
            "super" => {
                base.pop();
            }
            _ => break,
        }
        is_relative = true;
        rest = others;
    }
    if !is_relative {
        return path.to_vec();
    }
    std::iter::once("crate".to_owned()).chain(base).chain(rest.iter().cloned()).collect()
}

/// Parses the tree of a `use` declaration below a path.
fn read_use(tree: &[&str], above: &mut Path, named: &mut Named) {
    let length = path_length(tree);
    let own = names(&tree[..length]);
    let depth = above.len();
    above.extend(own);
    match &tree[length..] {
        ["::", "{", inner @ .., "}"] | ["{", inner @ .., "}"] => {
            for branch in branches(inner) {
                read_use(branch, above, named);
            }
        }
        ["as", name, ..] => add_use(above, Some(name), named),
        // A glob refers only to its module.
        rest if rest.first() == Some(&"::") => {
            named.paths.insert(above.clone());
        }
        _ => add_use(above, None, named),
    }
    above.truncate(depth);
}

fn add_use(path: &Path, alias: Option<&&str>, named: &mut Named) {
    let mut path = path.clone();
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let Some(last) = path.last() else { return };
    let name = alias.map_or(last.clone(), |alias| (*alias).to_owned());
    // An imported module is used by the paths that begin with its name.
    named.paths.insert(path.clone());
    named.aliases.insert(name, path);
}

/// Splits a list in a `use` declaration.
fn branches<'a>(list: &'a [&'a str]) -> Vec<&'a [&'a str]> {
    let mut depth = 0;
    let parts = list.split(|token| {
        depth += i32::from(*token == "{") - i32::from(*token == "}");
        *token == "," && depth == 0
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns the number of tokens of the path that begins here: names separated by `::`.
fn path_length(tokens: &[&str]) -> usize {
    if !tokens.first().is_some_and(|token| is_name(token)) {
        return 0;
    }
    let mut length = 1;
    while let [separator, name, ..] = &tokens[length..]
        && *separator == "::"
        && is_name(name)
    {
        length += 2;
    }
    length
}

fn names(path: &[&str]) -> Path {
    path.iter().filter(|token| **token != "::").map(|name| (*name).to_owned()).collect()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Removes the declaration or item after each `#[cfg(test)]`.
fn without_tests<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    const MARK: &[&str] = &["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].starts_with(MARK) {
            kept.push(tokens[at]);
            at += 1;
            continue;
        }
        let mut depth = 0;
        for token in &tokens[at..] {
            at += 1;
            match *token {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 && matches!(*token, "}" | ";") {
                break;
            }
        }
    }
    kept
}

/// Splits source code into names, `::` and single characters, without comments, strings and character
/// literals.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            text_length(rest)
        } else if first == '\'' {
            character_length(rest)
        } else if let Some(length) = raw_text_length(rest) {
            length
        } else if let Some(name) = rest.strip_prefix("r#") {
            let length = name_length(name);
            tokens.push(&name[..length]);
            2 + length
        } else if first.is_alphabetic() || first == '_' {
            let length = name_length(rest);
            tokens.push(&rest[..length]);
            length
        } else if rest.starts_with("::") {
            tokens.push("::");
            2
        } else {
            if !first.is_whitespace() {
                tokens.push(&rest[..first.len_utf8()]);
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// Returns the length of a string literal.
fn text_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Returns the length of a character literal; for a lifetime, only that of its quote.
fn character_length(text: &str) -> usize {
    let mut inside = text.char_indices().skip(1);
    match (inside.next(), inside.next()) {
        (Some((_, '\\')), Some((at, _))) => {
            text[at + 1..].find('\'').map_or(text.len(), |end| at + 1 + end + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 1,
    }
}

/// Returns the length of a raw string literal like `r#"…"#`, if one begins here.
fn raw_text_length(text: &str) -> Option<usize> {
    let body = text.strip_prefix("br").or(text.strip_prefix('r'))?;
    let opened = body.trim_start_matches('#');
    let hashes = body.len() - opened.len();
    let inside = opened.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(text.len() - inside.len() + inside.find(&end).map_or(inside.len(), |at| at + end.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path {
        text.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn imports(files: &[(&str, &str)]) -> Vec<String> {
        let mut modules = Modules::default();
        for (module, source) in files {
            modules.add(path(module), source);
        }
        modules
            .imports()
            .iter()
            .map(|(from, to)| format!("{} > {}", from.join("::"), to.join("::")))
            .collect()
    }

    #[test]
    fn trees_of_use_declarations_are_read() {
        let files = [
            ("a", "use crate::{b::{self, C}, d as e}; use std::fmt;"),
            ("b", "pub(in crate::a) struct C;"),
            ("d", ""),
        ];
        assert_eq!(imports(&files), ["a > b", "a > d"]);
    }

    #[test]
    fn paths_in_bodies_are_read() {
        let files = [
            ("a::b", "use super::d; fn f() { crate::c::g(); d::h(); super::super::e::i(); }"),
            ("a::d", ""),
            ("c", ""),
            ("e", ""),
        ];
        assert_eq!(imports(&files), ["a::b > a::d", "a::b > c", "a::b > e"]);
    }

    #[test]
    fn items_are_followed_through_re_exports() {
        let files = [
            ("a", "use crate::b::Item; use crate::f as g; fn f() { g::Other::new() }"),
            ("b", "mod c; pub use c::Item;"),
            ("b::c", "pub struct Item;"),
            ("f", "mod h; pub use self::h::Other;"),
            ("f::h", ""),
        ];
        assert_eq!(imports(&files), ["a > b::c", "a > f", "a > f::h", "b > b::c", "f > f::h"]);
    }

    #[test]
    fn tests_comments_and_strings_are_skipped() {
        let source = r##"
            // crate::b::x
            const TEXT: &str = "crate::b::\"x"; const RAW: &str = r#"crate::b::"x"#;
            fn f<'a>(c: &'a str) -> bool { c == '"' || c == '\'' } /* crate::b::x */
            #[cfg(test)] mod later;
            #[cfg(test)] mod tests { use crate::b::x; fn f() {} }
            use crate::d::y;
        "##;
        assert_eq!(imports(&[("a", source), ("b", ""), ("d", "")]), ["a > d"]);
    }
}
