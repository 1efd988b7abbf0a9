//! The places of the site, one a file.

pub mod compare;
pub mod exercise;
pub mod home;
pub mod path;
pub mod reference;
pub mod sandbox;
pub mod unknown;
