//! The layers of the engine: a module may import modules of its own layer and of lower ones. Values,
//! regular expressions, geometry, text and collation are separate crates below all layers.
//!
//! `cargo xtask tidy` checks this. ARCHITECTURE.md describes each layer.

mod imports;

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::steps;
use imports::Modules;

/// The modules of each layer, from the lowest to the highest. A module that is not listed belongs to the
/// layer of its closest listed ancestor.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "shared",
        &[
            "api_parameters",
            "dictionary",
            "headroom",
            "held_memory",
            "host",
            "internal_namespaces",
            "key_generator",
            "log_levels",
            "operator",
            "parameters",
            "session_id",
            "value",
            "value_hash",
        ],
    ),
    (
        "expressions",
        &[
            "aggregate::accumulator",
            "aggregate::compensated_sum",
            "aggregate::document_order",
            "aggregate::expression",
            "aggregate::metadata",
            "aggregate::percentile",
            "aggregate::script",
            "aggregate::text",
            "aggregate::window",
        ],
    ),
    ("query", &["projection", "query"]),
    ("storage", &["collection", "timeseries"]),
    ("plans", &["plan"]),
    ("stages and updates", &["aggregate", "change_stream", "timeseries::pipeline", "update"]),
    (
        "engine",
        &[
            "change_stream::engine",
            "change_stream::record",
            "cursor",
            "dump",
            "engine",
            "fail_point",
            "meter",
            "transaction",
            "ttl",
        ],
    ),
    ("commands", &["command", "help", "routed"]),
];

/// Returns the faults of the engine's modules.
///
/// # Errors
/// A source file can't be read.
pub(crate) fn check() -> Result<Vec<String>> {
    let mut modules = Modules::default();
    add_folder(&steps::root().join("crates/engine/src"), &mut Vec::new(), &mut modules)?;
    Ok(faults(&modules, LAYERS))
}

/// Adds all modules in the folder of a module.
fn add_folder(folder: &Path, module: &mut Vec<String>, modules: &mut Modules) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("could not read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        let depth = module.len();
        if !matches!(stem, "mod" | "lib") {
            module.push(stem.to_owned());
        }
        if path.is_dir() {
            add_folder(&path, module, modules)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test(stem) {
            let source = std::fs::read_to_string(&path)
                .with_context(|| format!("could not read {}", path.display()))?;
            modules.add(module.clone(), &source);
        }
        module.truncate(depth);
    }
    Ok(())
}

/// Whether a file is compiled only for tests.
fn is_test(stem: &str) -> bool {
    stem == "testing" || stem == "tests" || stem.ends_with("_tests")
}

/// Returns faults: upward imports, and modules without a layer.
fn faults(modules: &Modules, layers: &[(&str, &[&str])]) -> Vec<String> {
    let mut faults = Vec::new();
    for (from, to) in modules.imports() {
        // The root declares the modules and re-exports the interface.
        if from.is_empty() || to.is_empty() {
            continue;
        }
        let (from, to) = (from.join("::"), to.join("::"));
        let (user, used) = match (layer(layers, &from), layer(layers, &to)) {
            (Some(user), Some(used)) => (user, used),
            (user, _) => {
                let module = if user.is_none() { from } else { to };
                faults.push(format!("{module}: no layer has this module"));
                continue;
            }
        };
        if user < used {
            faults.push(format!(
                "{from} ({}) uses {to} ({}), which is in a higher layer",
                layers[user].0, layers[used].0
            ));
        }
    }
    faults.dedup();
    faults
}

/// Returns the position of a module's layer.
fn layer(layers: &[(&str, &[&str])], module: &str) -> Option<usize> {
    let length_in = |modules: &[&str]| {
        modules.iter().filter(|known| is_within(module, known)).map(|known| known.len()).max()
    };
    let best =
        layers.iter().enumerate().filter_map(|(at, (_, modules))| Some((length_in(modules)?, at))).max()?;
    Some(best.1)
}

/// Whether a module equals another or is inside it.
fn is_within(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[(&str, &[&str])] =
        &[("values", &["value"]), ("stages", &["stage"]), ("plans", &["plan", "stage::shared"])];

    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let mut modules = Modules::default();
        for (module, source) in files {
            modules.add(module.split("::").map(str::to_owned).collect(), source);
        }
        faults(&modules, TABLE)
    }

    #[test]
    fn downward_imports_are_allowed() {
        let files = [
            ("plan", "use crate::stage::A; use crate::stage::shared::B;"),
            ("stage", "use crate::value::C;"),
            ("stage::shared", "use super::A;"),
            ("value", ""),
        ];
        assert_eq!(faults_of(&files), Vec::<String>::new());
    }

    #[test]
    fn upward_imports_are_faults() {
        let files = [("value", "fn f() { crate::plan::g() }"), ("plan", "")];
        let fault = "value (values) uses plan (plans), which is in a higher layer";
        assert_eq!(faults_of(&files), [fault]);
    }

    #[test]
    fn a_module_without_a_layer_is_a_fault() {
        let files = [("value", ""), ("query", "use crate::value::C;")];
        assert_eq!(faults_of(&files), ["query: no layer has this module"]);
    }
}
