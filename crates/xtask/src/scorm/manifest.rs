//! `imsmanifest.xml`: the contents of a package, as specified by SCORM 1.2 and 2004 (4th edition). Source:
//! <https://adlnet.gov/projects/scorm-2004-4th-edition/> (Content Aggregation Model).

use std::fmt::Write as _;

/// The SCORM edition of a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edition {
    /// Version 1.2, which nearly every system supports.
    Scorm12,
    /// 2004, 4th edition, which records completion and success separately.
    Scorm2004,
}

/// An exercise.
#[derive(Debug)]
pub(crate) struct Item {
    /// The id, which contains only ASCII letters, digits and hyphens.
    pub id: String,
    /// The title.
    pub title: String,
}

impl Item {
    /// Returns the name of the exercise's page in the package.
    pub(crate) fn page(&self) -> String {
        format!("{}.html", self.id)
    }
}

impl Edition {
    /// Returns the suffix of the package's name.
    pub(crate) fn slug(self) -> &'static str {
        match self {
            Edition::Scorm12 => "1.2",
            Edition::Scorm2004 => "2004",
        }
    }

    fn version(self) -> &'static str {
        match self {
            Edition::Scorm12 => "1.2",
            Edition::Scorm2004 => "2004 4th Edition",
        }
    }

    fn namespaces(self) -> &'static str {
        match self {
            Edition::Scorm12 => {
                r#"xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2""#
            }
            Edition::Scorm2004 => {
                r#"xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss""#
            }
        }
    }

    /// Returns the attribute that marks pages that communicate with the system; its case differs.
    fn kind(self) -> &'static str {
        match self {
            Edition::Scorm12 => "adlcp:scormtype",
            Edition::Scorm2004 => "adlcp:scormType",
        }
    }

    /// Returns the sequencing rules: any exercise may be chosen.
    fn sequencing(self) -> &'static str {
        match self {
            Edition::Scorm12 => "",
            Edition::Scorm2004 => {
                "      <imsss:sequencing><imsss:controlMode choice=\"true\" flow=\"true\"/></imsss:sequencing>\n"
            }
        }
    }
}

/// Returns the manifest of a track: an item and a page for each exercise. All other files form a shared
/// resource.
pub(crate) fn manifest(edition: Edition, track: &str, title: &str, items: &[Item], files: &[&str]) -> String {
    let (kind, namespaces) = (edition.kind(), edition.namespaces());
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest identifier=\"schema-dojo-{track}\" version=\"{}\" {namespaces}>\n",
        env!("CARGO_PKG_VERSION")
    );
    // Writing to a string never fails.
    let _ = write!(
        out,
        "  <metadata>\n    <schema>ADL SCORM</schema>\n    <schemaversion>{}</schemaversion>\n  </metadata>\n  <organizations default=\"track\">\n    <organization identifier=\"track\">\n      <title>{}</title>\n",
        edition.version(),
        escaped(title)
    );
    for Item { id, title } in items {
        let _ = writeln!(
            out,
            "      <item identifier=\"item-{id}\" identifierref=\"page-{id}\"><title>{}</title></item>",
            escaped(title)
        );
    }
    let _ = write!(out, "{}    </organization>\n  </organizations>\n  <resources>\n", edition.sequencing());
    for item in items {
        let (id, page) = (&item.id, item.page());
        let _ = writeln!(
            out,
            "    <resource identifier=\"page-{id}\" type=\"webcontent\" {kind}=\"sco\" href=\"{page}\"><file href=\"{page}\"/><dependency identifierref=\"shared\"/></resource>"
        );
    }
    let _ = writeln!(out, "    <resource identifier=\"shared\" type=\"webcontent\" {kind}=\"asset\">");
    for file in files.iter().filter(|file| !items.iter().any(|item| item.page() == **file)) {
        let _ = writeln!(out, "      <file href=\"{}\"/>", escaped(file));
    }
    out.push_str("    </resource>\n  </resources>\n</manifest>\n");
    out
}

