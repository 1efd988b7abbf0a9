//! Fuzzes `fuzz::targets::cluster`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::cluster::run(bytes));
