/** `Date`, `ISODate` and `Math` with the session's clock and seed. */
import type { Engine } from "./engine.js";
import { MongoshInvalidInputError } from "./errors.js";

/**
 * Milliseconds of a local date and time, as `new Date(year, month, …)` computes them. Uses the methods of `Date`, so
 * that an overridden time zone applies here, too.
 */
function localTime([year = NaN, month = NaN, day = 1, hour = 0, minute = 0, second = 0, ms = 0]: number[]): number {
  const full = Math.trunc(year);
  const date = new Date(0);
  date.setFullYear(full >= 0 && full <= 99 ? 1900 + full : full, month, day);
  return date.setHours(hour, minute, second, ms);
}

/** A date and time without a zone, which is local; a date alone is UTC. */
const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/**
 * Converts the argument of `new Date`: local times are computed with the methods of `Date`, anything else is unchanged.
 */
function readLocal(value: unknown): unknown {
  if (typeof value !== "string" || !LOCAL.test(value)) return value;
  const utc = new Date(`${value.replace(" ", "T")}Z`);
  return localTime([
    utc.getUTCFullYear(),
    utc.getUTCMonth(),
    utc.getUTCDate(),
    utc.getUTCHours(),
    utc.getUTCMinutes(),
    utc.getUTCSeconds(),
    utc.getUTCMilliseconds(),
  ]);
}

/** `Date` whose current time is the virtual clock's. Its instances are ordinary dates. */
export function virtualDate(engine: Engine): DateConstructor {
  const now = (): number => engine.clock.now().getTime();
  const VirtualDate = function (this: unknown, ...args: unknown[]): Date | string {
    if (!new.target) return new Date(now()).toString();
    const real = args.length === 0 ? [now()] : args.length === 1 ? [readLocal(args[0])] : [localTime(args.map(Number))];
    return Reflect.construct(Date, real, new.target === (VirtualDate as unknown) ? Date : new.target) as Date;
  };
  const parse = (text: unknown): number => new Date(readLocal(String(text)) as string).getTime();
  const statics = { now, parse, UTC: Date.UTC };
  for (const [name, value] of Object.entries(statics)) {
    Object.defineProperty(VirtualDate, name, { value, writable: true, configurable: true });
  }
  Object.defineProperty(VirtualDate, "name", { value: "Date", configurable: true });
  Object.defineProperty(VirtualDate, "prototype", { value: Date.prototype, writable: false });
  return VirtualDate as unknown as DateConstructor;
}

/** A copy of `Math`; frozen, because every shell's `Math` inherits from it. */
const MATH = Object.freeze(Object.create(Object.prototype, Object.getOwnPropertyDescriptors(Math)) as Math);

/** `Math` with a seeded `random`. */
export function seededMath(engine: Engine): Math {
  return Object.create(MATH, { random: { value: () => engine.random(), writable: true, configurable: true } }) as Math;
}

const ISO =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:\.(\d{1,9}))?)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** `ISODate("2012-10-15")`, `ISODate("20121015T12:00")`: UTC unless an offset is given. */
export function isoDate(engine: Engine): (text?: unknown) => Date {
  const ISODate = function (text?: unknown): Date {
    if (text === undefined) return engine.clock.now();
    // Other values are converted as by `new Date`.
    if (typeof text !== "string") return new Date(text as number);
    const match = ISO.exec(text);
    const invalid = `${JSON.stringify(text)} is not a valid ISODate`;
    if (!match) throw new MongoshInvalidInputError(invalid);
    const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0", zone = "Z"] = match;
    const parts = [Number(month), Number(day), Number(hour), Number(minute), Number(second)] as const;
    const date = new Date(0);
    // Not Date.UTC, which reads years below 100 as 19xx.
    date.setUTCFullYear(Number(year), parts[0] - 1, parts[1]);
    date.setUTCHours(parts[2], parts[3], parts[4], Math.trunc(Number(`0.${fraction}`) * 1000));
    // A day past the end of its month, up to 31, falls in the next month.
    const valid =
      parts[0] >= 1 &&
      parts[0] <= 12 &&
      parts[1] >= 1 &&
      parts[1] <= 31 &&
      parts[2] <= 24 &&
      parts[3] < 60 &&
      parts[4] < 60;
    if (!valid) throw new MongoshInvalidInputError(invalid);
    return new Date(date.getTime() - offsetMinutes(zone) * 60_000);
  };
  ISODate.prototype = Date.prototype;
  return ISODate;
}

function offsetMinutes(zone: string): number {
  if (zone === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith("-") ? -minutes : minutes;
}
