// What the reader promises: a page is a run of the stream, newest first, and what is read stays read.

const key = (value) => JSON.stringify(value);
const known = (state, user) => state.users.find(({ _id }) => _id === user);

/** A user's stream, newest first; `late` counts the newest ones that no `refresh` has made sure of. */
function streamOf(state, user) {
  const { feeds, until } = known(state, user) ?? { feeds: [], until: 0 };
  const own = state.entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => feeds.includes(entry.feed));
  return { stream: own.map(({ entry }) => entry).reverse(), late: own.filter(({ at }) => at >= until).length };
}

function isPage(state, user, before, answer) {
  if (!Array.isArray(answer?.entries) || answer.entries.length > 100) return false;
  const { stream, late } = streamOf(state, user);
  const token = state.tokens.find((one) => one.user === user && key(one.before) === key(before));
  const from = before === null ? 0 : 1 + stream.findIndex(({ _id }) => _id === token?.last);
  const start = answer.entries.length === 0 ? stream.length : stream.findIndex(({ _id }) => _id === answer.entries[0]?._id);
  if (start < from || start > (before === null ? Math.max(late, 0) : from)) return false;
  const isRead = (id) => known(state, user)?.read.includes(id) ?? false;
  const right = answer.entries.every((entry, i) => {
    const { _id, title, body, date } = stream[start + i] ?? {};
    return entry?._id === _id && entry.title === title && entry.body === body && Number(entry.date) === Number(date) && entry.read === isRead(_id);
  });
  const isEnd = start + answer.entries.length === stream.length;
  return right && (isEnd || (answer.before !== null && answer.before !== undefined && answer.entries.length > 0));
}

/** Readers of one feed, more than programs read in one batch. */
const READERS = 300;
const userOf = (g, state) => (g.chance(0.05) ? "nobody" : g.hot(state.users)._id);

