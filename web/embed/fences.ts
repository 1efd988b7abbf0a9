/**
 * Converts blocks fenced as `mongosh` in pages of documentation tools to elements; requested with
 * `schema-dojo.js?fences`. A single-page site renders its pages itself, so elements added later are converted, too.
 */
import { RECORDED } from "./author_content.js";

/** Where tools put the language: on the code, the `<pre>`, or an ancestor. */
const LANGUAGES = [
  "language-mongosh", // mdBook, Hugo, VitePress, Docusaurus, MkDocs
  "highlight-mongosh", // Sphinx
  "mongosh", // pandoc, Quarto
].map((name) => `.${name}`);
/** Elements that tools add to the code: buttons, the language's name, VitePress's column of line numbers. */
const BESIDE = "button, .lang, .line-numbers-wrapper";
/** Attributes that a block may have as `data-…`. */
const ATTRIBUTES = ["id", "depends-on", "seed", "view", "readonly", "autorun", "persist", "theme", "height", "loading"];

/** Wraps every fenced block that is not wrapped yet in an element. */
function wrapAll(): void {
  for (const marked of document.querySelectorAll<HTMLElement>(LANGUAGES.join())) {
    if (marked.closest("schema-dojo") || marked.matches(RECORDED) || marked.querySelector("schema-dojo")) continue;
    const pre = marked.closest("pre") ?? marked.querySelector("pre");
    if (pre) wrap(pre, marked);
  }
}

/** Inserts an element inside the block's outer elements, which a framework may have rendered and still references. */
function wrap(pre: HTMLElement, marked: HTMLElement): void {
  // Line numbers may have their own column.
  const block = marked.querySelector<HTMLElement>("table:has(pre)") ?? pre;
  const outer = marked.contains(block) ? marked : block;
  const element = document.createElement("schema-dojo");
  for (const name of ATTRIBUTES) {
    const value = [outer, pre, marked].map((one) => one.getAttribute(`data-${name}`)).find((value) => value !== null);
    if (value != null) element.setAttribute(name, value);
  }
  // Other elements refer to it by its id.
  if (!element.id && pre.id && outer === pre) [element.id, pre.id] = [pre.id, ""];
  // A tool's copy buttons would overlap the player.
  element.addEventListener("dojo-ready", () => {
    for (const beside of outer.querySelectorAll<HTMLElement>(BESIDE))
      if (!element.contains(beside)) beside.style.display = "none";
  });
  const result = resultAfter(outer);
  block.replaceWith(element);
  element.append(block);
  if (!result) return;
  const copy = result.cloneNode(true) as HTMLElement;
  copy.setAttribute("data-result", "");
  element.append(copy);
  result.style.display = "none";
}

/** The next block, if it is recorded output. */
function resultAfter(block: Element): HTMLElement | null {
  // A tool may have wrapped both.
  for (let at: Element | null = block; at && at !== document.body; at = at.parentElement) {
    const next = at.nextElementSibling;
    if (next) return next.matches(RECORDED) || next.querySelector(RECORDED) ? (next as HTMLElement) : null;
  }
  return null;
}

let isPlanned = false;

/** Wraps blocks once the page has stopped changing for a moment. */
function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    wrapAll();
  });
}

/** Only after the page has loaded: frameworks hydrate the server's HTML and expect it unchanged. */
function begin(): void {
  wrapAll();
  new MutationObserver(plan).observe(document.body, { childList: true, subtree: true });
}

if (document.readyState === "complete") begin();
else addEventListener("load", begin, { once: true });
