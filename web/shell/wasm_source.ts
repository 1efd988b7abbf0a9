/**
 * The sources of the engine's module. The types use no global of browsers, because a program compiled without the DOM
 * library has none.
 */

/** A `URL`. */
export interface Address {
  readonly href: string;
}

/** A `Response`. */
export interface Answer {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `WebAssembly.Module`, which has no members to declare. */
export type CompiledModule = object;

/** The argument of {@link init}: the address of the `.wasm`, or its content. */
export type WasmSource = string | Address | Answer | WasmBytes | CompiledModule;

/** The bytes of the `.wasm`. */
export type WasmBytes = ArrayBuffer | ArrayBufferView<ArrayBuffer>;
