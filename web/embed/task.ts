/** An exercise's text, rendered from the blocks in its file. Texts never become HTML. */
import type { Block, Inline } from "../types/exercise.js";
import { element } from "./elements.js";

/** The heading above the table that the build generates from an exercise's model. */
const PROMISES = "What is promised";

/**
 * The task and the promises, each collapsible; the task is open. Without a surrounding site, the text has no links into
 * it.
 */
export function task(text: readonly Block[], site: URL | null): HTMLElement[] {
  const at = text.findIndex((block) => block.type === "heading" && plain(block.content) === PROMISES);
  const parts: [string, readonly Block[]][] =
    at < 0
      ? [["Situation and task", text]]
      : [
          ["Situation and task", text.slice(0, at)],
          [PROMISES, text.slice(at + 1)],
        ];
  const drawnParts = parts.map(([title, blocks]) =>
    element(
      "details",
      "embed-task",
      element("summary", "", title),
      element("div", "prose", ...blocks.map((block) => drawn(block, site))),
    ),
  );
  drawnParts[0]?.toggleAttribute("open", site === null);
  return drawnParts;
}

function drawn(block: Block, site: URL | null): HTMLElement {
  const inlines = (content: readonly Inline[]): (Node | string)[] => content.map((one) => inline(one, site));
  switch (block.type) {
    case "heading":
      return element("h3", "", ...inlines(block.content));
    case "paragraph":
      return element("p", "", ...inlines(block.content));
    case "list":
      return element(
        block.ordered ? "ol" : "ul",
        "",
        ...block.items.map((item) => element("li", "", ...item.map((one) => drawn(one, site)))),
      );
    case "table": {
      const row = (name: "th" | "td", cells: readonly (readonly Inline[])[]): HTMLElement =>
        element("tr", "", ...cells.map((cell) => element(name, "", ...inlines(cell))));
      const table = element(
        "table",
        "",
        element("thead", "", row("th", block.header)),
        element("tbody", "", ...block.rows.map((cells) => row("td", cells))),
      );
      return element("div", "table", table);
    }
    case "code":
      return element("pre", "", element("code", "", block.text));
    case "quote":
      return element("blockquote", "", ...block.blocks.map((one) => drawn(one, site)));
  }
}

function inline(one: Inline, site: URL | null): Node | string {
  if (one.type === "text") return one.text;
  if (one.type === "code") return element("code", "", one.text);
  const content = one.content.map((inner) => inline(inner, site));
  if (one.type !== "link") return element(one.type === "strong" ? "strong" : "em", "", ...content);
  if (site === null && !URL.canParse(one.href)) return element("span", "", ...content);
  const link = element("a", "", ...content);
  const { href, protocol } = new URL(one.href, site ?? undefined);
  if (/^https?:$/.test(protocol)) link.href = href;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}

const plain = (content: readonly Inline[]): string =>
  content.map((one) => ("text" in one ? one.text : plain(one.content))).join("");
