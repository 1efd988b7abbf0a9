// Profiles as maps from kind to value. What the old release does meanwhile has checks of its own.

const KINDS = ["home", "work", "mobile", "fax", "a.b", "$home", "__proto__", "Home"];
const idOf = (g, state) => (g.chance(0.05) ? "unknown" : g.hot([1, "ann", 3, "__proto__", 5, ...state.keys()]));
const valueOf = (g, state) => (g.chance(0.5) ? g.hot(["+49 1", "$home", "$$ROOT", "new"]) : g.chance(0.5) ? g.pick([...state.values()].flatMap(({ contacts }) => [...contacts.values()])) ?? "x" : g.name() || "x");

model({
  scale: 0.005,
  start: ({ profiles }) =>
    new Map(
      profiles.map(({ _id, name, ...old }) => [_id, { name, contacts: new Map(Object.entries(old).filter(([, value]) => value)) }]),
    ),
  calls: {
    profile: {
      short: "people have few kinds of contacts",
      reads: true,
      args: (g, state) => [idOf(g, state)],
      run: (state, id) => {
        const found = state.get(id);
        if (!found) return null;
        const contacts = [...found.contacts].map(([kind, value]) => ({ kind, value }));
        return { _id: id, name: found.name, contacts: contacts.sort((a, b) => (a.kind < b.kind ? -1 : 1)) };
      },
    },
    setContact: {
      weight: 4,
      args: (g, state) => [idOf(g, state), g.hot(KINDS), g.chance(0.25) ? null : valueOf(g, state)],
      run: (state, id, kind, value) => {
        if (value === null) state.get(id)?.contacts.delete(kind);
        else state.get(id)?.contacts.set(kind, value);
      },
      arguments: "`kind` and `value` are strings of any characters, not empty; or `value` is `null`",
    },
    whoHas: {
      reads: true,
      args: (g, state) => {
        const values = [...(state.get(idOf(g, state))?.contacts.values() ?? [])];
        return [values.length > 0 && g.chance(0.6) ? g.pick(values) : valueOf(g, state)];
      },
      run: (state, value) => anyOrder([...state].filter(([, { contacts }]) => [...contacts.values()].includes(value)).map(([id]) => id)),
    },
    migrate: {
      silent: true,
      weight: 0.5,
      args: (g) => [g.pick([1, 2, 20])],
      run: (state, n) => satisfies((answer) => Number.isInteger(Number(answer)) && answer !== null && answer >= 0 && answer <= Math.min(n, state.size), `a whole number from 0 to ${Math.min(n, state.size)}`),
    },
  },
  // A number that a large company's people share.
  long: {
    rows: ({ profiles }, n) => ({ profiles: [...profiles, ...Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, name: "Ann", work: "+49 555" }))] }),
    calls: () => [["whoHas", "+49 555"]],
  },
  // Profiles and kinds that are the same text when they are joined.
  twins: {
    rows: ({ profiles }, twins) => ({ profiles: [...profiles, ...twins.flatMap((pairs, i) => pairs.map(([id]) => ({ _id: `${i}${id}`, name: "Twin" })))] }),
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["setContact", `${i}${a}`, b, "one"],
      ["setContact", `${i}${c}`, d, "other"],
      ["profile", `${i}${a}`],
      ["setContact", `${i}${a}`, b, null],
      ["profile", `${i}${c}`],
    ]),
  },
  observe: (state) => [...[...state.keys()].map((id) => ["profile", id]), ...["+49 1", "$home", "$$ROOT", "new"].map((value) => ["whoHas", value])],
});
