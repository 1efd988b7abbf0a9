/** Shows advice on a plan's indexes; tries one, and compares. */
import { amount, button, bytes, get, html, list, number, shown, table, text } from "./dom.js";

type Ask = (question: unknown) => Promise<unknown>;

/** The advice on a planned statement; empty if there is none. */
export async function advice(plan: number, ask: Ask): Promise<HTMLElement> {
  const found = await ask({ of: "advice", plan });
  const now = get(found, "now");
  const collection = text(get(found, "collection"));
  const proposals = list(get(found, "proposals"));
  const spare = list(get(found, "spare"));
  const place = html("section", { class: "advice", "aria-label": "Advice on indexes" });
  if (proposals.length + spare.length === 0) return place;
  place.append(html("h3", {}, "Indexes"));
  if (proposals.length > 0)
    place.append(html("ul", {}, ...proposals.map((one) => proposal(one, now, collection, plan, ask))));
  for (const one of spare) {
    place.append(
      html(
        "p",
        { class: "small" },
        "The index ",
        html("code", {}, text(get(one, "name"))),
        ` can be dropped: ${text(get(one, "why"))}. Every write updates it.`,
      ),
    );
  }
  return place;
}

function proposal(one: unknown, now: unknown, collection: string, plan: number, ask: Ask): HTMLElement {
  const key = text(get(one, "text"));
  const then = get(one, "with");
  const entries = number(get(one, "entries"));
  const result = html("div", { role: "status" });
  const attempt = button("Try it", () => {
    attempt.disabled = true;
    ask({ of: "try", plan, key: get(one, "key") }).then(
      (trial) => result.replaceChildren(...compared(trial, collection, key)),
      (reason: unknown) => {
        attempt.disabled = false;
        result.replaceChildren(html("p", { class: "callout bad" }, String(reason)));
      },
    );
  });
  return html(
    "li",
    {},
    html("p", {}, "An index ", html("code", {}, key), ` would examine ${sentence(then, now)}. `, attempt),
    html(
      "p",
      { class: "muted small" },
      `It takes ${bytes(number(get(one, "bytes")))} on this data, and each insert writes ${entries <= 1 ? "one more index entry" : `about ${shown(entries)} more index entries`}.`,
    ),
    result,
  );
}

/** The effect of an index: `900 documents instead of 5,907, and sort nothing`. */
export function sentence(then: unknown, now: unknown): string {
  const [documents, keys] = [number(get(then, "documents")), number(get(then, "keys"))];
  const before = number(get(now, "documents"));
  const sorts = get(now, "sorts") === true && get(then, "sorts") !== true ? ", and sort nothing" : "";
  return documents === 0 && keys > 0
    ? `${amount(keys, "key")} and no document instead of ${amount(before, "document")}${sorts}`
    : `${amount(documents, "document")} instead of ${shown(before)}${sorts}`;
}

function compared(trial: unknown, collection: string, key: string): HTMLElement[] {
  const [before, after] = [get(trial, "before"), get(trial, "after")];
  const row = (name: string, field: string): string[] => [
    name,
    shown(number(get(before, field))),
    shown(number(get(after, field))),
  ];
  const sorts = (figures: unknown): string => (get(figures, "sorts") === true ? "yes" : "no");
  const call = `db.${collection}.createIndex(${key})`;
  const stay =
    get(trial, "kept") === true
      ? "The index is there now, and the next run begins with it."
      : "The index is there now; the next run begins without it. To keep it, put this into setup:";
  return [
    table(
      "Before and after",
      ["", "Before", "With the index"],
      [
        row("Documents examined", "documents"),
        row("Keys examined", "keys"),
        row("Returned", "returned"),
        ["Sorts in memory", sorts(before), sorts(after)],
        [
          "Plan",
          list(get(before, "stages"))
            .map((stage) => text(stage))
            .join(" ← "),
          list(get(after, "stages"))
            .map((stage) => text(stage))
            .join(" ← "),
        ],
      ],
    ),
    html("p", { class: "small" }, `${stay} `, html("code", {}, call)),
  ];
}
