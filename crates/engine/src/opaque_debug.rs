//! `Debug` for the language's trait objects.

/// Lets structs that hold a `dyn` of the trait derive `Debug`, saying the trait's name alone.
///
/// With `Debug` above the trait, every operator's derived code would stay in the
/// download, since each table of methods would point to it.
macro_rules! opaque_debug {
    ($name:ident) => {
        impl std::fmt::Debug for dyn $name + '_ {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}
