//! The lines of HTML that put an exercise or a snippet into another page.

/// The element's script, for the site at this address.
pub fn script(site: &str) -> String {
    format!("<script type=\"module\" src=\"{site}v1/schema-dojo.js\"></script>")
}

/// The element with an exercise, or with code of one's own.
pub fn element(exercise: Option<&str>, code: &str) -> String {
    match exercise {
        Some(id) => format!("<schema-dojo exercise=\"{id}\"></schema-dojo>"),
        None => format!("<schema-dojo><pre>{}</pre></schema-dojo>", escaped(code.trim_end())),
    }
}

/// Text as it stands in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The address of this site.
#[cfg(target_arch = "wasm32")]
pub fn site() -> String {
    crate::browser::address("./")
}

/// Text that the build writes does not know where it will be.
#[cfg(not(target_arch = "wasm32"))]
pub fn site() -> String {
    "https://host/path/".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exercise_is_named_and_code_is_text() {
        assert_eq!(element(Some("loans"), "x"), "<schema-dojo exercise=\"loans\"></schema-dojo>");
        assert_eq!(
            element(None, "if (1 < 2 && 3 > 2) print(\"</pre>\")\n"),
            "<schema-dojo><pre>if (1 &lt; 2 &amp;&amp; 3 &gt; 2) print(\"&lt;/pre&gt;\")</pre></schema-dojo>"
        );
        assert_eq!(
            script("https://dojo.example/"),
            "<script type=\"module\" src=\"https://dojo.example/v1/schema-dojo.js\"></script>"
        );
    }
}
