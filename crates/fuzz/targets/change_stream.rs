//! Fuzzes `fuzz::targets::change_stream`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::change_stream::run(bytes));
