/** Draws how the designs' costs grow with the data: one line per design, on a log scale if the values vary widely. */
import { get, html, list, number, shown, svg, table, text } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 300, 64, 150, 16, 34];
/** The ratio of the greatest to the least value from which the scale is logarithmic. */
const FAR_APART = 20;
const LABEL = 15;

/** One design's values of a meter, at each scale. */
export interface Series {
  name: string;
  yours: boolean;
  values: number[];
}

/** Maps a value to a height from 0 to 1; `ticks` are the values of the grid lines. */
export interface Axis {
  log: boolean;
  at: (value: number) => number;
  ticks: number[];
}

/** The axis for some values. */
export function axis(values: readonly number[]): Axis {
  const most = Math.max(...values, 0) || 1;
  const positive = values.filter((value) => value > 0);
  const least = Math.min(...positive, most);
  if (most / least >= FAR_APART && positive.length === values.length) {
    const [low, high] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
    const ticks = Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
    return { log: true, at: (value) => (Math.log10(value) - low) / (high - low), ticks };
  }
  const step = niceStep(most / 4);
  const top = Math.ceil(most / step) * step;
  return {
    log: false,
    at: (value) => value / top,
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step),
  };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10);
}

/** Moves the heights of labels so that none overlap. */
export function apart(heights: readonly number[], least: number): number[] {
  const order = heights.map((height, at) => ({ height, at })).sort((a, b) => a.height - b.height);
  const out = [...heights];
  let last = -Infinity;
  for (const { height, at } of order) {
    last = out[at] = Math.max(height, last + least);
  }
  return out;
}

/** The chart with a selection of the meter and its table. */
export function growth(data: unknown): HTMLElement {
  const scales = list(get(data, "scales")).map(number);
  const designs = list(get(data, "designs"));
  const series = (key: string): Series[] =>
    designs.map((design) => ({
      name: text(get(design, "name"), 40),
      yours: get(design, "yours") === true,
      values: list(get(get(design, "values"), key)).map(number),
    }));
  const meters = list(get(data, "meters"))
    .map((meter) => [text(list(meter)[0]), text(list(meter)[1])] as const)
    .filter(([key]) => series(key).some(({ values }) => values.some((value) => value > 0)));
  const select = html(
    "select",
    {},
    ...meters.map(([key, name]) => html("option", { value: key }, name)),
  ) as HTMLSelectElement;
  select.value = meters.some(([key]) => key === "modelMillis") ? "modelMillis" : (meters[0]?.[0] ?? "");
  const place = html("div");
  const show = (): void => {
    const name = meters.find(([key]) => key === select.value)?.[1] ?? "";
    place.replaceChildren(...chart(name, scales, series(select.value)));
  };
  select.addEventListener("change", show);
  show();
  return html(
    "figure",
    { class: "growth" },
    html("label", { class: "field" }, html("span", {}, "Meter"), select),
    place,
  );
}

function chart(name: string, scales: readonly number[], all: readonly Series[]): HTMLElement[] {
  const { log, at, ticks } = axis(all.flatMap(({ values }) => values));
  const last = Math.log10(Math.max(...scales, 10));
  const x = (scale: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(Math.max(1, scale))) / last;
  const y = (value: number): number => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * at(value);
  const labels = apart(
    all.map(({ values }) => y(values.at(-1) ?? 0)),
    LABEL,
  );
  const words = all.map((one) => `${one.name}: ${one.values.map(shown).join(", ")}`).join("; ");
  const picture = svg(
    "svg",
    {
      class: "lines",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${name} at ${scales.map((scale) => `×${scale}`).join(", ")}. ${words}`,
    },
    ...ticks.flatMap((tick) => [
      svg("line", { class: "rule", x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick) }),
      svg("text", { class: "tick", x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, short(tick)),
    ]),
    ...scales.map((scale) =>
      svg("text", { class: "tick", x: x(scale), y: HEIGHT - 12, "text-anchor": "middle" }, `×${scale}`),
    ),
    ...all.flatMap(({ name: design, yours, values }, row) => {
      const points = values.map((value, scale) => [x(scales[scale] ?? 1), y(value)] as const);
      const kind = `line-${row % 6}${yours ? " yours" : ""}`;
      return [
        svg("polyline", { class: `line ${kind}`, points: points.map((point) => point.join()).join(" ") }),
        ...points.map(([cx, cy]) => svg("circle", { class: `dot ${kind}`, cx, cy, r: 3.5 })),
        svg(
          "text",
          { class: `label ${kind}`, x: WIDTH - RIGHT + 10, y: (labels[row] ?? 0) + 4 },
          design.length > 22 ? `${design.slice(0, 21)}…` : design,
        ),
      ];
    }),
  );
  const rows = all.map((one) => [
    one.name,
    ...one.values.map(shown),
    one.values[0] ? `×${shown((one.values.at(-1) ?? 0) / one.values[0])}` : "–",
  ]);
  return [
    html("figcaption", {}, `${name}, as the data grows${log ? ", on a logarithmic scale" : ""}`),
    html("div", { class: "picture-scroll" }, picture),
    table(`${name} at each size`, ["Design", ...scales.map((scale) => `×${scale}`), "Growth"], rows),
  ];
}

/** Abbreviates a number: 1,500,000 as 1.5M. */
function short(value: number): string {
  if (value >= 1e6) return `${shown(value / 1e6)}M`;
  return value >= 1e4 ? `${shown(value / 1e3)}k` : shown(value);
}
