//! Fuzzes `fuzz::targets::upsert`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::upsert::run(bytes));
