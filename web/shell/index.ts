/** The package `schema-dojo`: the database, its clock, and a mongosh over it. */
export {
  init,
  initSync,
  Engine,
  type Clock,
  type Duration,
  type EngineOptions,
  type EngineSnapshot,
  type Interceptor,
  type Operation,
} from "./engine.js";
export {
  Shell,
  type CompiledFunctions,
  type Evaluation,
  type EvaluateOptions,
  type Sharding,
  type ShellOptions,
} from "./shell.js";
export type { WasmBytes, WasmSource } from "./wasm_source.js";
export type { ScriptError } from "./failure.js";
export type { OutputItem } from "./output.js";
export {
  MongoBulkWriteError,
  MongoError,
  MongoInvalidArgumentError,
  MongoServerError,
  MongoshInvalidInputError,
  MongoshUnimplementedError,
} from "./errors.js";
export { inspect } from "./printing.js";
export { encode } from "./encode.js";
export { decode } from "./decode.js";
export * from "./bson.js";
