/** What a host page loads before a player comes near the window: the element, and the finder of fenced blocks. */
import { register } from "./element.js";

/** The folder with the player of this version, relative to this file; set by the build. */
declare const PLAYER: string;
/** The hashes of embed.html and fences.js, as `integrity` has them; set by the build. */
declare const EMBED: string;
declare const FENCES: string;

const folder = new URL(PLAYER, import.meta.url);
register(folder, EMBED);
if (new URL(import.meta.url).searchParams.has("fences")) {
  // An element, since an import takes no hash.
  const script = document.createElement("script");
  script.type = "module";
  script.crossOrigin = "anonymous";
  script.integrity = FENCES;
  script.nonce = [...document.scripts].find(({ src }) => src === import.meta.url)?.nonce ?? "";
  script.src = new URL("fences.js", folder).href;
  document.head.append(script);
}
