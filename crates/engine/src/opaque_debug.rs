//! `Debug` for the language's trait objects.

/// Implements `Debug` for a trait object by printing only the trait's name, so that structs with one can
/// derive `Debug`.
///
/// With `Debug` as supertrait, the derived code of every operator would remain in the download, since every
/// vtable would refer to it.
macro_rules! opaque_debug {
    ($name:ident) => {
        impl std::fmt::Debug for dyn $name + '_ {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}
