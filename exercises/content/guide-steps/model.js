// What guides promise: a list that changes as JavaScript's splice would change it.

const id = (g, state) => (g.chance(0.06) ? g.pick(["nowhere", "1", -1, "GUIDE"]) : g.hot([...state.keys()]));
const place = (g, most) => g.pick([0, 0, 1, most, most, most + 1, -1, g.int(0, Math.max(0, most))]);

model({
  scale: 0.12,
  start: ({ guides }) => new Map(guides.map(({ _id, title, steps }) => [_id, { title, steps }])),
  calls: {
    guide: {
      reads: true,
      args: (g, state) => [id(g, state)],
      beside: "every function",
      // A step has no further fields: one without materials stays without them.
      run: (state, _id) => {
        if (!state.has(_id)) return null;
        const { title, steps } = state.get(_id);
        return { _id, title, steps: steps.map(exactly) };
      },
    },
    addStep: {
      weight: 2,
      args: (g, state) => {
        const guide = id(g, state);
        const steps = state.get(guide)?.steps ?? [];
        const step = steps.length > 0 && g.chance(0.3) ? g.pick(steps) : { text: g.text(g.int(1, 5)), ...(g.chance(0.6) && { materials: [g.name()] }) };
        return [guide, place(g, steps.length), step];
      },
      run: (state, guide, at, step) => {
        const steps = state.get(guide)?.steps;
        if (!steps || at < 0 || at > steps.length) return false;
        steps.splice(at, 0, step);
        return true;
      },
      grows: (g, state, n) => [[...state.keys()][0], 0, { text: `Step ${n}` }],
      while: [],
      beside: "every function",
    },
    moveStep: {
      weight: 3,
      args: (g, state) => {
        const guide = id(g, state);
        const last = (state.get(guide)?.steps.length ?? 1) - 1;
        // Back by more than one place: a client that dies while it numbers steps anew leaves them mixed.
        if (last > 1 && g.chance(0.4)) return [guide, last, g.pick([0, last - 2])];
        return [guide, place(g, last), place(g, last)];
      },
      run: (state, guide, from, to) => {
        const steps = state.get(guide)?.steps;
        if (!steps || !(from in steps) || !(to in steps)) return false;
        steps.splice(to, 0, ...steps.splice(from, 1));
        return true;
      },
      while: [],
      beside: "every function but `moveStep` of the same guide",
    },
  },
  // A guide with more steps than any program may move at once.
  long: {
    rows: ({ guides }, n) => ({ guides: [...guides, { _id: "long", title: "Long", steps: Array.from({ length: n }, (_, i) => ({ text: `Step ${i}` })) }] }),
    calls: (state, n) => [
      ["guide", "long"],
      ["moveStep", "long", 0, n - 1],
      ["guide", "long"],
      ["moveStep", "long", n - 2, 30],
      ["addStep", "long", n, { text: "Last." }],
      ["guide", "long"],
    ],
  },
  // Guides whose names and numbers of steps are the same text when they are joined.
  twins: {
    rows: ({ guides }) => ({
      guides: [...guides, ...[["twin", 25], ["twin1", 12]].map(([_id, n]) => ({ _id, title: "Twin", steps: Array.from({ length: n }, (_, i) => ({ text: `Step ${i} of ${_id}` })) }))],
    }),
    calls: () => [["guide", "twin"], ["addStep", "twin1", 0, { text: "First." }], ["moveStep", "twin", 24, 0], ["guide", "twin"], ["guide", "twin1"]],
  },
  observe: (state) => [...state.keys()].map((guide) => ["guide", guide]),
});
