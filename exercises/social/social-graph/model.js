// Who follows whom, as a set of links between members who exist.

const member = (g, { members }) => (g.chance(0.1) ? g.name() : g.hot(["ann", "a.b", "$ann", "celebrity", "__proto__", "10", "nobody's friend", ...members.slice(0, 20)]));
const linkOf = (from, to) => JSON.stringify([from, to]);
const known = ({ members }, from, to) => from !== to && members.includes(from) && members.includes(to);

const namesIn = (twins) => [...new Set(twins.flat(2))];

model({
  scale: 0.01,
  start: (rows) => ({ members: rows.members.map(({ _id }) => _id), links: new Map(rows.links.map(({ from, to }) => [linkOf(from, to), { from, to }])) }),
  calls: {
    follow: {
      weight: 3,
      // Another check covers clients that die: `repair` is optional.
      crash: "never",
      args: (g, state) => {
        const fresh = ["celebrity", "nobody's friend", "zoë"].map((from) => [from, "ann"]).filter(([from, to]) => !state.links.has(linkOf(from, to)));
        return g.chance(0.4) && fresh.length > 0 ? fresh[0] : [member(g, state), member(g, state)];
      },
      run: (state, from, to) => {
        if (!known(state, from, to) || state.links.has(linkOf(from, to))) return false;
        state.links.set(linkOf(from, to), { from, to });
        return true;
      },
    },
    unfollow: {
      weight: 2,
      crash: "never",
      args: (g, state) => (g.chance(0.4) && state.links.size > 0 ? Object.values(g.pick([...state.links.values()])) : [member(g, state), member(g, state)]),
      run: (state, from, to) => state.links.delete(linkOf(from, to)),
    },
    followers: {
      reads: true,
      args: (g, state) => [member(g, state), g.chance(0.4) ? null : g.chance(0.5) ? g.name() : member(g, state), g.pick([1, 2, 5, 100])],
      run: ({ links }, id, after, n) => {
        const all = [...links.values()].filter(({ to, from }) => to === id && (after === null || from > after)).map(({ from }) => from);
        return all.sort((a, b) => (a < b ? -1 : 1)).slice(0, n);
      },
    },
    follows: { reads: true, args: (g, state) => [member(g, state), member(g, state)], run: ({ links }, from, to) => links.has(linkOf(from, to)) },
  },
  // Links that are the same text when the names of both ends are joined.
  twins: {
    rows: ({ members, links }, twins) => ({ members: [...members, ...namesIn(twins).filter((id) => members.every(({ _id }) => _id !== id)).map((_id) => ({ _id, name: _id }))], links }),
    calls: (state, twins) =>
      twins.flatMap(([one, other]) => [[one, other], [one.toReversed(), other.toReversed()]]).filter(([one, other]) => [one, other].every((pair) => !state.links.has(linkOf(...pair)))).flatMap(([one, other]) => [
        ["follow", ...one],
        ["follows", ...other],
        ["follow", ...other],
        ["unfollow", ...one],
        ["follows", ...other],
        ["followers", other[1], null, 20],
        ["unfollow", ...other],
      ]),
  },
  // A member whom many follow.
  long: {
    rows: ({ members, links }, n) => {
      const fans = Array.from({ length: n }, (_, i) => `fan ${i}`);
      return { members: [...members, ...[...fans, "long"].map((_id) => ({ _id, name: _id }))], links: [...links, ...fans.map((from) => ({ from, to: "long" }))] };
    },
    calls: (state, n) => [["followers", "long", null, 5 * n], ["followers", "long", "fan 5", n], ["follows", `fan ${n - 1}`, "long"], ["unfollow", `fan ${n - 1}`, "long"], ["followers", "long", null, 5 * n]],
  },
  observe: ({ links }) => [
    ...[...new Set([...links.values()].map(({ to }) => to))].map((to) => ["followers", to, null, 1000]),
    ...[...links.values()].slice(-20).map(({ from, to }) => ["follows", from, to]),
  ],
  promises: ["A call that was cut off has happened or not, after `repair` if the script has one."],
});
