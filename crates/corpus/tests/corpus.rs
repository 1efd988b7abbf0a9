//! Runs the whole corpus, natively or, for the wasm target, in a browser. `CASE=<part of a path or a name>`
//! selects cases.

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn every_case_passes() {
    let part = std::env::var("CASE").unwrap_or_default();
    let outcome = corpus::run_all(&part);
    assert!(outcome.passed + outcome.failures.len() > 0, "no case contains {part:?}");
    assert!(
        outcome.failures.is_empty(),
        "{} of {} cases failed:\n{}",
        outcome.failures.len(),
        outcome.passed + outcome.failures.len(),
        outcome.failures.join("\n")
    );
}
