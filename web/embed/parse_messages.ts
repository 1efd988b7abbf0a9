/** Parses messages of the host page. They are not trusted: messages of any other shape are dropped. */
import { VIEWS, type Options, type Theme, type ToPlayer } from "./messages.js";

/** The greatest height of a text in pixels. */
const MOST_PIXELS = 100_000;

/** The options of a greeting; null for any other message. */
export function readHello(data: unknown): Options | null {
  if (!isObject(data) || data["type"] !== "schema-dojo" || !isObject(data["options"])) return null;
  const given = data["options"];
  const exercise = string(given["exercise"]);
  return {
    exercise: exercise !== null && /^[a-z0-9-]{1,80}$/.test(exercise) ? exercise : null,
    code: string(given["code"]) ?? "",
    kept: string(given["kept"]),
    recorded: string(given["recorded"]),
    seed: string(given["seed"]),
    checks: string(given["checks"]),
    before: strings(given["before"]),
    readonly: given["readonly"] === true,
    alone: given["alone"] === true,
    autorun: given["autorun"] === true,
    view: VIEWS.find((name) => name === given["view"]) ?? "output",
    theme: theme(given["theme"]),
    height: number(given["height"]),
  };
}

/** A message to a started player; null for anything else. */
export function readMessage(data: unknown): ToPlayer | null {
  if (!isObject(data)) return null;
  const { type, call, code } = data;
  switch (type) {
    case "ping":
    case "awake":
    case "sleep":
      return { type };
    case "readonly":
      return { type, readonly: data["readonly"] === true };
    case "code":
    case "author":
      return typeof code === "string" ? { type, code } : null;
    case "theme":
      return { type, theme: theme(data["theme"]) };
    case "run":
    case "check":
    case "reset":
      return typeof call === "number" ? { type, call, before: strings(data["before"]) } : null;
    default:
      return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function string(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function number(value: unknown): number {
  return typeof value === "number" && value >= 0 && value <= MOST_PIXELS ? value : 0;
}

function theme(value: unknown): Theme {
  return value === "dark" ? "dark" : "light";
}
