/**
 * Stores the whole site for offline use.
 *
 * A version is installed as a whole: every file is fetched with its hash from the build, and a mismatch (the site is
 * being replaced) fails the installation, which the browser retries later. An open page keeps its version; a new one
 * takes over when the only page is reloaded, or the last one is closed.
 */
export {};

declare const self: ServiceWorkerGlobalScope;

/**
 * Set by the build: the version and, per path relative to the site, the SHA-256 in base64. `places` are the folders of
 * places, whose documents are not stored, because the page renders their text from stored files.
 */
declare const PRECACHE: { version: string; files: Record<string, string>; places: string[] };

const places = new Set(PRECACHE.places);

/** Caches belong to the origin, which may host several copies of the site. */
const prefix = `schema-dojo ${self.registration.scope} `;
const current = prefix + PRECACHE.version;

/** The content's hash is part of the key, so that the next version can reuse unchanged files. */
function key(path: string): string | undefined {
  const hash = PRECACHE.files[path];
  return hash === undefined
    ? undefined
    : new URL(`${path}?sha256=${encodeURIComponent(hash)}`, self.registration.scope).href;
}

async function install(): Promise<void> {
  const cache = await caches.open(current);
  const paths = Object.keys(PRECACHE.files);
  await Promise.all(paths.map((path) => keep(cache, path)));
}

async function keep(cache: Cache, path: string): Promise<void> {
  const at = key(path) as string;
  if (await cache.match(at)) return;
  const earlier = await caches.match(at);
  if (earlier) return cache.put(at, earlier);
  const response = await fetch(new URL(path, self.registration.scope), {
    cache: "no-cache",
    integrity: `sha256-${PRECACHE.files[path]}`,
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  await cache.put(at, response);
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== current).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

/** The path of a request relative to the site, `index.html` for the site itself. */
function pathOf(request: Request): string | undefined {
  const { scope } = self.registration;
  const url = new URL(request.url);
  const whole = url.origin + url.pathname;
  if (request.method !== "GET" || !whole.startsWith(scope)) return undefined;
  return decodeURI(whole.slice(scope.length)) || "index.html";
}

async function answer(request: Request, at: string): Promise<Response> {
  const cache = await caches.open(current);
  return (await cache.match(at)) ?? fetch(request);
}

/** The start page's document for another place: with the base for the place's folder, and without the text. */
async function document(place: string): Promise<Response> {
  const start = await answer(new Request(self.registration.scope), key("index.html") as string);
  const base = "../".repeat(place.split("/").length - 1);
  const text = (await start.text())
    .replace('<base href="./" />', () => `<base href="${base}" />`)
    .replace(
      /<div id="text">[^]*<\/body>/,
      () => '<div id="text"><p class="start">Schema Dojo is starting…</p></div></body>',
    );
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/** A page that has just started requests the waiting version: it is activated unless another page uses the old one. */
async function takeOver(): Promise<void> {
  if (await onlyOnePage()) await self.skipWaiting();
}

async function onlyOnePage(): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // A page's frames do not count.
  return windows.filter((client) => client.frameType === "top-level").length < 2;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  if (event.data === "take-over") event.waitUntil(takeOver());
});
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  const at = path === undefined ? undefined : key(path);
  if (at !== undefined) return event.respondWith(answer(event.request, at));
  if (path === undefined || event.request.mode !== "navigate") return;
  if (places.has(path)) event.respondWith(document(path));
  else if (places.has(`${path}/`))
    event.respondWith(Response.redirect(new URL(`${path}/`, self.registration.scope).href));
});
