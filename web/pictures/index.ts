/**
 * Pictures of data: SVG with a text alternative and a table. The page loads this module with the first picture;
 * `web/src/components/picture.rs` calls it.
 */
import { advice } from "./advice.js";
import { html, list, number } from "./dom.js";
import { growth } from "./lines.js";
import { schema } from "./schema.js";
import { shards } from "./shards.js";
import { states } from "./states.js";

/** Sends a request to the sandbox: a `Question` of `web/sandbox/picture.ts` as JSON, answered with JSON. */
type AskText = (text: string) => Promise<string>;
type Make = (data: string, ask: (question: unknown) => Promise<unknown>, room: number) => Promise<HTMLElement>;

const KINDS: Record<string, Make> = {
  schema: async (_, ask, room) => schema(await ask({ of: "schema" }), room),
  design: async (file, ask, room) => schema(await ask({ of: "design", file }), room),
  growth: (data) => Promise.resolve(growth(JSON.parse(data))),
  advice: (data, ask) => advice(number(list(JSON.parse(data))[0]), ask),
  states: (data) => Promise.resolve(states(JSON.parse(data))),
  shards: async (_, ask) => shards(await ask({ of: "shards" })),
};

/** The newest call for each element: an older one that ends later draws nothing. */
const newest = new WeakMap<HTMLElement, object>();

/** Draws a picture into an element, replacing its content; inside a closed `details` once that opens. */
export function draw(parent: HTMLElement, kind: string, data: string, askText: AskText): void {
  const make = KINDS[kind];
  if (!make) throw new Error(`There is no picture ${kind}`);
  const call = {};
  newest.set(parent, call);
  const ask = async (question: unknown): Promise<unknown> => JSON.parse(await askText(JSON.stringify(question)));
  const begin = (): void => {
    if (newest.get(parent) !== call) return;
    if (!parent.hasChildNodes()) parent.append(html("p", { class: "muted small" }, "…"));
    make(data, ask, parent.clientWidth).then(
      (picture) => newest.get(parent) === call && parent.replaceChildren(picture),
      (reason: unknown) =>
        newest.get(parent) === call && parent.replaceChildren(html("p", { class: "callout bad" }, String(reason))),
    );
  };
  const closed = closedAround(parent);
  if (closed) closed.addEventListener("toggle", () => draw(parent, kind, data, askText), { once: true });
  else begin();
}

/** The outermost closed `details` around an element. */
function closedAround(element: HTMLElement): Element | null {
  let found: Element | null = null;
  for (
    let at = element.closest("details:not([open])");
    at;
    at = at.parentElement?.closest("details:not([open])") ?? null
  )
    found = at;
  return found;
}
