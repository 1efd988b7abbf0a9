//! The TypeScript types of the messages, for `cargo xtask types`.

/// Defines structs like `shape!`, each with a TypeScript type if the feature `typescript` is enabled. An
/// attribute `#[ts(…)]` after a field's comment sets its TypeScript type where the Rust type is wider.
macro_rules! messages {
    ($($(#[doc = $about:literal])* struct $name:ident {
        $($(#[doc = $field_about:literal])* $(#[ts($($ts:tt)*)])? $field:ident: $type:ty $(= $json:literal)?),* $(,)?
    })*) => {
        $crate::shape! {$(
            $(#[doc = $about])*
            #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
            struct $name {$(
                $(#[doc = $field_about])*
                $(#[cfg_attr(feature = "typescript", ts($($ts)*))])?
                $(#[cfg_attr(feature = "typescript", ts(rename = $json))])?
                $field: $type $(= $json)?,
            )*}
        )*}

        /// Returns the declarations of these types.
        #[cfg(feature = "typescript")]
        pub(crate) fn declarations(config: &ts_rs::Config) -> Vec<String> {
            vec![$($crate::typescript::declaration::<$name>(config)),*]
        }
    };
}
pub(crate) use messages;

/// A JSON object with arbitrary keys.
#[cfg(feature = "typescript")]
pub(crate) type Record<T> = std::collections::BTreeMap<String, T>;

/// Returns the declaration of a type with its comment.
#[cfg(feature = "typescript")]
pub(crate) fn declaration<T: ts_rs::TS>(config: &ts_rs::Config) -> String {
    format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config))
}

/// Returns the declarations of all messages and limits.
#[cfg(feature = "typescript")]
pub fn declarations(config: &ts_rs::Config) -> Vec<String> {
    let mut all = vec![declaration::<crate::Request>(config), declaration::<crate::Reply>(config)];
    all.extend(crate::answer::declarations(config));
    all.extend(crate::limits::declarations());
    all
}
