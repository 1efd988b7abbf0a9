//! Fuzzes `fuzz::targets::share`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::share::run(bytes));
