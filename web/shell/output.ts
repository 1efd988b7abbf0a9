/** What a script prints. */

/** One piece of output. */
export interface OutputItem {
  /** `print`: printed; `value`: the script's value; `note`: deprecations; `warn`; `error`. */
  kind: "print" | "value" | "note" | "error" | "warn";
  text: string;
  /** The line of the script that printed it. */
  line?: number;
}

/** Collects output up to a limit. */
export class Output {
  readonly items: OutputItem[] = [];
  readonly #limit: number;
  readonly #onItem: ((item: OutputItem) => void) | undefined;
  #units = 0;
  #full = false;
  readonly #notes = new Set<string>();

  /** `limit` in UTF-16 units over all items. */
  constructor(limit: number, onItem?: (item: OutputItem) => void) {
    this.#limit = limit;
    this.#onItem = onItem;
  }

  /** Whether no more is taken. */
  get full(): boolean {
    return this.#full;
  }

  add(item: OutputItem): void {
    if (this.#full && item.kind !== "error") return;
    const room = this.#limit - this.#units;
    // Every item costs a little even when empty: many of them fill memory too.
    this.#units += item.text.length + 16;
    if (item.text.length > room && item.kind !== "error") {
      this.#full = true;
      this.#push({ ...item, text: item.text.slice(0, Math.max(room, 0)) });
      this.#push({ kind: "warn", text: `Output stops here: more than ${this.#limit} characters` });
      return;
    }
    this.#push(item);
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
