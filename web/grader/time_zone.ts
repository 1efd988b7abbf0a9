/**
 * The zone that graded programs run in, wherever the grader runs: what asks for the local hour must not be right on
 * one computer and wrong on the next.
 */

/** Hours and minutes before UTC, so that neither is UTC's by chance. */
const NAME = "Asia/Kathmandu";
const OFFSET_MINUTES = 5 * 60 + 45;
const OFFSET = OFFSET_MINUTES * 60_000;

const PARTS = ["FullYear", "Month", "Date", "Day", "Hours", "Minutes"] as const;
const FORMATS = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"] as const;

type Method = (this: Date, ...values: unknown[]) => unknown;

const shifted = (date: Date, by: number): Date => new Date(date.getTime() + by);

function localMethods(): Record<string, Method> {
  const prototype = Date.prototype as unknown as Record<string, Method>;
  const methods: Record<string, Method> = {};
  for (const part of PARTS) {
    const get = prototype[`getUTC${part}`]!;
    methods[`get${part}`] = function () {
      return get.call(shifted(this, OFFSET));
    };
    const set = prototype[`setUTC${part}`];
    if (!set) continue;
    methods[`set${part}`] = function (...values) {
      const local = shifted(this, OFFSET);
      set.apply(local, values);
      return this.setTime(shifted(local, -OFFSET).getTime());
    };
  }
  for (const format of FORMATS) {
    const write = prototype[format]!;
    methods[format] = function (locales, options) {
      return write.call(this, locales, { timeZone: NAME, ...(options as object | undefined) });
    };
  }
  const words = (date: Date): string[] => shifted(date, OFFSET).toUTCString().replace(",", "").split(" ");
  const invalid = (date: Date): boolean => Number.isNaN(date.getTime());
  const day: Method = function () {
    const [weekday, date, month, year] = words(this);
    return invalid(this) ? "Invalid Date" : `${weekday} ${month} ${date} ${year}`;
  };
  const time: Method = function () {
    return invalid(this) ? "Invalid Date" : `${words(this)[4]} GMT+0545 (Nepal Time)`;
  };
  return {
    ...methods,
    getTimezoneOffset: function () {
      return invalid(this) ? NaN : -OFFSET_MINUTES;
    } as Method,
    toDateString: day,
    toTimeString: time,
    toString: function () {
      return invalid(this) ? "Invalid Date" : `${String(day.call(this))} ${String(time.call(this))}`;
    } as Method,
  };
}

/** Set while a program is graded. */
let abroad = false;
let installed = false;

/**
 * Puts methods in place, once and for good, that are another zone's while a program is graded and the computer's at all
 * other times. The sandbox calls this before it fixes built-in objects: nothing can be put in place any more after
 * that.
 */
export function installZone(): void {
  if (installed) return;
  installed = true;
  const prototype = Date.prototype as unknown as Record<string, Method>;
  for (const [name, foreign] of Object.entries(localMethods())) {
    const own = prototype[name]!;
    const { [name]: value } = {
      [name](this: Date, ...values: unknown[]): unknown {
        return (abroad ? foreign : own).apply(this, values);
      },
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

/** Runs `action` with local time in a zone that is nobody's neighbour of UTC. */
export function inForeignZone<T>(action: () => T): T {
  installZone();
  const before = abroad;
  abroad = true;
  try {
    return action();
  } finally {
    abroad = before;
  }
}
