/** When players load: near the window, while the page is idle, and the first one before the others. */

/** Distance from the window at which a player loads. */
const NEAR = "300px";

let first: Promise<void> | null = null;

/** Loads a player once the page's first one has loaded. */
export async function inTurn(load: () => Promise<void>): Promise<void> {
  if (first) {
    await first;
    return load();
  }
  const loading = load();
  first = loading.catch(() => {
    first = null;
  });
  return loading;
}

/** Calls back when an element is near the window and the page is idle. Returns a function that stops waiting. */
export function whenNear(element: Element, start: () => void): () => void {
  let isNear = false;
  const observer = new IntersectionObserver(
    (entries) => {
      isNear = entries.at(-1)?.isIntersecting ?? false;
      if (isNear) void idle().then(() => isNear && start());
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => {
    isNear = false;
    observer.disconnect();
  };
}

/** Resolves when the page has loaded and is idle. */
async function idle(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  // Safari has no requestIdleCallback.
  await new Promise<unknown>((resolve) =>
    "requestIdleCallback" in globalThis ? requestIdleCallback(resolve, { timeout: 2_000 }) : setTimeout(resolve, 200),
  );
}
