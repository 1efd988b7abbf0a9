//! Runs every target on the inputs that once broke it, and on some bytes of no meaning.
//!
//! `FUZZ_ROUNDS` sets how many of the latter per target, `FUZZ_SEED` where to begin,
//! `FUZZ_TARGET` names one of them.
#![cfg(not(target_arch = "wasm32"))]

use std::panic::catch_unwind;
use std::path::Path;

/// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

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
            let mut state = seed;
            let length = random(&mut state) % 200;
            let bytes: Vec<u8> = (0..length).map(|_| random(&mut state) as u8).collect();
            assert!(catch_unwind(|| target(&bytes)).is_ok(), "{name}, seed {seed}: {bytes:?}");
        }
    }
}
