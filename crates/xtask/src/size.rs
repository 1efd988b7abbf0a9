//! `cargo xtask size`: the compressed size of a visitor's downloads, against its limits.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::counts::Counts;
use crate::steps::Profile;
use crate::{build, engine, npm, optimize, steps, test};

/// The number of modules to list.
const LISTED: usize = 100;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => {
            let counts = check()?;
            if counts.failed == 0 {
                Ok(())
            } else {
                bail!("{} downloads are too large or missing", counts.failed)
            }
        }
        [flag, module] if flag == "--by-module" && module == "page" => page_by_module(),
        [flag, module] if flag == "--by-module" && module == "engine" => engine_by_module(),
        other => bail!("expected nothing, `--by-module page` or `--by-module engine`, not {other:?}"),
    }
}

/// Measures the site in `dist/`, which must be a published build.
///
/// # Errors
/// There is no site.
pub(crate) fn check() -> Result<Counts> {
    let site = steps::root().join("dist");
    if !site.join("index.html").exists() {
        bail!("there is no site in {}: run `cargo xtask dist` first", site.display());
    }
    test::counted(npm::node().arg("web/sizes.mjs").arg(site))
}

/// Builds only the page, like the published one, and lists the modules with the most code.
fn page_by_module() -> Result<()> {
    steps::set_up_wasm_target()?;
    npm::set_up()?;
    let bound = steps::step("building the page for WebAssembly", || {
        build::page(Profile::Release, &steps::target().join("measured"))
    })?;
    list_modules(&bound, "page")
}

/// Like [`page_by_module`], for the engine.
fn engine_by_module() -> Result<()> {
    npm::set_up()?;
    let folder = engine::build(Profile::Release)?;
    list_modules(&folder.join(format!("{}_bg.wasm", engine::NAME)), "engine")
}

/// Optimizes a module, and lists its modules with their code size.
fn list_modules(bound: &Path, name: &str) -> Result<()> {
    let folder = steps::target().join("measured");
    std::fs::create_dir_all(&folder)?;
    let optimised = folder.join(format!("{name}.wasm"));
    let named = folder.join(format!("{name}-with-names.wasm"));
    let passes = optimize::passes(name);
    steps::step("optimising it", || optimize::optimize(bound, &optimised, passes))?;
    steps::step("building the page again, with names", || {
        optimize::optimize(bound, &named, &[passes, &["--debuginfo"]].concat())
    })?;
    for (module, bytes) in sizes_by_module(&named)?.into_iter().take(LISTED) {
        println!("{bytes:>8} {module}");
    }
    print!("{}", steps::output(npm::node().arg("web/sizes.mjs").arg(&optimised))?);
    Ok(())
}

/// Returns the code size per module, the largest first.
fn sizes_by_module(wasm: &Path) -> Result<Vec<(String, usize)>> {
    let module =
        walrus::Module::from_file(wasm).with_context(|| format!("could not read {}", wasm.display()))?;
    let mut sizes = BTreeMap::<String, usize>::new();
    for (id, function) in module.funcs.iter_local() {
        let name = module.funcs.get(id).name.as_deref().unwrap_or("(no name)");
        let bytes = function.original_range.as_ref().map_or(0, ExactSizeIterator::len);
        *sizes.entry(module_of(name)).or_default() += bytes;
    }
    let data = module.data.iter().map(|segment| segment.value.len()).sum();
    sizes.insert("(data)".to_owned(), data);
    let mut sizes: Vec<_> = sizes.into_iter().collect();
    sizes.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    Ok(sizes)
}

/// Returns the module that a function's demangled name begins with: `a::b` for `<a::b::C as d::E>::f`.
fn module_of(name: &str) -> String {
    let path = name
        .trim_start_matches(['<', '&', '[', '(', '*'])
        .trim_start_matches("dyn ")
        .trim_start_matches("mut ");
    let end = path.find([' ', '<', '>', '{', '(', '[', ',']).unwrap_or(path.len());
    let is_module = |part: &&str| part.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    let parts: Vec<_> =
        path[..end].split("::").filter(|part| !part.is_empty()).take_while(is_module).collect();
    match parts.as_slice() {
        [] => "(other)".to_owned(),
        [one] => (*one).to_owned(),
        // The last part is the function's name, except for methods.
        all if all.len() > 1 && !path[..end].ends_with("::") && parts.join("::") == path[..end] => {
            all[..all.len() - 1].join("::")
        }
        all => all.join("::"),
    }
}

#[cfg(test)]
mod tests {
    use super::module_of;

    #[test]
    fn functions_belong_to_the_module_in_their_name() {
        for (name, module) in [
            ("yew::virtual_dom::vnode::VNode::apply", "yew::virtual_dom::vnode"),
            ("<a::b::C as d::E>::f", "a::b"),
            ("core::ptr::drop_in_place<a::B>", "core::ptr"),
            ("a::b::c::{{closure}}", "a::b::c"),
            ("main", "main"),
            ("<[T] as a::B>::f", "(other)"),
        ] {
            assert_eq!(module_of(name), module, "{name}");
        }
    }
}
