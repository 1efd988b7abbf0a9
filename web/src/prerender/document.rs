//! The HTML file of a place: the site's template with the place's own title, description, text and files to load.

use super::places::Place;

/// A document to write.
pub struct Document<'a> {
    /// The repository's `index.html`, with comments as placeholders.
    pub template: &'a str,
    /// The place.
    pub place: &'a Place,
    /// The page as HTML.
    pub text: &'a str,
}

impl Document<'_> {
    /// Writes the file's text.
    ///
    /// # Errors
    /// If the template lacks a placeholder.
    pub fn write(&self) -> Result<String, String> {
        let place = self.place;
        let (title, description) = (escape(&place.title()), escape(&place.description));
        // The relative path from this folder to the site's.
        let base = match place.path().matches('/').count() {
            0 => "./".to_owned(),
            depth => "../".repeat(depth),
        };
        let data = place.data();
        let preloads = data
            .iter()
            .map(|file| format!("<link rel=\"preload\" href=\"{file}\" as=\"fetch\" crossorigin />\n    "));
        let editor = match place.has_code() {
            // Read by `boot.js`.
            true => "<meta name=\"schema-dojo\" content=\"editor\" />",
            false => "",
        };
        let social = [("title", &title), ("description", &description), ("type", &"website".to_owned())]
            .map(|(name, content)| format!("<meta property=\"og:{name}\" content=\"{content}\" />\n    "))
            .concat();
        let parts = [
            ("base", format!("<base href=\"{base}\" />")),
            ("title", format!("<title>{title}</title>")),
            (
                "description",
                format!(
                    "<meta name=\"description\" content=\"{description}\" />\n    {social}<meta name=\"twitter:card\" \
                     content=\"summary\" />"
                ),
            ),
            ("data", format!("{}{editor}", preloads.collect::<String>())),
            ("text", self.text.to_owned()),
        ];
        let mut out = self.template.to_owned();
        for (name, part) in parts {
            let comment = format!("<!-- {name} -->");
            if !out.contains(&comment) {
                return Err(format!("The document has no {comment}"));
            }
            out = out.replacen(&comment, &part, 1);
        }
        Ok(out)
    }
}

/// The file at the address of a removed exercise, which redirects to its successor. The id comes from the page's own
/// list and needs no escapes.
pub fn redirect(id: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n  <head>\n    <meta charset=\"utf-8\" />\n    \
         <title>This exercise has moved · Schema Dojo</title>\n    \
         <meta http-equiv=\"refresh\" content=\"0; url=../{id}/\" />\n    \
         <link rel=\"canonical\" href=\"../{id}/\" />\n  </head>\n  <body>\n    \
         <p>This exercise has moved. <a href=\"../{id}/\">Go to its new place</a>.</p>\n  </body>\n</html>\n"
    )
}

/// Text escaped for an element or a quoted attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::Route;
    use crate::state::App;

    const TEMPLATE: &str = "<!-- base --><!-- title --><!-- description --><!-- data --><!-- text -->";

    fn written(route: Route, description: &str) -> String {
        let place = Place { app: App { route, ..App::default() }, description: description.to_owned() };
        Document { template: TEMPLATE, place: &place, text: "<p>text</p>" }.write().unwrap()
    }

    #[test]
    fn the_base_leads_from_the_place_to_the_site() {
        for (route, base) in [
            (Route::Home, "<base href=\"./\" />"),
            (Route::Sandbox, "<base href=\"../\" />"),
            (Route::Exercise("loans".into()), "<base href=\"../../\" />"),
        ] {
            assert!(written(route, "").starts_with(base));
        }
    }

    #[test]
    fn a_description_cannot_leave_its_attribute() {
        let text = written(Route::Home, "a \"b\" <c> & d");
        assert!(text.contains("content=\"a &quot;b&quot; &lt;c&gt; &amp; d\""), "{text}");
    }

    #[test]
    fn a_template_without_a_placeholder_is_refused() {
        let place = Place { app: App::default(), description: String::new() };
        let template = TEMPLATE.replace("<!-- text -->", "");
        assert!(
            Document { template: &template, place: &place, text: "" }.write().unwrap_err().contains("text")
        );
    }
}
