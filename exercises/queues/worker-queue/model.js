// The messages: who waits, who has them since when, what is done.

const WORKERS = ["ann", "Ann", "ann.b", "$w"];
const same = (a, b) => EJSON.stringify(a) === EJSON.stringify(b);
const oldest = (state) => {
  const waiting = state.filter(({ at }) => at === "waiting");
  const first = Math.min(...waiting.map(({ created }) => Number(created)));
  return waiting.filter(({ created }) => Number(created) === first);
};

model({
  scale: 0.0015,
  clock: [{ seconds: 1 }, { minutes: 4, seconds: 59 }, { minutes: 5 }, { days: 1 }],
  start: (rows) => rows.messages.map((message) => ({ ...message, at: "waiting" })),
  calls: {
    enqueue: {
      weight: 2,
      args: (g, state) => [`${g.name()} ${state.length}`],
      run: (state, message) => void state.push({ message, created: now(), at: "waiting" }),
      grows: (g, state, n) => [`message ${n}`],
    },
    take: {
      weight: 3,
      args: (g) => [g.pick(WORKERS)],
      run: (state, worker) => {
        const ties = oldest(state);
        if (ties.length === 0) return null;
        const promise = oneOf(...ties.map(({ message }) => ({ id: anId(), message })));
        Object.assign(ties[0], { at: "taken", worker, taken: now(), id: undefined, fresh: true });
        return promise;
      },
      took: (state, answer, worker) => {
        const first = state.find(({ fresh }) => fresh);
        if (!first || !answer) return;
        delete first.fresh;
        const meant = first.message === answer.message ? first : state.find(({ at, message }) => at === "waiting" && message === answer.message);
        if (meant && meant !== first) first.at = "waiting";
        Object.assign(meant ?? first, { at: "taken", worker, taken: now(), id: answer.id });
      },
    },
    done: {
      weight: 2,
      args: (g, state) => {
        const given = state.filter(({ id }) => id !== undefined);
        if (given.length === 0) return null;
        const message = g.pick(given);
        return [message.id, g.chance(0.8) ? message.worker : g.pick(WORKERS)];
      },
      run: (state, id, worker) => {
        const message = state.find((one) => one.at === "taken" && one.worker === worker && one.id !== undefined && same(one.id, id));
        if (message) message.at = "done";
        return message !== undefined;
      },
    },
    reap: {
      weight: 2,
      args: () => [],
      run: (state) => {
        for (const one of state) if (one.at === "taken" && now() - one.taken > 300_000) one.at = "waiting";
      },
    },
    purge: {
      args: (g, state) => {
        // The newest ones that are done, which were enqueued at a time of their own.
        const done = state.filter(({ at }) => at === "done").reverse();
        return [g.around(now(), g.hot(done.length > 0 ? done : state).created)];
      },
      run: (state, olderThan) => {
        for (const one of state) if (one.at === "done" && one.created < olderThan) one.at = "purged";
      },
    },
    counts: {
      reads: true,
      args: () => [],
      run: (state) => {
        const count = (wanted) => state.filter(({ at }) => at === wanted).length;
        return { waiting: count("waiting"), taken: count("taken"), done: count("done") };
      },
      while: [],
    },
  },
  // Taking every message that waits shows their order.
  observe: (state) => [["counts"], ...Array(state.filter(({ at }) => at === "waiting").length + 1).fill(["take", "observer"]), ["counts"]],
  names: "character by character",
  promises: ["Until `reap` has run, a message stays with its worker, however late `done` comes."],
});
