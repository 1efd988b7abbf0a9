//! Runs every target on the inputs that once broke it, and on some bytes of no meaning.
//!
//! `FUZZ_ROUNDS` sets how many of the latter per target, `FUZZ_SEED` where to begin,
//! `FUZZ_TARGET` names one of them.
#![cfg(not(target_arch = "wasm32"))]

use std::panic::catch_unwind;
use std::path::Path;

use corpus::random::{Random, setting};

#[test]
fn what_once_broke_a_promise_keeps_it() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    for (name, target) in fuzz::targets::TARGETS {
        let Ok(files) = std::fs::read_dir(seeds.join(name)) else { continue };
        for file in files {
            let path = file.expect("a readable folder").path();
            let bytes = std::fs::read(&path).expect("a readable seed");
            assert!(catch_unwind(|| target(&bytes)).is_ok(), "{}", path.display());
        }
    }
}

#[test]
fn bytes_of_no_meaning_keep_every_promise() {
    let first = setting("FUZZ_SEED", 1);
    let only = std::env::var("FUZZ_TARGET").ok();
    for (name, target) in fuzz::targets::TARGETS {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        for seed in first..first + setting("FUZZ_ROUNDS", 300) {
            let mut random = Random::new(seed);
            let length = random.below(200);
            let bytes: Vec<u8> = (0..length).map(|_| random.number() as u8).collect();
            assert!(catch_unwind(|| target(&bytes)).is_ok(), "{name}, seed {seed}: {bytes:?}");
        }
    }
}