/// Escapes text for XML and HTML, including double-quoted attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use roxmltree::{Document, Node};

    use super::*;

    const FILES: [&str; 4] = ["player/embed.html", "reviews.html", "scorm.js", "tags.html"];

    fn items() -> Vec<Item> {
        [("reviews", "Users & \"reviews\""), ("tags", "Tags <or not>")]
            .map(|(id, title)| Item { id: id.to_owned(), title: title.to_owned() })
            .into()
    }

    fn children<'a>(node: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
        node.children().filter(Node::is_element).collect()
    }

    fn named(nodes: &[Node<'_, '_>]) -> Vec<String> {
        nodes.iter().map(|node| node.tag_name().name().to_owned()).collect()
    }

    /// Checks the rules of the schemas and of the Content Aggregation Model that apply to these manifests.
    fn check(edition: Edition, text: &str, files: &[&str]) {
        let document = Document::parse(text).unwrap();
        let root = document.root_element();
        let cp = root.tag_name().namespace().unwrap().to_owned();
        let adlcp = root.lookup_namespace_uri(Some("adlcp")).unwrap().to_owned();
        let (wanted, kind) = match edition {
            Edition::Scorm12 => ("http://www.imsproject.org/xsd/imscp_rootv1p1p2", "scormtype"),
            Edition::Scorm2004 => ("http://www.imsglobal.org/xsd/imscp_v1p1", "scormType"),
        };
        assert_eq!((root.tag_name().name(), cp.as_str()), ("manifest", wanted));
        // In this order, once each.
        let parts = children(root);
        assert_eq!(named(&parts), ["metadata", "organizations", "resources"]);
        let metadata = children(parts[0]);
        assert_eq!(named(&metadata), ["schema", "schemaversion"]);
        assert_eq!(metadata[0].text(), Some("ADL SCORM"));
        assert_eq!(metadata[1].text(), Some(edition.version()));

        // Identifiers are unique XML ids.
        let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("identifier")).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        for id in &ids {
            assert!(id.starts_with(|c: char| c.is_ascii_alphabetic()), "{id}");
            assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)), "{id}");
        }

        let organizations = children(parts[1]);
        assert_eq!(named(&organizations), ["organization"]);
        assert_eq!(parts[1].attribute("default"), organizations[0].attribute("identifier"));
        let inside = children(organizations[0]);
        assert_eq!(inside[0].tag_name().name(), "title");
        let items: Vec<_> = inside.iter().filter(|node| node.has_tag_name((cp.as_str(), "item"))).collect();
        let others = named(&inside[1 + items.len()..]);
        assert_eq!(others, if edition == Edition::Scorm2004 { vec!["sequencing"] } else { vec![] });

        let resources = children(parts[2]);
        let find = |id: Option<&str>| {
            let found = resources
                .iter()
                .find(|one| one.attribute("identifier").is_some() && one.attribute("identifier") == id);
            *found.unwrap_or_else(|| panic!("no resource {id:?}"))
        };
        for item in &items {
            let inside = children(**item);
            assert_eq!(named(&inside), ["title"]);
            assert!(inside[0].text().is_some_and(|title| !title.is_empty()));
            let page = find(item.attribute("identifierref"));
            assert_eq!(page.attribute((adlcp.as_str(), kind)), Some("sco"));
            let href = page.attribute("href").unwrap();
            assert!(children(page).iter().any(|file| file.attribute("href") == Some(href)));
        }
        let mut listed = Vec::new();
        for resource in &resources {
            assert_eq!(resource.attribute("type"), Some("webcontent"));
            assert!(matches!(resource.attribute((adlcp.as_str(), kind)), Some("sco" | "asset")));
            let inside = named(&children(*resource));
            // All files precede all dependencies.
            assert!(inside.is_sorted_by_key(|name| name == "dependency"), "{inside:?}");
            for part in children(*resource) {
                match part.tag_name().name() {
                    "file" => listed.push(part.attribute("href").unwrap()),
                    "dependency" => drop(find(part.attribute("identifierref"))),
                    other => panic!("{other} in a resource"),
                }
            }
        }
        listed.sort_unstable();
        assert_eq!(listed, files, "every file is listed once, and no other");
    }

    #[test]
    fn manifests_follow_their_schemas() {
        for edition in [Edition::Scorm12, Edition::Scorm2004] {
            check(edition, &manifest(edition, "workshop", "A & B", &items(), &FILES), &FILES);
        }
    }

    #[test]
    fn titles_round_trip() {
        let text = manifest(Edition::Scorm12, "workshop", "A & <B>", &items(), &FILES);
        let document = Document::parse(&text).unwrap();
        let titles: Vec<_> =
            document.descendants().filter(|node| node.tag_name().name() == "title").collect();
        let texts: Vec<_> = titles.iter().filter_map(Node::text).collect();
        assert_eq!(texts, ["A & <B>", "Users & \"reviews\"", "Tags <or not>"]);
    }
}
