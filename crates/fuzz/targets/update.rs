//! Fuzzes `fuzz::targets::update`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::update::run(bytes));
