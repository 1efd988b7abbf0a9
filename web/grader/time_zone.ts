/**
 * The time zone of graded programs, wherever the grader runs: code that uses the local hour must not be correct on one
 * computer and wrong on the next.
 */

/** A zone whose hours and minutes both differ from UTC's. */
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
let isForeign = false;
/** Whether local time was read since the last call of `forgetLocalTime`. Texts of dates, such as keys, don't count. */
let isLocalRead = false;
let installed = false;

/**
 * Installs methods of `Date`, permanently, that use the foreign zone while a program is graded and the computer's zone
 * at other times. The sandbox calls this before it freezes built-in objects, after which nothing can be installed.
 */
export function installZone(): void {
  if (installed) return;
  installed = true;
  const prototype = Date.prototype as unknown as Record<string, Method>;
  for (const [name, foreign] of Object.entries(localMethods())) {
    const own = prototype[name]!;
    const { [name]: value } = {
      [name](this: Date, ...values: unknown[]): unknown {
        isLocalRead ||= isForeign && name !== "toString";
        return (isForeign ? foreign : own).apply(this, values);
      },
    };
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

/** Runs `action` with local time in the foreign zone. */
export function inForeignZone<T>(action: () => T): T {
  installZone();
  const before = isForeign;
  isForeign = true;
  try {
    return action();
  } finally {
    isForeign = before;
  }
}

export function forgetLocalTime(): void {
  isLocalRead = false;
}

/** A remark for a failure if local time was read, which is a common cause; otherwise an empty text. */
export function localTimeRemark(): string {
  const zone = `UTC+${Math.floor(OFFSET_MINUTES / 60)}:${OFFSET_MINUTES % 60}`;
  return isLocalRead ? ` (The program reads local time; the server's time zone is ${zone}.)` : "";
}
