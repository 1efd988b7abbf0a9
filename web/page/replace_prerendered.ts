/** How the page takes the place of the text that the build wrote into the document. */

/** Panes that scroll by themselves. */
const PANES = [".text-pane", ".sidebar"];

/** Puts the page into the document in place of the text, scrolled as far as that. */
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
