//! The learner's settings.

use protocol::json::{Fault, FromJson, ToJson, Value};
use sorted_map::SortedMap;

/// The color theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The system's theme.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// The theme that the button switches to.
    pub fn next(self) -> Theme {
        match self {
            Theme::Auto => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Auto,
        }
    }

    /// The value of the root element's `data-theme`.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }
}

impl FromJson for Theme {
    fn from_json(value: Value) -> Result<Theme, Fault> {
        let named = [Theme::Auto, Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| value.as_str() == Some(theme.name()));
        named.ok_or(Fault::new("a theme"))
    }
}

impl ToJson for Theme {
    fn to_json(&self) -> Value {
        self.name().into()
    }
}

protocol::shape! {
    /// The settings, as they are stored.
    #[derive(Eq)]
    struct Settings {
        /// The color theme.
        theme: Theme,
        /// The positions of the separators: the first pane's share in percent, by the separator's name.
        splits: SortedMap<String, u32>,
        /// Whether the tips of the first visit were dismissed.
        pointed: bool,
        /// Whether the visitor knows MongoDB, and skips the first steps.
        knows: bool,
        /// The shards of the Sandbox's cluster; 0 for one server.
        shards: u32,
    }
}
protocol::written! { Settings { theme, splits, pointed, knows, shards } }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_visits_every_theme_and_returns() {
        let seen: Vec<_> =
            std::iter::successors(Some(Theme::Auto), |t| Some(t.next())).take(4).map(Theme::name).collect();
        assert_eq!(seen, ["auto", "light", "dark", "auto"]);
    }

    #[test]
    fn settings_of_an_older_version_are_read() {
        let read = |value| Settings::from_json(value).unwrap();
        assert_eq!(read(json!({})), Settings::default());
        assert_eq!(read(json!({"theme": "dark", "gone": 1})).theme, Theme::Dark);
    }
}
