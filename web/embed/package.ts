/** `schema-dojo/element`: the element for programs with a bundler. Importing it has no effect, on a server or not. */
import { register } from "./element.js";

/** The folder of the player in a site, `v1.2.3/`, and the hash of its embed.html; set by the build. */
declare const PLAYER_FOLDER: string;
declare const EMBED: string;

/** The element's properties and methods, beside those of every `HTMLElement`. */
export interface SchemaDojoElement {
  /** The code in the editor; before there is one, that of the author. */
  code: string;
  readonly state: "idle" | "loading" | "ready" | "running" | "failed";
  /** The report of the last check, or null. */
  readonly report: unknown;
  /** Runs the code; gives its result. */
  run(): Promise<unknown>;
  /** Grades the code; gives the report. */
  check(): Promise<unknown>;
  /** Brings the author's code and data back. */
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
 * Registers `<schema-dojo>`, with the player of a site such as `https://host/path/`, which has to be of this package's
 * version. Does nothing on a server, or a second time.
 */
export function define(site: string): void {
  register(new URL(PLAYER_FOLDER, site.endsWith("/") ? site : `${site}/`), EMBED);
}
