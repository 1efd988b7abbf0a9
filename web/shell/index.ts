/** The package `schema-dojo`: the database, its clock, and a mongosh over it. */
export { init, initSync, Engine, type Clock, type Duration, type EngineOptions, type EngineSnapshot, type Interceptor, type Operation, type WasmSource } from "./engine.js";
export { Shell, type CompiledFunctions, type Evaluation, type EvaluateOptions, type Sharding, type ShellOptions } from "./shell.js";
export type { ScriptError } from "./failure.js";
export type { OutputItem } from "./output.js";
export { MongoBulkWriteError, MongoError, MongoInvalidArgumentError, MongoServerError, MongoshInvalidInputError, MongoshUnimplementedError } from "./errors.js";
export { inspect } from "./printing.js";
export { encode } from "./encode.js";
export { decode } from "./decode.js";
export { Binary, BSONRegExp, BSONSymbol, Code, DBRef, Decimal128, Double, EJSON, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from "bson";