model({
  scale: 0.01,
  start: ({ users, entries }) => ({
    users: users.map(({ _id, feeds }) => ({ _id, feeds, until: entries.length, read: [] })),
    entries: entries.map((entry) => ({ ...entry })),
    tokens: [],
  }),
  calls: {
    publish: {
      weight: 3,
      args: (g, state) => {
        const last = state.entries.at(-1);
        const isAtOnce = g.chance(0.5) || Number(now()) <= Number(last.date);
        const feed = g.chance(0.1) ? g.name() : g.hot([...g.pick(state.users.filter(({ feeds }) => feeds.length > 0)).feeds]);
        if (isAtOnce && g.chance(0.1)) return [last];
        return [{ _id: isAtOnce ? `${last._id}${g.int(0, 9)}` : `n${g.int(100, 999)}`, feed, title: g.name(), body: g.text(4), date: isAtOnce ? last.date : now() }];
      },
      allowed: (state, entry) => {
        const last = state.entries.at(-1);
        return entry._id === last._id || (!state.entries.some(({ _id }) => _id === entry._id) && (entry.date > last.date || (Number(entry.date) === Number(last.date) && entry._id > last._id)));
      },
      run: (state, entry) => {
        if (!state.entries.some(({ _id }) => _id === entry._id)) state.entries.push({ ...entry });
      },
      while: ["refresh", "page", "markRead"],
      crash: "never",
      arguments: "each entry is later than all others, by `date` or by `_id`, or it is the last one again",
    },
    refresh: {
      weight: 2,
      args: (g, state) => [userOf(g, state)],
      run: (state, user) => {
        const own = known(state, user);
        if (own) own.until = state.entries.length;
      },
    },
    page: {
      short: "a page has at most 100 entries",
      weight: 2,
      reads: true,
      args: (g, state) => {
        const token = g.chance(0.5) && state.tokens.length > 0 ? g.pick(state.tokens) : null;
        return token ? [token.user, token.before] : [userOf(g, state), null];
      },
      allowed: (state, user, before) => before === null || state.tokens.some((one) => one.user === user && key(one.before) === key(before)),
      run: (state, user, before) => {
        const { stream } = streamOf(state, user);
        const first = stream.slice(0, 3).map(({ _id }) => _id).join(", ");
        return satisfies((answer) => isPage(state, user, before, answer), `a run of the stream ${first}… of ${stream.length} entries, ${before === null ? "from its newest" : "from after the page before"}`);
      },
      took: (state, answer, user) => {
        const last = answer?.entries?.at(-1)?._id;
        if (last !== undefined && answer.before !== null && answer.before !== undefined) state.tokens.push({ user, before: answer.before, last });
      },
      arguments: "`before` is `null`, or as a page of the same user returned it",
    },
    markRead: {
      weight: 2,
      args: (g, state) => {
        const user = userOf(g, state);
        const { stream, late } = streamOf(state, user);
        const shown = stream.slice(late);
        if (g.chance(0.3) || shown.length === 0) return [user, g.chance(0.5) ? "nothing" : g.pick(state.entries)._id];
        return [user, g.hot(shown)._id];
      },
      // Nobody marks what no page has to show yet.
      allowed: (state, user, id) => {
        const { stream, late } = streamOf(state, user);
        return !stream.slice(0, late).some(({ _id }) => _id === id);
      },
      run: (state, user, id) => {
        const own = known(state, user);
        if (!own || own.read.includes(id) || !streamOf(state, user).stream.some(({ _id }) => _id === id)) return false;
        own.read.push(id);
        return true;
      },
      arguments: "`id` is an entry that a page of the user has to show, or none of the user's stream",
    },
  },
  // Many readers of one feed, and many entries of another one in the stream of the last reader.
  long: {
    rows: ({ users, entries }, n) => {
      const date = entries.at(-1).date.getTime();
      const later = Array.from({ length: n }, (_, i) => ({ _id: `l${i}`, feed: "long", title: `Title ${i}`, body: "Text.", date: new Date(date + 1 + i) }));
      const readers = Array.from({ length: READERS }, (_, i) => ({ _id: `reader ${i}`, feeds: i < READERS - 1 ? ["read"] : ["read", "long"] }));
      return { users: [...users, ...readers], entries: [...entries, ...later] };
    },
    *calls(state) {
      const last = `reader ${READERS - 1}`;
      const date = new Date(state.entries.at(-1).date.getTime() + 1);
      for (let i = 0; i < 520; i++) yield ["publish", { _id: `m${1000 + i}`, feed: "long", title: "New", body: "Text.", date }];
      yield ["publish", { _id: "n", feed: "read", title: "For all", body: "Text.", date }];
      yield ["refresh", last];
      yield ["page", last, null];
      for (let pages = 0; pages < 20 && state.tokens.length > pages; pages++) yield ["page", last, state.tokens.at(-1).before];
    },
  },
  // Users and entries that are the same text when they are joined.
  twins: {
    rows: ({ users, entries }, twins) => ({
      users: [...users, ...twins.flatMap((pairs, i) => pairs.map(([id]) => ({ _id: `${i}${id}`, feeds: ["twins"] })))],
      entries: [
        ...entries,
        ...twins.flatMap((pairs, i) => pairs.map(([, id]) => `${id} ${i}`)).map((_id, i) => ({ _id, feed: "twins", title: "Twin", body: "Text.", date: new Date(entries.at(-1).date.getTime() + 1 + i) })),
      ],
    }),
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["markRead", `${i}${a}`, `${b} ${i}`],
      ["page", `${i}${c}`, null],
      ["markRead", `${i}${c}`, `${d} ${i}`],
      ["page", `${i}${c}`, null],
    ]),
  },
  observe: (state) => state.users.slice(0, 5).map(({ _id }) => ["page", _id, null]),
  clock: [{ seconds: 1 }, { days: 60 }],
  promises: ["One crawler publishes, one entry after another.", "A `publish` that was cut off is sent again before the next one."],
});
