/** Draws the chunks, documents and writes of each shard of a cluster as bars. */
import { get, html, list, number, shown, svg, text } from "./dom.js";

const MEASURES = [
  ["chunks", "Chunks"],
  ["documents", "Documents"],
  ["writes", "Writes of the last run"],
] as const;

/** The collections of a cluster, as `web/sandbox/shards.ts` describes them. */
export function shards(collections: unknown): HTMLElement {
  const all = list(collections);
  if (all.length === 0)
    return html(
      "p",
      { class: "muted empty" },
      "Run your script to see the chunks, documents and writes of each shard.",
    );
  return html("div", { class: "shards" }, ...all.map(collection));
}

function collection(one: unknown): HTMLElement {
  const name = text(get(one, "name"));
  const key = text(get(one, "key"));
  const rows = list(get(one, "shards"));
  const used = MEASURES.filter(([field]) => field !== "chunks" || key !== "");
  const most = (field: string): number => Math.max(1, ...rows.map((row) => number(get(row, field))));
  const head = ["Shard", ...used.map(([, label]) => label)].map((label) => html("th", { scope: "col" }, label));
  const body = rows.map((row) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, text(get(row, "name"))),
      ...used.map(([field]) =>
        html("td", {}, bar(number(get(row, field)) / most(field)), html("span", {}, shown(number(get(row, field))))),
      ),
    ),
  );
  return html(
    "section",
    {},
    html("h3", {}, html("code", {}, name), key ? ` by ${key}` : " on its primary shard"),
    html(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": `Shards of ${name}` },
      html("table", { class: "data" }, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...body)),
    ),
  );
}

function bar(share: number): SVGElement {
  return svg(
    "svg",
    { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "bar-all", width: 100, height: 8 }),
    svg("rect", { class: "bar-own", width: share * 100, height: 8 }),
  );
}
