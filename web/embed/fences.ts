/**
 * Finds the blocks fenced as `mongosh` in pages of documentation tools and makes elements of them; asked for with
 * `schema-dojo.js?fences`. A single-page site draws its pages by itself, so what is added later is looked at, too.
 */
import { RECORDED } from "./author.js";

/** Where tools write the language: on the code, the `<pre>`, or something around it. */
const LANGUAGES = [
  "language-mongosh", // mdBook, Hugo, VitePress, Docusaurus, MkDocs
  "highlight-mongosh", // Sphinx
  "mongosh", // pandoc, Quarto
].map((name) => `.${name}`);
/** What tools put beside the code: buttons, the language's name, VitePress's column of line numbers. */
const BESIDE = "button, .lang, .line-numbers-wrapper";
/** Attributes that a block may have as `data-…`. */
const ATTRIBUTES = ["id", "depends-on", "seed", "view", "readonly", "autorun", "persist", "theme", "height", "loading"];

/** Makes an element of every fenced block that has none yet. */
function wrapAll(): void {
  for (const marked of document.querySelectorAll<HTMLElement>(LANGUAGES.join())) {
    if (marked.closest("schema-dojo") || marked.matches(RECORDED) || marked.querySelector("schema-dojo")) continue;
    const pre = marked.closest("pre") ?? marked.querySelector("pre");
    if (pre) wrap(pre, marked);
  }
}

/** Puts an element between a block and what stands around it, which a framework may have drawn and looks for. */
function wrap(pre: HTMLElement, marked: HTMLElement): void {
  // Line numbers may have a column of their own.
  const block = marked.querySelector<HTMLElement>("table:has(pre)") ?? pre;
  const outer = marked.contains(block) ? marked : block;
  const element = document.createElement("schema-dojo");
  for (const name of ATTRIBUTES) {
    const value = [outer, pre, marked].map((one) => one.getAttribute(`data-${name}`)).find((value) => value !== null);
    if (value != null) element.setAttribute(name, value);
  }
  // Other elements depend on it by its name.
  if (!element.id && pre.id && outer === pre) [element.id, pre.id] = [pre.id, ""];
  // A tool's copy buttons would lie over the player's.
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

/** The block right after one, if it has the output recorded. */
function resultAfter(block: Element): HTMLElement | null {
  // A tool may have put something around both.
  for (let at: Element | null = block; at && at !== document.body; at = at.parentElement) {
    const next = at.nextElementSibling;
    if (next) return next.matches(RECORDED) || next.querySelector(RECORDED) ? (next as HTMLElement) : null;
  }
  return null;
}

let isPlanned = false;

/** Looks once the page has stopped changing for a moment. */
function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    wrapAll();
  });
}

/** Not before the page has loaded: frameworks take up the HTML of the server as they have written it. */
function begin(): void {
  wrapAll();
  new MutationObserver(plan).observe(document.body, { childList: true, subtree: true });
}

if (document.readyState === "complete") begin();
else addEventListener("load", begin, { once: true });
