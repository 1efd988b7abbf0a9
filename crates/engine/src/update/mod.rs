//! The update language.
