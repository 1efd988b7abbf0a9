/** The output of a script. */

/** One piece of output. */
export interface OutputItem {
  /** `print`: printed; `value`: the script's value; `note`: deprecations; `warn`; `error`. */
  kind: "print" | "value" | "note" | "error" | "warn";
  text: string;
  /** The line of the script that printed it. */
  line?: number;
}

/** The cost of an item besides its text, since many empty items fill memory, too. */
const ITEM = 16;
/** The share of the limit that is reserved for the end of the output. */
const TAIL = 0.25;

/** Collects output up to a limit. Beyond it, keeps head and tail, and counts what lies between. */
export class Output {
  /** The kept items; complete after `end`. */
  readonly items: OutputItem[] = [];
  readonly #limit: number;
  readonly #onItem: ((item: OutputItem) => void) | undefined;
  #units = 0;
  /** Items received after the head was full; only the last of them stay. */
  #tail: OutputItem[] = [];
  #tailFrom = 0;
  #tailUnits = 0;
  #left = { items: 0, units: 0 };
  #full = false;
  readonly #notes = new Set<string>();

  /** `limit` in UTF-16 units over all items. */
  constructor(limit: number, onItem?: (item: OutputItem) => void) {
    this.#limit = limit;
    this.#onItem = onItem;
  }

  add(item: OutputItem): void {
    const size = item.text.length + ITEM;
    if (!this.#full && (item.kind === "error" || this.#units + size <= this.#limit * (1 - TAIL))) {
      this.#units += size;
      this.#push(item);
      return;
    }
    this.#full = true;
    const kept = this.#fitting(item);
    this.#tail.push(kept);
    this.#tailUnits += kept.text.length + ITEM;
    while (this.#tailUnits > this.#limit * TAIL && this.#tail.length - this.#tailFrom > 1) {
      const { text } = this.#tail[this.#tailFrom++] as OutputItem;
      this.#tailUnits -= text.length + ITEM;
      this.#left.items += 1;
      this.#left.units += text.length;
    }
    // Dropped items are removed in bulk: removing each would take time proportional to the tail.
    if (this.#tailFrom > 1_000) {
      this.#tail = this.#tail.slice(this.#tailFrom);
      this.#tailFrom = 0;
    }
  }

  /** Shortens an item that is longer than the tail to its own head and tail. */
  #fitting(item: OutputItem): OutputItem {
    const most = Math.floor(this.#limit * TAIL);
    if (item.text.length <= most || item.kind === "error") return item;
    const half = Math.floor(most / 2);
    const between = item.text.length - 2 * half;
    return {
      ...item,
      text: `${item.text.slice(0, half)}\n… ${amount(between, "character")} left out …\n${item.text.slice(-half)}`,
    };
  }

  /** Ends the output: appends the tail to the head. */
  end(): void {
    const { items, units } = this.#left;
    if (items > 0)
      this.#push({
        kind: "warn",
        text: `… ${amount(items, "piece")} of output with ${amount(units, "character")} left out here …`,
      });
    for (const item of this.#tail.slice(this.#tailFrom)) this.#push(item);
    this.#tail = [];
    this.#tailFrom = 0;
    this.#left = { items: 0, units: 0 };
  }

  #push(item: OutputItem): void {
    this.items.push(item);
    this.#onItem?.(item);
  }

  /** Prints a note once: in this output, or once per set `said`. */
  note(text: string, line?: number, said = this.#notes): void {
    if (said.has(text) || said.size >= 100) return;
    said.add(text);
    this.add({ kind: "note", text, ...(line === undefined ? {} : { line }) });
  }
}

const amount = (count: number, what: string): string =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
