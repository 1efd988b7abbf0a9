/**
 * Runs before the first paint: sets the theme that was chosen on an earlier visit, then starts the sandbox and the
 * page beside each other. A classic script, because a module would run too late for the theme.
 */
import { beside } from "./page/beside.js";
import { text } from "./page/fetch.js";
import { keepData } from "./page/kept.js";
import { library, policy, type Library } from "./page/library.js";
import { startFrame } from "./sandbox/start.js";

interface PageModule {
  default(options: { module_or_path: URL }): Promise<unknown>;
}

const here = new URL(".", (document.currentScript as HTMLScriptElement).src);

function rememberedTheme(): string {
  try {
    const settings: unknown = JSON.parse(localStorage.getItem("schema-dojo/settings") ?? "{}");
    const theme = (settings as { theme?: unknown } | null)?.theme;
    return theme === "light" || theme === "dark" ? theme : "auto";
  } catch {
    // Storage is switched off, or holds something else.
    return "auto";
  }
}

function sayWhyNot(): void {
  const start = document.getElementById("start");
  if (start) {
    start.setAttribute("role", "alert");
    start.textContent =
      "Schema Dojo could not start. It needs a current browser with WebAssembly, and all of its files: reload the page to try again.";
  }
}

/** How long a newer version may take to take over, in milliseconds. */
const TAKING_OVER = 1000;

/** Whether a newer version of the site, fetched on an earlier visit, has taken over; this page is the old one's then. */
async function tookOver(): Promise<boolean> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // On a first visit there is nothing to be asked for.
  if (!container?.controller) return false;
  const waiting = (await container.getRegistration(here))?.waiting;
  if (!waiting) return false;
  return new Promise((resolve) => {
    container.addEventListener("controllerchange", () => resolve(true), { once: true });
    // It does not while another page uses the old version.
    setTimeout(() => resolve(false), TAKING_OVER);
    waiting.postMessage("take-over");
  });
}

async function start(): Promise<void> {
  const module = import(new URL("page/schema_dojo_web.js", here).href) as Promise<PageModule>;
  if (await tookOver().catch(() => false)) return location.reload();
  const page = await module;
  await page.default({ module_or_path: new URL("page/schema_dojo_web_bg.wasm", here) });
}

/** Last, so as not to hold the page up. Where it cannot be (plain HTTP, some private windows) the site needs the network. */
function keepForOffline(): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  container?.register(new URL("sw.js", here)).catch((reason: unknown) => console.warn("Not available offline:", reason));
}

/** Fetches what the page will ask for first while its own module is still on its way. */
function fetchAhead({ index, base }: Library): void {
  const [, id] = /^#\/(?:exercise|compare)\/([a-z0-9-]+)$/.exec(location.hash) ?? [];
  for (const address of [index, ...(id ? [`${base}${id}.json`] : [])]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: new URL(address, here).href });
    document.head.append(link);
  }
}

/** Milliseconds after which the site is kept for offline use: the first start comes before that. */
const KEEP_AFTER = 1500;

document.documentElement.dataset["theme"] = rememberedTheme();
const exercises = library(location.search, location.href);
const meta = document.createElement("meta");
meta.httpEquiv = "Content-Security-Policy";
meta.content = policy(exercises);
document.head.append(meta);
if (!exercises.fault) fetchAhead(exercises);
const ready = new Promise<void>((resolve) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
  else resolve();
});
const keep = new MessageChannel();
keepData(keep.port1, exercises.name);
const sandbox = startFrame(here, keep.port2);
// The page says so when it asks for it.
sandbox.catch(() => undefined);
/** What the page, which is WebAssembly, calls. */
const services = {
  load: (url: string): Promise<unknown> => import(url),
  text: exercises.also ? beside(exercises, exercises.also, text) : text,
  sandbox: (): Promise<MessagePort> => sandbox,
  exercises: (): string[] => [exercises.index, exercises.base, exercises.name, exercises.fault],
};
Object.assign(globalThis, { schemaDojo: services });
ready.then(start).then(
  () => {
    document.getElementById("start")?.remove();
    setTimeout(keepForOffline, KEEP_AFTER);
  },
  (reason: unknown) => {
    console.error(reason);
    sayWhyNot();
  },
);
