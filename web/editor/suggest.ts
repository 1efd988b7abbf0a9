/** Suggests the intended name for a mistyped one. */
import { placed, rank } from "./allowed_operators.js";
import { methods, operators } from "./completion_lists.js";

/** The known name closest to the one in the error's message, such as "insertMany"; empty if none is close. */
export async function suggestion(message: string): Promise<string> {
  const called = /(\S+)\.(\w+) is not a function/.exec(message);
  if (called) {
    const [, on = "", name = ""] = called;
    const kind = on === "db" ? "database" : /^db\.[\w$.]+$/.test(on) ? "collection" : "";
    const known = await methods();
    return nearest(
      name,
      known.filter((one) => kind === "" || one.kind === kind).map((one) => one.name),
    );
  }
  const unknown = /(?:unknown|unrecognized)\b/i.test(message) ? /\$\w+/.exec(message)?.[0] : undefined;
  if (unknown === undefined) return "";
  const known = await operators();
  const stage = /stage/i.test(message);
  const rest = known
    .filter(({ kind }) => (kind === "stage") === stage)
    .sort((a, b) => rank(placed(b.kind, b.name), b.name) - rank(placed(a.kind, a.name), a.name));
  return nearest(
    unknown,
    rest.map(({ name }) => name),
  );
}

/** The name with the fewest typing errors; empty if all have too many. Of equally close names, the first. */
export function nearest(given: string, names: readonly string[]): string {
  let least = given.length <= 4 ? 2 : 3;
  let found = "";
  for (const name of names) {
    if (name === given) continue;
    const distance = name.toLowerCase() === given.toLowerCase() ? 0 : errors(given, name);
    if (distance >= least) continue;
    least = distance;
    found = name;
  }
  return found;
}

/** The number of typing errors: missing, additional, changed and swapped letters. */
function errors(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((next[j - 1] as number) + 1, (row[j] as number) + 1, (row[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}
