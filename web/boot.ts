/**
 * Runs before the first paint: applies the stored theme, then starts the page and, once that is loaded, the sandbox. A
 * classic script, because a module would run too late for the theme.
 */
import { combinedLoader } from "./page/combined_library.js";
import { text } from "./page/fetch.js";
import { storedDataText, connectFreePageStorage, storeDataText } from "./page/free_page_storage.js";
import { library, policy, type Library } from "./page/library.js";
import { replacePrerenderedText } from "./page/replace_prerendered.js";
import { packLink, unpackLink } from "./page/share_link.js";
import { startSandbox } from "./sandbox/supervisor.js";

interface PageModule {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
}

const here = new URL(".", (document.currentScript as HTMLScriptElement).src);

function rememberedTheme(): string {
  try {
    const settings: unknown = JSON.parse(localStorage.getItem("schema-dojo/settings") ?? "{}");
    const theme = (settings as { theme?: unknown } | null)?.theme;
    return theme === "light" || theme === "dark" ? theme : "auto";
  } catch {
    // Storage is disabled, or holds another value.
    return "auto";
  }
}

/** Reports below the prerendered text, which stays, that the page could not start. */
function sayWhyNot(): void {
  const bar = document.createElement("div");
  bar.className = "start-failed";
  bar.setAttribute("role", "alert");
  const said = document.createElement("p");
  said.textContent =
    "Editor and database could not start. They need a current browser with WebAssembly, and all files of this site.";
  const again = document.createElement("button");
  Object.assign(again, {
    type: "button",
    className: "button",
    textContent: "Try again",
    onclick: () => location.reload(),
  });
  bar.append(said, again);
  document.body.append(bar);
}

/** Milliseconds within which a newer version must take over. */
const TAKING_OVER = 1000;

/**
 * Whether a newer version of the site, fetched on an earlier visit, has taken over; then this page is of the old one.
 */
async function tookOver(): Promise<boolean> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // On a first visit there is no other version.
  if (!container?.controller) return false;
  const waiting = (await container.getRegistration(here))?.waiting;
  if (!waiting) return false;
  return new Promise((resolve) => {
    container.addEventListener("controllerchange", () => resolve(true), { once: true });
    // It does not take over while another page uses the old version.
    setTimeout(() => resolve(false), TAKING_OVER);
    waiting.postMessage("take-over");
  });
}

async function start(compiled: Promise<WebAssembly.Module>): Promise<void> {
  const module = import(new URL("page/schema_dojo_web.js", here).href) as Promise<PageModule>;
  if (await tookOver().catch(() => false)) return location.reload();
  const page = await module;
  await page.default({ module_or_path: await compiled });
}

/** Compiles the page's module while it downloads. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL("page/schema_dojo_web_bg.wasm", here));
  if (!response.ok) throw new Error(`${response.url} could not be loaded (${response.status}).`);
  // Some hosts do not know the media type.
  if (response.headers.get("content-type") !== "application/wasm")
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

/** The editor's files. They load after the page's own; until then its text area accepts input. */
const EDITOR = ["editor.js", "editor-chunk.js"];

/** Fetches the editor on pages that have one; resolves when it has loaded or failed. */
function fetchEditor(): Promise<unknown> {
  if (!document.querySelector('meta[name="schema-dojo"][content="editor"]')) return Promise.resolve();
  const fetched = EDITOR.map((file) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "modulepreload", href: new URL(file, here).href });
    document.head.append(link);
    return new Promise((resolve) => {
      for (const event of ["load", "error"]) link.addEventListener(event, resolve, { once: true });
    });
  });
  return Promise.all(fetched);
}

/**
 * Registers the service worker, last, so as not to delay the page. If it cannot be registered (plain HTTP, some private
 * windows), the site needs the network.
 */
function keepForOffline(): void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  container
    ?.register(new URL("sw.js", here))
    .catch((reason: unknown) => console.warn("Not available offline:", reason));
}

/** Fetches files of another host that the page will request, while its own module is still loading. */
function fetchAhead({ index, also }: Library): void {
  for (const address of also ? [also.index] : [index]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: new URL(address, here).href });
    document.head.append(link);
  }
}

/** Milliseconds after which the site is stored for offline use, so that the first start comes first. */
const KEEP_AFTER = 1500;

/** The most milliseconds that the sandbox waits for the page's own files. */
const BEHIND = 10_000;

function run(exercises: Library): void {
  const elsewhere = exercises.name !== "" || exercises.also !== undefined;
  // The prerendered text belongs to another place.
  if (elsewhere || exercises.fault || location.hash.startsWith("#/"))
    document.documentElement.dataset["elsewhere"] = "";
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = policy(exercises);
  document.head.append(meta);
  if (!exercises.fault && elsewhere) fetchAhead(exercises);
  const ready = new Promise<void>((resolve) => {
    if (document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
    else resolve();
  });
  const compiled = compile();
  // The start of the page reports the failure.
  compiled.catch(() => undefined);
  const newKeep = (): MessagePort => {
    const keep = new MessageChannel();
    connectFreePageStorage(keep.port1, exercises.name);
    return keep.port2;
  };
  const read = Promise.all([ready, compiled.catch(() => undefined)]).then(fetchEditor);
  const patience = new Promise<void>((resolve) => setTimeout(resolve, BEHIND));
  const sandbox = Promise.race([read, patience]).then(() => startSandbox(here, newKeep));
  // The page reports the failure when it requests the sandbox.
  sandbox.catch(() => undefined);
  const root = document.createElement("div");
  root.id = "page";
  /** The functions that the page, which is WebAssembly, calls. */
  const services = {
    load: (url: string): Promise<unknown> => import(url),
    text: exercises.also ? combinedLoader(exercises, exercises.also, text) : text,
    sandbox: (): Promise<MessagePort> => sandbox,
    root: (): Element => root,
    data: (): Promise<string> => storedDataText(exercises.name),
    setData: (base64: string): Promise<boolean> => storeDataText(exercises.name, base64),
    packLink,
    unpackLink,
    shown: (): void => replacePrerenderedText(root),
    exercises: (): string[] => [
      exercises.index,
      exercises.base,
      exercises.name,
      exercises.fault,
      elsewhere || exercises.fault ? location.search : "",
    ],
  };
  Object.assign(globalThis, { schemaDojo: services });
  ready
    .then(() => start(compiled))
    .then(
      () => {
        setTimeout(keepForOffline, KEEP_AFTER);
      },
      (reason: unknown) => {
        console.error(reason);
        sayWhyNot();
      },
    );
}

document.documentElement.dataset["theme"] = rememberedTheme();
run(library(location.search, here.href));
