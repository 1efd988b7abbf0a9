/** What a script prints. */

/** One piece of output. */
export interface OutputItem {
  /** `print`: printed; `value`: the script's value; `note`: deprecations; `warn`; `error`. */
  kind: "print" | "value" | "note" | "error" | "warn";
  text: string;
  /** The line of the script that printed it. */
  line?: number;
}

/** What an item costs beside its text: many empty ones fill memory, too. */
const ITEM = 16;
/** The part of the limit that is for the end of the output. */
const TAIL = 0.25;

/** Collects output up to a limit: of more it keeps head and tail, and says how much lies between. */
export class Output {
  /** What was taken; complete after `end`. */
  readonly items: OutputItem[] = [];
  readonly #limit: number;
  readonly #onItem: ((item: OutputItem) => void) | undefined;
  #units = 0;
  /** What came when the head was full; only the last of it stays. */
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
    // What has been let go of is cut off now and then: each time would take as long as the tail is.
    if (this.#tailFrom > 1_000) {
      this.#tail = this.#tail.slice(this.#tailFrom);
      this.#tailFrom = 0;
    }
  }

  /** An item that is longer than the tail may be keeps its own head and tail. */
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

  /** Ends the output: the tail follows the head. */
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

  /** Says something once: to this output, or where `said` remembers. */
  note(text: string, line?: number, said = this.#notes): void {
    if (said.has(text) || said.size >= 100) return;
    said.add(text);
    this.add({ kind: "note", text, ...(line === undefined ? {} : { line }) });
  }
}

const amount = (count: number, what: string): string =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
