//! Cargo's runner for `wasm32-unknown-unknown`: runs a test binary in a headless
//! browser, with nothing installed.
//!
//! `.cargo/config.toml` names it, so that `cargo test --target
//! wasm32-unknown-unknown` works; it needs `chromedriver` on the path (or its
//! path in `CHROMEDRIVER`), and reads the browser's flags from
//! `tests/webdriver.json`.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
