/** What a host page loads before a player comes near the window: the element, and the finder of fenced blocks. */
import { register } from "./element.js";

/** The folder with the player of this version, relative to this file; set by the build. */
declare const PLAYER: string;

const folder = new URL(PLAYER, import.meta.url);
register(folder);
if (new URL(import.meta.url).searchParams.has("fences")) void import(new URL("fences.js", folder).href);
