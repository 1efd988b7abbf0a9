// What the register promises: each name has one member, case aside, and the list is in the order of a German dictionary.

const order = new Intl.Collator("de", { sensitivity: "accent" });
const key = (name) => name.normalize("NFC").toLowerCase();

const owner = (state, name) => [...state].find(([, other]) => key(other) === key(name));

const WAYS = [(name) => name, (name) => name.toUpperCase(), (name) => name.toLowerCase(), (name) => name.normalize("NFD")];
// The same name in other capitals, or with accents written in another way. "ß" in capitals may be another name.
const again = (g, name) => (name.includes("ß") ? name : g.pick(WAYS)(name));

function anyName(g, state) {
  if (g.chance(0.3)) return again(g, g.name());
  return again(g, g.chance(0.5) ? g.pick(["Zoe", "Zoë", "ZOË", "Ole", "Öle", "Ada"]) : g.hot([...state.values()]));
}

const anyId = (g, state) => (g.chance(0.15) ? g.pick(["nobody", "a.b", "A.b", "$1"]) : g.hot([...state.keys()]));

model({
  scale: 0.003,
  start: ({ members }) => new Map(members.map(({ _id, name }) => [_id, name])),
  calls: {
    register: {
      weight: 2,
      args: (g, state) => [g.chance(0.3) ? anyId(g, state) : g.pick(["new", "New", "$new", `n${g.int(1, 99)}`]), anyName(g, state)],
      run: (state, id, name) => {
        if (state.has(id) || owner(state, name)) return false;
        state.set(id, name);
        return true;
      },
      crash: "never",
    },
    rename: {
      weight: 2,
      args: (g, state) => {
        const id = anyId(g, state);
        return [id, g.chance(0.4) && state.has(id) ? again(g, state.get(id)) : anyName(g, state)];
      },
      run: (state, id, name) => {
        const [other = id] = owner(state, name) ?? [];
        if (!state.has(id) || other !== id) return false;
        state.set(id, name);
        return true;
      },
      crash: "never",
    },
    member: {
      reads: true,
      args: (g, state) => [anyName(g, state)],
      run: (state, name) => {
        const [_id, found] = owner(state, name) ?? [];
        return found === undefined ? null : { _id, name: found };
      },
    },
    names: {
      reads: true,
      args: (g, state) => [g.chance(0.3) ? null : anyName(g, state), g.pick([1, 2, 5, 1000])],
      allowed: (_, after, n) => Number.isInteger(n) && n >= 1,
      run: (state, after, n) => [...state.values()].filter((name) => after === null || order.compare(name, after) > 0).sort(order.compare).slice(0, n),
      arguments: "`after` is a name or `null`; `n` is at least 1",
    },
  },
  twins: "a member is known by the `_id` or the name",
  // Many members.
  long: {
    rows: ({ members }, n) => ({ members: [...members, ...Array.from({ length: n }, (_, i) => ({ _id: `long ${i}`, name: `Long ${i}` }))] }),
    calls: (state, n) => [["names", null, 5 * n], ["names", "long 2", n], ["member", `LONG ${n - 1}`]],
  },
  observe: () => [["names", null, 1000]],
  names: "case aside, and with accents: `Ada` is `ADA`, `Zoe` is not `Zoë`",
});
