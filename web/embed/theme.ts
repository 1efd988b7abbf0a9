/** Detects whether a place in the host page is light or dark, and changes of that. */
import type { Theme } from "./messages.js";

/** Colours below this luminance, of 0 to 255, are dark. */
const DARK = 128;

/** The theme behind an element: from the first background that is not transparent, or the page's canvas. */
export function themeOf(element: Element): Theme {
  for (
    let at: Element | null = element;
    at;
    at = at.parentElement ?? ((at.getRootNode() as ShadowRoot).host as Element | undefined) ?? null
  ) {
    const luminance = luminanceOf(getComputedStyle(at).backgroundColor);
    if (luminance !== null) return luminance < DARK ? "dark" : "light";
  }
  const schemes = getComputedStyle(element).colorScheme.split(" ");
  if (!schemes.includes("dark")) return "light";
  return !schemes.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** The luminance of a computed colour; null if it is transparent. */
function luminanceOf(colour: string): number | null {
  let parts = /^rgba?\(/.test(colour) ? (colour.match(/[\d.]+/g) ?? []).map(Number) : [];
  if (parts.length === 0) {
    // Another notation, such as oklch().
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return null;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    parts = [...context.getImageData(0, 0, 1, 1).data];
    parts[3] = (parts[3] ?? 0) / 255;
  }
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  return alpha < 0.5 ? null : 0.299 * red + 0.587 * green + 0.114 * blue;
}

const listeners = new Set<() => void>();

/** Calls back when the page's theme may have changed; returns a function that stops watching. */
export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) observe();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let isObserved = false;

/** Toggles change an attribute of the root or the body, or the style sheets; transitions may delay the new colours. */
function observe(): void {
  if (isObserved) return;
  isObserved = true;
  const look = (): void => listeners.forEach((listener) => listener());
  const observer = new MutationObserver(look);
  observer.observe(document.documentElement, { attributes: true });
  observer.observe(document.body, { attributes: true });
  observer.observe(document.head, { attributes: true, childList: true, subtree: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);
  for (const event of ["transitionend", "load"]) document.addEventListener(event, look, true);
}
