// The last number that each counter has given away.

const NAMES = ["orders", "a.b", "$", "new", "New", "new.one", "a_b"];
const ascending = (list, n, last) =>
  Array.isArray(list) && list.length === n && list.every((one, i) => Number.isInteger(numberOf(one)) && numberOf(one) > (i === 0 ? last : numberOf(list[i - 1])));

model({
  start: (rows) => new Map(rows.counters.map(({ name, last }) => [name, last])),
  calls: {
    nextIds: {
      args: (g) => [g.chance(0.2) ? g.name() : g.hot(NAMES), Math.max(1, g.size(1001))],
      run: (counters, name, n) => {
        const [isNew, last] = [!counters.has(name), counters.get(name) ?? 0];
        counters.set(name, last);
        const isRight = (list) => ascending(list, n, last) && (!isNew || numberOf(list[0]) === 1);
        const from = isNew ? "from 1 on" : `above ${last}, the last one given`;
        return satisfies(isRight, `${amountOf(n, "whole number")}, ascending, ${from}`);
      },
      took: (counters, list, name) => void counters.set(name, Math.max(counters.get(name) ?? 0, ...list.map(numberOf))),
      arguments: "`n` is 1 or more",
    },
  },
  twins: "a counter is known by its name alone",
  observe: (counters) => [...counters.keys(), ...NAMES].map((name) => ["nextIds", name, 1]),
  names: "character by character",
  promises: ["Numbers may be left out, as when a client dies; none comes twice."],
});
