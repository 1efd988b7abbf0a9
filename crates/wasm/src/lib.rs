//! The wasm-bindgen surface of the engine: nothing but conversion.
