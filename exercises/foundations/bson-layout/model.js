// The profiles with their logs; where the log lies makes no difference to what a profile is.

const TEXTS = ["", "$1", "d'accord", "zoë. a.b", "A visit."];

model({
  scale: 0.02,
  start: (rows) => ({ laid: false, profiles: new Map(rows.profiles.map((profile) => [profile._id, { ...profile, log: [...profile.log] }])) }),
  calls: {
    relayout: { args: () => [], run: (state) => void (state.laid = true), while: [], crash: "repairable" },
    addEntry: {
      weight: 3,
      args: (g, { profiles }) => {
        const id = g.hot([...profiles.keys()]);
        const { log } = profiles.get(id);
        const last = log.at(-1);
        if (last && g.chance(0.2)) return [id, { ...last }];
        const from = Number(last?.at ?? new Date("2012-10-20T00:00:00Z"));
        return [id, { at: new Date(from + g.pick([0, 1, 1000])), kind: g.pick(["view", "edit"]), text: g.pick(TEXTS) }];
      },
      allowed: ({ laid, profiles }, id, { at }) => laid && profiles.get(id).log.every((entry) => entry.at <= at),
      run: ({ profiles }, id, entry) => void profiles.get(id).log.push(entry),
      grows: (g, { profiles }, n) => [[...profiles.keys()][0], { at: new Date(Date.UTC(2013, 0, 1) + n), kind: "view", text: "" }],
      while: ["addEntry", "profile"],
    },
    profile: {
      reads: true,
      args: (g, { profiles }) => [g.chance(0.1) ? g.pick(["nobody", "1", "O'Neil.3"]) : g.hot([...profiles.keys()])],
      allowed: ({ laid }) => laid,
      run: ({ profiles }, id) => {
        const found = profiles.get(id);
        return found ? { ...found, log: sortedBy(found.log, (entry) => Number(entry.at)) } : null;
      },
      while: ["addEntry"],
    },
  },
  twins: "a profile is known by its `_id`, and an entry by nothing",
  observe: ({ laid, profiles }) => (laid ? [...profiles.keys(), "nobody"].map((id) => ["profile", id]) : []),
  stored: { profiles: ({ laid, profiles }) => (laid ? undefined : documents([...profiles.values()])) },
  recover: "relayout",
});
