/** Replaces the service worker during development, when nothing may be answered from a cache. */
export {};

declare const self: ServiceWorkerGlobalScope;

async function remove(): Promise<void> {
  const prefix = `schema-dojo ${self.registration.scope} `;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(remove()));
