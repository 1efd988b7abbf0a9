/** Replaces the prerendered text by the page. */

/** Panes with their own scroll position. */
const PANES = [".text-pane", ".sidebar"];

/** Replaces the text by the page, with the same scroll positions. */
export function replacePrerenderedText(page: HTMLElement): void {
  const text = document.getElementById("text");
  if (!text) return;
  const scrolled = PANES.map((pane) => text.querySelector(pane)?.scrollTop ?? 0);
  text.replaceWith(page);
  for (const [at, pane] of PANES.entries()) {
    const top = scrolled[at];
    if (top) page.querySelector(pane)?.scrollTo({ top, behavior: "instant" });
  }
}
