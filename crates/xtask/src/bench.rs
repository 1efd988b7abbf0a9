//! `cargo xtask bench`: the engine against others, see `tests/bench/run.mjs`.

use anyhow::{Context as _, Result};

use crate::steps::{self, Profile};
use crate::{engine, npm};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    npm::set_up()?;
    npm::install(&steps::root().join("tests/bench"))?;
    let built = engine::build(Profile::Release)?;
    let package = steps::target().join("bench");
    let folder = package.to_str().context("the target folder's name is not UTF-8")?;
    steps::step("bundling the package", || {
        npm::bundle(&["package", folder, "--without-player"])?;
        let wasm = format!("{}_bg.wasm", engine::NAME);
        std::fs::copy(built.join(&wasm), package.join(&wasm))?;
        Ok(())
    })?;
    let mut node = npm::node();
    node.arg("tests/bench/run.mjs").args(arguments).env("DOJO_PACKAGE", &package);
    steps::run(&mut node)
}
