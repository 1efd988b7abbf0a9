/** mongosh's settings. Reference: <https://www.mongodb.com/docs/mongodb-shell/reference/configure-shell-settings-api/>. */
import { MongoshInvalidInputError } from "./errors.js";
import { PRINT, type PrintOptions } from "./printing.js";

/**
 * The settings of a shell. Those for editors, logs and telemetry, which do not exist here, are stored without effect.
 */
export interface Settings {
  displayBatchSize: number;
  inspectCompact: number | boolean;
  inspectDepth: number;
  [name: string]: unknown;
}

export function defaultSettings(): Settings {
  return {
    displayBatchSize: 20,
    maxTimeMS: null,
    enableTelemetry: false,
    editor: null,
    disableSchemaSampling: false,
    inspectCompact: 3,
    inspectDepth: 6,
    historyLength: 1000,
    showStackTraces: false,
    redactHistory: "remove",
  };
}

/** Print options that follow the settings. */
export function printOptions(settings: Settings): PrintOptions {
  return { depth: settings.inspectDepth, compact: compactness(settings) };
}

/** How many nested levels may share a line. */
export function compactness({ inspectCompact }: Settings): number {
  return typeof inspectCompact === "number" ? inspectCompact : inspectCompact ? 3 : 0;
}

const SIZES = new Set(["displayBatchSize", "inspectDepth", "historyLength"]);
const SWITCHES = new Set(["enableTelemetry", "disableSchemaSampling", "showStackTraces"]);

/** Why a setting cannot have this value; undefined if it can. */
function refusal(name: string, value: unknown): string | undefined {
  if (SIZES.has(name) && !(typeof value === "number" && value > 0)) return `${name} must be a positive integer`;
  if (SWITCHES.has(name) && typeof value !== "boolean") return `${name} must be a boolean`;
  if (name === "inspectCompact" && typeof value !== "boolean" && !(typeof value === "number" && value >= 0)) {
    return "inspectCompact must be a boolean or a positive integer";
  }
  return undefined;
}

/** The object `config`. */
export function configOf(settings: Settings): object {
  const named = (method: string, name: unknown): string => {
    if (name === undefined)
      throw new MongoshInvalidInputError(`Missing required argument at position 0 (config.${method})`);
    return String(name);
  };
  const missing = (name: string): string | undefined =>
    Object.hasOwn(settings, name) ? undefined : `Option "${name}" is not available in this environment`;
  return {
    get(name: unknown): unknown {
      const known = named("get", name);
      return Object.hasOwn(settings, known) ? settings[known] : undefined;
    },
    set(name: unknown, value: unknown): string {
      const known = named("set", name);
      const refused = refusal(known, value);
      if (refused !== undefined) return `Cannot set option "${known}": ${refused}`;
      const absent = missing(known);
      if (absent !== undefined) return absent;
      settings[known] = value;
      return `Setting "${known}" has been changed`;
    },
    reset(name: unknown): string {
      const known = named("reset", name);
      const absent = missing(known);
      if (absent !== undefined) return absent;
      settings[known] = defaultSettings()[known];
      return `Setting "${known}" has been reset to its default value`;
    },
    [PRINT]: () => new Map(Object.entries(settings)),
  };
}
