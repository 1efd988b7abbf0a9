//! Runs every target on inputs that once violated its invariant, and on random bytes.
//!
//! `FUZZ_ROUNDS` sets the number of random inputs per target, `FUZZ_SEED` the first seed, and `FUZZ_TARGET`
//! selects a target.
#![cfg(not(target_arch = "wasm32"))]

use std::panic::catch_unwind;
use std::path::Path;

use corpus::random::{Random, setting};

#[test]
fn seeds_keep_every_invariant() {
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
fn random_bytes_keep_every_invariant() {
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
