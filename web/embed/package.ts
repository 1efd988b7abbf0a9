/**
 * `schema-dojo/element`: the element for programs with a bundler. Importing it has no side effect, on a server or in a
 * browser.
 */
import { register } from "./element.js";

/** The folder of the player in a site, `v1.2.3/`, and the hash of its embed.html; set by the build. */
declare const PLAYER_FOLDER: string;
declare const EMBED: string;

/** The element's properties and methods, besides those of every `HTMLElement`. */
export interface SchemaDojoElement {
  /** The code in the editor, or the author's code before there is an editor. */
  code: string;
  readonly state: "idle" | "loading" | "ready" | "running" | "failed";
  /** The report of the last check, or null. */
  readonly report: unknown;
  /** Runs the code; returns its result. */
  run(): Promise<unknown>;
  /** Grades the code; returns the report. */
  check(): Promise<unknown>;
  /** Restores the author's code and data. */
  reset(): Promise<unknown>;
}

/** The element's attributes. */
export interface SchemaDojoAttributes {
  exercise?: string;
  code?: string;
  seed?: string;
  loading?: "lazy" | "eager" | "click";
  readonly?: boolean | "";
  autorun?: boolean | "";
  "depends-on"?: string;
  view?: "output" | "documents" | "explain" | "cost";
  theme?: "auto" | "light" | "dark";
  height?: string;
  persist?: string;
}

/**
 * Registers `<schema-dojo>` with the player of a site such as `https://host/path/`, which must have this package's
 * version. Does nothing on a server, or when called again.
 */
export function define(site: string): void {
  register(new URL(PLAYER_FOLDER, site.endsWith("/") ? site : `${site}/`), EMBED);
}
