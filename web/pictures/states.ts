/** Draws the states of a document, one below the other, with an arrow per transition. */
import { html, list, svg, text } from "./dom.js";

/**
 * Pixels: the height of a box, the gap between boxes, the width of a letter, the distance between arrows beside the
 * boxes.
 */
const [HEIGHT, GAP, LETTER, LANE] = [32, 44, 7.3, 26];
const MARGIN = 12;
const LONGEST = 32;

/**
 * An arrow between states, given by their indexes. `lane` is 0 between neighbours, otherwise the arrow's distance from
 * the boxes.
 */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly labels: string[];
  lane: number;
}

export interface Plan {
  readonly states: string[];
  readonly arrows: Arrow[];
}

/**
 * The order of the states, depth first, so that most arrows lead to the next one, and the lanes of the other arrows,
 * which never overlap.
 */
export function plan(transitions: readonly (readonly [string, string, string])[]): Plan {
  const states: string[] = [];
  const visit = (state: string): void => {
    if (states.includes(state)) return;
    states.push(state);
    for (const [from, to] of transitions) if (from === state) visit(to);
  };
  for (const [from] of transitions) visit(from);
  const arrows: Arrow[] = [];
  for (const [from, to, by] of transitions) {
    const [start, end] = [states.indexOf(from), states.indexOf(to)];
    const known = arrows.find((arrow) => arrow.from === start && arrow.to === end);
    if (known) known.labels.push(by);
    else arrows.push({ from: start, to: end, labels: [by], lane: 0 });
  }
  const span = ({ from, to }: Arrow): number => Math.abs(to - from);
  const beside = arrows.filter(({ from, to }) => to !== from + 1).sort((a, b) => span(a) - span(b));
  for (const [at, arrow] of beside.entries()) {
    const near = beside.slice(0, at).filter((other) => back(other) === back(arrow) && overlap(other, arrow));
    arrow.lane = 1 + Math.max(0, ...near.map(({ lane }) => lane));
  }
  return { states, arrows };
}

/** Whether an arrow leads to an earlier state or to its own. */
const back = ({ from, to }: Arrow): boolean => to <= from;

function overlap(a: Arrow, b: Arrow): boolean {
  return (
    Math.max(Math.min(a.from, a.to), Math.min(b.from, b.to)) <= Math.min(Math.max(a.from, a.to), Math.max(b.from, b.to))
  );
}

/** The diagram. */
export function states(data: unknown): HTMLElement {
  const cells = list(data).map((row) => list(row).map((cell) => text(cell, LONGEST)));
  const { states, arrows } = plan(cells.map(([from = "", to = "", by = ""]) => [from, to, by] as const));
  const wide = (labels: readonly string[]): number => Math.max(0, ...labels.map((label) => label.length * LETTER));
  const half = Math.max(56, wide(states) / 2 + 14);
  const side = (isBack: boolean): number => {
    const own = arrows.filter((arrow) => arrow.lane > 0 && back(arrow) === isBack);
    return Math.max(0, ...own.map(({ lane, labels }) => lane * LANE + 10 + wide(labels)));
  };
  const straight = Math.max(0, ...arrows.filter(({ lane }) => lane === 0).map(({ labels }) => wide(labels) + 10));
  const centre = MARGIN + half + side(true);
  // Arrows on the right avoid the labels between the boxes.
  const right = Math.max(half, straight) + 4;
  const width = centre + right + side(false) + MARGIN;
  const top = (state: number): number => MARGIN + state * (HEIGHT + GAP);
  const height = top(states.length - 1) + HEIGHT + MARGIN;
  const drawn = arrows.map((arrow) => {
    const { from, to, labels, lane } = arrow;
    if (lane === 0) {
      const [start, end] = [top(from) + HEIGHT, top(to) - 2];
      return [path(`M${centre} ${start}V${end}`), ...label(labels, centre + 10, (start + end) / 2, "start")];
    }
    const [sign, edge] = back(arrow) ? [-1, half] : [1, right];
    const out = centre + sign * (edge + lane * LANE - 8);
    // Arrows with a common box start and end at different heights.
    const [start, end] = [
      top(from) + HEIGHT * (from === to ? 0.75 : 0.35),
      top(to) + HEIGHT * (from === to ? 0.25 : 0.65),
    ];
    const line = path(`M${centre + sign * half} ${start}H${out}V${end}H${centre + sign * (half + 2)}`);
    return [line, ...label(labels, out + sign * 6, (start + end) / 2, sign < 0 ? "end" : "start")];
  });
  const boxes = states.flatMap((name, at) => [
    svg("rect", { class: "box", x: centre - half, y: top(at), width: 2 * half, height: HEIGHT, rx: HEIGHT / 2 }),
    svg("text", { class: "state", x: centre, y: top(at) + HEIGHT / 2 + 4, "text-anchor": "middle" }, name),
  ]);
  const head = svg(
    "marker",
    {
      id: "state-arrow",
      viewBox: "0 0 8 8",
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      orient: "auto-start-reverse",
    },
    svg("path", { class: "head", d: "M0 0L8 4L0 8Z" }),
  );
  const said = `Diagram of ${states.length} states: ${cells.map(([from, to, by]) => `${from} to ${to} by ${by}`).join("; ")}`;
  return html(
    "div",
    { class: "picture-scroll", tabindex: 0, role: "region", "aria-label": "Diagram of the states" },
    svg(
      "svg",
      { class: "states-diagram", role: "img", "aria-label": said, viewBox: `0 0 ${width} ${height}`, width, height },
      svg("defs", {}, head),
      ...drawn.flat(),
      ...boxes,
    ),
  );
}

function path(d: string): SVGElement {
  return svg("path", { class: "arrow", d, "marker-end": "url(#state-arrow)" });
}

/** Labels in a column, centred at a height. */
function label(labels: readonly string[], x: number, y: number, anchor: "start" | "end"): SVGElement[] {
  const first = y + 4 - (labels.length - 1) * 8;
  return labels.map((line, at) => svg("text", { x, y: first + at * 16, "text-anchor": anchor }, line));
}
