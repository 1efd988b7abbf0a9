//! Fuzzes `fuzz::targets::command`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::targets::command::run(bytes));
