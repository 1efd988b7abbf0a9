//! The HTML that embeds an exercise or a snippet in another page.

/// The element's script from the site at this address.
pub fn script(site: &str) -> String {
    format!("<script type=\"module\" src=\"{site}v1/schema-dojo.js\"></script>")
}

/// The element with an exercise, or with other code.
pub fn element(exercise: Option<&str>, code: &str) -> String {
    match exercise {
        Some(id) => format!("<schema-dojo exercise=\"{id}\"></schema-dojo>"),
        None => format!("<schema-dojo><pre>{}</pre></schema-dojo>", escaped(code.trim_end())),
    }
}

/// A fenced block of Markdown, with the script that finds it.
pub fn fence(site: &str, code: &str) -> String {
    let script = script(site).replace("schema-dojo.js", "schema-dojo.js?fences");
    let longest = code.split(|other| other != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{script}\n\n{fence}mongosh\n{}\n{fence}", code.trim_end())
}

/// An `<iframe>` for pages that don't allow scripts.
pub fn iframe(site: &str, exercise: Option<&str>, code: &str) -> String {
    let shown = match exercise {
        Some(id) => format!("exercise={id}"),
        None => format!("code={}", percent_encoded(code.trim_end())),
    };
    format!(
        "<iframe src=\"{site}v1/iframe.html#{shown}\" title=\"MongoDB example\" width=\"100%\" height=\"480\" \
         loading=\"lazy\"></iframe>"
    )
}

/// Text encoded for a part of a URL.
fn percent_encoded(text: &str) -> String {
    let encode = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encode).collect()
}

/// Text escaped for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The address of this site.
#[cfg(target_arch = "wasm32")]
pub fn site() -> String {
    crate::browser::address("./")
}

/// Prerendered text does not know its site's address.
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

    #[test]
    fn a_fence_is_longer_than_any_in_the_code() {
        assert_eq!(
            fence("https://dojo.example/", "print(1)\n"),
            "<script type=\"module\" src=\"https://dojo.example/v1/schema-dojo.js?fences\"></script>\n\n\
             ```mongosh\nprint(1)\n```"
        );
        assert!(fence("", "print(`a`, '````')").ends_with("\n`````mongosh\nprint(`a`, '````')\n`````"));
    }

    #[test]
    fn a_frame_has_what_it_shows_in_its_address() {
        let begin = |frame: String| frame.split_once(" title=").map(|(begin, _)| begin.to_owned());
        assert_eq!(
            begin(iframe("https://dojo.example/", Some("loans"), "x")).as_deref(),
            Some("<iframe src=\"https://dojo.example/v1/iframe.html#exercise=loans\"")
        );
        assert_eq!(
            begin(iframe("", None, "print(\"é + 1\")\n")).as_deref(),
            Some("<iframe src=\"v1/iframe.html#code=print%28%22%C3%A9%20%2B%201%22%29\"")
        );
    }
}
