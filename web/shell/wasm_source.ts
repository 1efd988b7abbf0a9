/**
 * Where the engine's module comes from. The types name no global of browsers: a program compiled without their library
 * has none.
 */

/** A `URL`. */
export interface Address {
  readonly href: string;
}

/** A `Response`. */
export interface Answer {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `WebAssembly.Module`, which has no members to know it by. */
export type CompiledModule = object;

/** What {@link init} takes: where the `.wasm` is, or what is in it. */
export type WasmSource = string | Address | Answer | WasmBytes | CompiledModule;

/** The bytes of the `.wasm`. */
export type WasmBytes = ArrayBuffer | ArrayBufferView<ArrayBuffer>;
