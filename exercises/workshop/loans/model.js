// The line of requests: who waits, whose desk a request is on and since when, and what was decided.

const WEEK = 7 * 86_400_000;
const open = ({ at }) => at !== "decided";
const lapsed = (request) => request.at === "desk" && now() - request.taken > WEEK;
const CLERKS = ["ann", "Ann", "ann.b", "$clerk"];
const decide = (state, id, clerk) => {
  const same = (one) => one.id !== undefined && EJSON.stringify(one.id) === EJSON.stringify(id);
  const request = state.find((one) => same(one) && one.at === "desk" && one.clerk === clerk && !lapsed(one));
  if (!request) return false;
  request.at = "decided";
  return true;
};
const decision = {
  args: (g, state) => {
    const given = state.filter(({ id }) => id !== undefined);
    if (given.length === 0) return null;
    const live = given.filter((one) => one.at === "desk" && !lapsed(one));
    const request = live.length > 0 && g.chance(0.7) ? g.hot(live) : g.pick(given);
    return [request.id, g.chance(0.6) ? request.clerk : g.hot(CLERKS.filter((clerk) => clerk !== request.clerk))];
  },
  run: decide,
  crash: "repairable",
};

model({
  scale: 0.03,
  clock: [{ minutes: 1 }, { hours: 5 }, { days: 3, minutes: 7 }, { days: 6, hours: 23, minutes: 59, seconds: 59 }, { days: 7, seconds: 1 }],
  start: (rows) => rows.requests.map((request) => ({ ...request, at: "waiting" })),
  calls: {
    requestLoan: {
      weight: 2,
      args: (g, state) => {
        const known = g.hot(state);
        // Two people whose names differ by case may want one book.
        if (g.chance(0.15)) return [g.pick(["ann", "Ann"]), 1, g.int(1, 5)];
        return [g.chance(0.5) ? known.borrower : g.name(), g.chance(0.7) ? known.book : g.int(1, 60), g.int(1, 5)];
      },
      run: (state, borrower, book, priority) => {
        if (state.some((one) => open(one) && one.borrower === borrower && one.book === book)) return false;
        state.push({ borrower, book, priority, created: now(), at: "waiting" });
        return true;
      },
      crash: "repairable",
      arguments: "`priority` is 1 to 5",
    },
    nextRequest: {
      weight: 2,
      args: (g) => [g.hot(CLERKS)],
      // Whether a lapsed request is handed out before `expireStale` has run is not promised.
      allowed: (state) => !state.some(lapsed),
      run: (state, clerk) => {
        const [best] = state
          .filter(({ at }) => at === "waiting")
          .sort((a, b) => b.priority - a.priority || a.created - b.created);
        if (!best) return null;
        const { borrower, book, priority, created } = best;
        const ties = state.filter((one) => one.at === "waiting" && one.priority === priority && Number(one.created) === Number(created));
        Object.assign(best, { at: "desk", clerk, taken: now() });
        delete best.id;
        return oneOf(...ties.map((one) => ({ id: anId(), borrower: one.borrower, book: one.book, priority })));
      },
      took: (state, answer, clerk) => {
        if (!answer) return;
        const mine = state.find((one) => one.at === "desk" && one.id === undefined && one.clerk === clerk && Number(one.taken) === Number(now()));
        const taken = state.find((one) => one !== mine && one.at === "waiting" && one.borrower === answer.borrower && one.book === answer.book);
        if (taken && mine && (mine.borrower !== answer.borrower || mine.book !== answer.book)) {
          Object.assign(taken, { at: "desk", clerk, taken: now(), id: answer.id });
          Object.assign(mine, { at: "waiting" });
        } else if (mine) mine.id = answer.id;
      },
      crash: "repairable",
    },
    approve: decision,
    refuse: decision,
    expireStale: {
      args: () => [],
      run: (state) => {
        for (const one of state) if (lapsed(one)) one.at = "waiting";
      },
      crash: "repairable",
    },
  },
  // Borrowers and books that are the same text when they are joined.
  twins: {
    calls: () => [["requestLoan", "nobody1", 12, 3], ["requestLoan", "nobody11", 2, 3], ["requestLoan", "nobody", 112, 3], ["requestLoan", "nobody11", 2, 3]],
  },
  // Taking every request that waits shows the line; asking again shows what was decided.
  observe: (state) => [
    ["expireStale"],
    ...Array(state.filter(open).length + 1).fill(["nextRequest", "observer"]),
    ...state.map(({ borrower, book }) => ["requestLoan", borrower, book, 1]),
  ],
  recover: "expireStale",
  recoverAfter: { days: 7, seconds: 1 },
  names: "character by character",
  promises: [
    "A decision on the last second of the seventh day counts.",
    "Until `expireStale` has run, `nextRequest` may pass over a lapsed request or hand it out.",
  ],
});
