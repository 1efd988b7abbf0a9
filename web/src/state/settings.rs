//! What the learner prefers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system says.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// The next choice of the button.
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

/// The settings, as they are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Dark or light.
    pub theme: Theme,
    /// Where the lines between the panes are: the first pane's share in percent, by the line's name.
    pub splits: BTreeMap<String, u32>,
}

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
        assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), Settings::default());
        assert_eq!(
            serde_json::from_str::<Settings>(r#"{"theme":"dark","gone":1}"#).unwrap().theme,
            Theme::Dark
        );
    }
}
