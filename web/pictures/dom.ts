/** Creates elements for pictures, and reads data from the sandbox, which may have any shape. */

const SVG = "http://www.w3.org/2000/svg";

type Attributes = Record<string, string | number>;
type Child = Node | string;

/** An element of HTML. */
export function html(name: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  return filled(document.createElement(name), attributes, children);
}

/** An element of SVG. */
export function svg(name: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return filled(document.createElementNS(SVG, name) as SVGElement, attributes, children);
}

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A button in the page's style. */
export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = html("button", { type: "button", class: "button small" }, label) as HTMLButtonElement;
  made.addEventListener("click", onClick);
  return made;
}

/** A table that scrolls separately; the first cell of each row is its heading. */
export function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers = true,
): HTMLElement {
  const body = rows.map((cells) =>
    html("tr", {}, ...cells.map((cell, at) => (at === 0 ? html("th", { scope: "row" }, cell) : html("td", {}, cell)))),
  );
  return html(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": label },
    html(
      "table",
      { class: numbers ? "data numbers" : "data" },
      html("thead", {}, html("tr", {}, ...head.map((cell) => html("th", { scope: "col" }, cell)))),
      html("tbody", {}, ...body),
    ),
  );
}

/** The table of a picture, collapsed. */
export function behind(label: string, inner: HTMLElement): HTMLElement {
  return html("details", { class: "behind" }, html("summary", {}, label), inner);
}

/** The value if it is a list, otherwise an empty list. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** A field of an object. */
export function get(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** A string of at most `longest` characters. */
export function text(value: unknown, longest = 200): string {
  const whole = typeof value === "string" ? value : "";
  return whole.length > longest ? `${whole.slice(0, longest - 1)}…` : whole;
}

/** A number; 0 for any other value. */
export function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

/** A number formatted for display. */
export function shown(value: number): string {
  if (value !== 0 && Math.abs(value) < 100 && !Number.isInteger(value))
    return String(Number(value.toFixed(value < 1 ? 2 : 1)));
  return Math.round(value).toLocaleString("en");
}

/** Bytes formatted for display. */
export function bytes(value: number): string {
  if (value < 1_000) return `${shown(Math.round(value))} bytes`;
  return value < 999_950 ? `${shown(value / 1e3)} kB` : `${shown(value / 1e6)} MB`;
}

/** A count with its noun. */
export function amount(count: number, noun: string): string {
  return `${shown(count)} ${noun}${count === 1 ? "" : "s"}`;
}
