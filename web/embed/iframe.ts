/** The page for a host page's own `<iframe>`: an element with the attributes in the address's hash. */
import { register } from "./element.js";

/** The player's folder, relative to this file, and the hash of its document; set by the build. */
declare const PLAYER: string;
declare const EMBED: string;

const ATTRIBUTES = ["exercise", "readonly", "view", "theme"];

register(new URL(PLAYER, import.meta.url), EMBED);
const given = new URLSearchParams(location.hash.slice(1));
const element = document.createElement("schema-dojo");
for (const name of ATTRIBUTES) {
  const value = given.get(name);
  if (value !== null) element.setAttribute(name, value);
}
const code = given.get("code");
if (code !== null) {
  const pre = document.createElement("pre");
  pre.textContent = code;
  element.append(pre);
}
document.body.append(element);
