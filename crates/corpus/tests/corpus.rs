//! Runs the whole corpus, natively or, for the wasm target, in a browser.

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn every_case_does_what_it_says() {
    let outcome = corpus::run_all();
    assert!(outcome.passed + outcome.failures.len() > 0, "the corpus is empty");
    assert!(
        outcome.failures.is_empty(),
        "{} of {} cases failed:\n{}",
        outcome.failures.len(),
        outcome.passed + outcome.failures.len(),
        outcome.failures.join("\n")
    );
}
