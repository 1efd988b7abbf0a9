/**
 * The script of a host page, loaded before any player is near the window: defines the element, and converts fenced
 * blocks.
 */
import { register } from "./element.js";

/** The folder with this version's player, relative to this file; set by the build. */
declare const PLAYER: string;
/** The hashes of embed.html and fences.js, in the format of `integrity`; set by the build. */
declare const EMBED: string;
declare const FENCES: string;

const folder = new URL(PLAYER, import.meta.url);
register(folder, EMBED);
if (new URL(import.meta.url).searchParams.has("fences")) {
  // A script element, because an import has no hash.
  const script = document.createElement("script");
  script.type = "module";
  script.crossOrigin = "anonymous";
  script.integrity = FENCES;
  script.nonce = [...document.scripts].find(({ src }) => src === import.meta.url)?.nonce ?? "";
  script.src = new URL("fences.js", folder).href;
  document.head.append(script);
}
