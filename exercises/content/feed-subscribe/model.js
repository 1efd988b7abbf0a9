// What subscriptions promise: a set of URLs per user, a name per URL that is given once, and numbers that follow.

// Texts in the order of their bytes, which is that of their code points; `<` compares UTF-16 units.
const order = (a, b) => {
  const [left, right] = [a, b].map((text) => Array.from(text, (char) => char.codePointAt(0)));
  const at = left.findIndex((code, i) => code !== right[i]);
  return at < 0 ? left.length - right.length : left[at] - (right[at] ?? -1);
};
const readers = (state, url) => [...state.users.values()].filter((urls) => urls.has(url)).length;

const user = (g, state) => {
  const all = [...state.users.keys()];
  // Some draws are never repeated, so that two users meet at one feed.
  return g.chance(0.06) ? g.pick(["nobody", "1", -1, "BOB"]) : g.chance(0.3) ? g.shuffle(all)[0] : g.hot(all);
};
const known = (g, state, id) => {
  const own = [...(state.users.get(id) ?? [])];
  return own.length > 0 && g.chance(0.5) ? g.hot(own) : g.hot([...state.names.keys()]);
};

// Feeds that two users may be the first to read; `<` would sort the last two the other way round.
const NEW = ["http://new.example", "http://next.example/\uFF21", "http://next.example/\u{1F600}"];
const first = (g, state) => g.hot([...NEW.filter((url) => !state.names.has(url)), ...state.names.keys()]);

// Everybody gives a feed the same name: which of two names at the same moment stays is not promised.
const nameOf = (state, url) => state.names.get(url) ?? url.slice("http://".length);

model({
  scale: 0.04,
  start: ({ users }) => ({
    users: new Map(users.map(({ _id, feeds }) => [_id, new Set(feeds.map(({ url }) => url))])),
    names: new Map(users.flatMap(({ feeds }) => feeds.map(({ url, name }) => [url, name]))),
  }),
  calls: {
    subscribe: {
      weight: 3,
      args: (g, state) => {
        const id = user(g, state);
        const url = g.chance(0.15) ? `http://${g.name()}` : g.chance(0.75) ? first(g, state) : known(g, state, id);
        return [id, url, nameOf(state, url)];
      },
      run: (state, id, url, name) => {
        const own = state.users.get(id);
        if (!own || own.has(url)) return false;
        if (!state.names.has(url)) state.names.set(url, name);
        own.add(url);
        return true;
      },
      crash: "repairable",
      grows: (g, state, n) => [1, `http://grows.example/${n}`, `Name ${n % 7}`],
    },
    unsubscribe: {
      weight: 2,
      args: (g, state) => {
        const id = user(g, state);
        return [id, known(g, state, id)];
      },
      run: (state, id, url) => state.users.get(id)?.delete(url) ?? false,
      crash: "repairable",
    },
    feedsOf: {
      reads: true,
      args: (g, state) => [user(g, state)],
      run: (state, id) =>
        [...(state.users.get(id) ?? [])].map((url) => ({ url, name: state.names.get(url) })).sort((a, b) => order(a.name, b.name) || order(a.url, b.url)),
    },
    popular: {
      reads: true,
      args: (g) => [g.pick([1, 2, 5, 10, 101, 1000])],
      allowed: (_, n) => Number.isInteger(n) && n >= 1,
      run: (state, n) =>
        [...state.names]
          .map(([url, name]) => ({ url, name, subscribers: readers(state, url) }))
          .filter(({ subscribers }) => subscribers > 0)
          .sort((a, b) => b.subscribers - a.subscribers || order(a.url, b.url))
          .slice(0, n),
    },
  },
  // Users and feeds that are the same text when they are joined.
  twins: {
    rows: ({ users }, twins) => ({ users: [...users, ...twins.flatMap((pairs, i) => pairs.map(([id]) => ({ _id: `${i}${id}`, feeds: [] })))] }),
    calls: (state, twins) => twins.flatMap(([[a, b], [c, d]], i) => [
      ["subscribe", `${i}${a}`, b, "Twin"],
      ["subscribe", `${i}${c}`, d, "Twin"],
      ["unsubscribe", `${i}${a}`, b],
      ["feedsOf", `${i}${c}`],
    ]),
  },
  observe: (state) => [["popular", 2000], ["popular", 3], ...[...state.users.keys()].map((id) => ["feedsOf", id])],
  recover: "recount",
});
