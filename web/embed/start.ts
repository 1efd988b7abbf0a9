/** The script of the page in the element's iframe: receives the host page's greeting, and loads the player. */
import { Files, type Hashes } from "./files.js";
import type { FromPlayer } from "./messages.js";
import type { startPlayer } from "./player.js";
import { readHello } from "./parse_messages.js";

/** The hashes of the files beside this one; set by the build. */
declare const HASHES: Hashes;

const BASE = new URL(".", location.href);

addEventListener("message", begin);
// Opened on its own, the player would be an empty page.
if (parent === self) location.replace(new URL("../", BASE));

function begin({ source, ports: [port], data }: MessageEvent<unknown>): void {
  const options = source === parent && port ? readHello(data) : null;
  if (!port || !options) return;
  removeEventListener("message", begin);
  const say = (message: FromPlayer): void => port.postMessage(message);
  say({ type: "alive" });
  const fail = (message: string): void => say({ type: "failed", message });
  load(new Files(BASE, HASHES, fail))
    .then((start) => start(options, port))
    .catch((reason: unknown) => fail(reason instanceof Error ? reason.message : String(reason)));
}

/** Loads the player with its styles. */
async function load(
  files: Files,
): Promise<
  (...given: Parameters<typeof startPlayer> extends [unknown, ...infer Rest] ? Rest : never) => Promise<void>
> {
  const styles = ["styles/app.css", "styles/embed.css"].map(async (name) => {
    const sheet = new CSSStyleSheet();
    return sheet.replace(await (await files.get(name)).text());
  });
  const [player, ...sheets] = await Promise.all([
    files.address("player.js").then((address) => import(address) as Promise<{ startPlayer: typeof startPlayer }>),
    ...styles,
  ]);
  document.adoptedStyleSheets = sheets;
  return (options, port) => player.startPlayer(files, options, port);
}
