/** The author's content of the element: code, its hidden parts, recorded output. */

/** Elements that highlighters add to the code: line numbers, prompts, copy buttons. */
const BESIDE = ".linenos, .lineno, .linenodiv, .lnt, .ln, .line-numbers-wrapper, .buttons, nav, button";
/** Output that the author has recorded. */
export const RECORDED = "[data-result], .language-mongosh-result, .highlight-mongosh-result, .mongosh-result";

/** The element with the code. */
export function codeElement(host: Element): Element | null {
  // A <pre> may contain a marked <code>.
  const blocks = [...host.querySelectorAll("pre")].filter(
    (pre) => !pre.closest(RECORDED) && !pre.querySelector(RECORDED) && !pre.closest(BESIDE),
  );
  // If line numbers have their own column, the code's column is the last.
  const pre = [...(blocks[0]?.closest("table")?.querySelectorAll("pre") ?? [])].at(-1) ?? blocks[0];
  return pre?.querySelector(":scope > code") ?? pre ?? null;
}

/** The text of an element without additions of highlighters. */
export function codeText(element: Element | null): string {
  if (!element) return "";
  const copy = element.cloneNode(true) as Element;
  copy.querySelectorAll(BESIDE).forEach((beside) => beside.remove());
  // Docusaurus ends its lines with <br>.
  copy.querySelectorAll("br").forEach((br) => br.replaceWith("\n"));
  return (copy.textContent ?? "").replace(/^\n+|\s+$/g, "");
}

/** The output that the author has recorded. */
export function recordedText(host: Element): string | null {
  const block = host.querySelector(RECORDED);
  return block && codeText(block.querySelector("code") ?? block.querySelector("pre") ?? block);
}

/** Lines from `// hide` to `// show`, or to the end: they run, and readers do not see them. */
export const HIDDEN = /^[ \t]*\/\/ hide[ \t]*\n(?:[^]*?^[ \t]*\/\/ show[ \t]*(?:\n|$)|[^]*)/gm;

/** The code that readers see. */
export const visible = (code: string): string => code.replace(HIDDEN, "").replace(/\s+$/, "");

/** Removes the hidden lines from the author's text, whatever elements a highlighter has added. */
export function hide(element: Element): void {
  const text = element.textContent ?? "";
  for (const found of [...text.matchAll(HIDDEN)].reverse()) {
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let at = 0;
    const [from, to] = [found.index, found.index + found[0].length];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { length } = node.nodeValue ?? "";
      if (from >= at && from < at + length) range.setStart(node, from - at);
      if (to > at && to <= at + length) range.setEnd(node, to - at);
      at += length;
    }
    range.deleteContents();
  }
}
