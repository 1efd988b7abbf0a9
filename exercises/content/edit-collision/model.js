// What a wiki promises: of two saves with one token one wins, every winner's text is a version, tags disturb nobody.

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const page = (g, state) => (g.chance(0.05) ? g.pick(["nowhere", "1", -1, "HOME"]) : g.hot([...state.pages.keys()]));
/** Versions at which a token was given for a page; a program that gives it for several cannot tell them apart. */
const versionsOf = (state, id, token) => state.tokens.filter((entry) => entry.page === id && same(entry.token, token)).map(({ version }) => version);
const current = (state, id) => state.pages.get(id)?.versions.length;

model({
  scale: 0.12,
  clients: 3,
  start: ({ pages }) => ({
    pages: new Map(pages.map(({ _id, text, tags }) => [_id, { versions: [{ text, user: null }], tags: new Set(tags) }])),
    tokens: [],
  }),
  calls: {
    open: {
      weight: 10,
      args: (g, state) => [page(g, state)],
      run: (state, id) => {
        const found = state.pages.get(id);
        if (!found) return null;
        return { text: found.versions.at(-1).text, tags: anyOrder([...found.tags]), token: anId() };
      },
      took: (state, answer, id) => {
        if (answer) state.tokens.push({ page: id, token: answer.token, version: current(state, id) });
      },
      reads: true,
    },
    save: {
      weight: 3,
      args: (g, state) => {
        if (state.tokens.length === 0) return null;
        // Most calls use a token that is still good.
        const good = state.tokens.filter(({ page: id, version }) => version === current(state, id));
        const { page: id, token } = g.hot((good.length > 0 && g.chance(0.8) ? good : state.tokens).toReversed());
        const text = g.chance(0.2) ? state.pages.get(id).versions.at(-1).text : `${g.chance(0.3) ? "$" : ""}${g.text(g.int(1, 9))}`;
        return [g.chance(0.05) ? "nowhere" : id, token, text, g.name()];
      },
      allowed: (state, id, token) => !state.pages.has(id) || versionsOf(state, id, token).length > 0,
      run: (state, id, token, text, user) => {
        if (!state.pages.has(id) || versionsOf(state, id, token).some((version) => version !== current(state, id))) return false;
        state.pages.get(id).versions.push({ text, user });
        return true;
      },
      arguments: "tokens that `open` gave for this page",
    },
    tag: {
      args: (g, state) => [page(g, state), Array.from({ length: g.int(1, 3) }, () => g.name())],
      run: (state, id, tags) => {
        for (const tag of tags) state.pages.get(id)?.tags.add(tag);
      },
    },
    history: {
      short: "each version takes two calls; `twins` makes 205 of them",
      args: (g, state) => [page(g, state), Math.max(1, g.size(101))],
      run: (state, id, n) =>
        (state.pages.get(id)?.versions ?? []).map(({ text, user }, i) => ({ version: i + 1, text, user })).toReversed().slice(0, n),
      reads: true,
    },
  },
  // Pages that are the same text, alone or joined to a version's number. One has many versions and tags.
  twins: {
    rows: ({ pages }) => ({ pages: [...pages, ...["twin", "twin1", 77, "77"].map((_id) => ({ _id, text: `First of ${typeof _id} ${_id}.`, tags: [] }))] }),
    *calls(state) {
      for (const [id, n] of [["twin", 205], ["twin1", 12], [77, 2], ["77", 2]]) {
        for (let i = 0; i < n; i++) {
          yield ["open", id];
          yield ["save", id, state.tokens.at(-1)?.token, `Text ${i} of ${typeof id} ${id}.`, "ann"];
        }
        yield ["tag", id, Array.from({ length: 1100 }, (_, i) => `tag ${i}`)];
        yield ["open", id];
      }
      for (const id of ["twin", "twin1", 77, "77"]) yield ["history", id, 1000];
    },
  },
  observe: (state) => [...state.pages.keys()].flatMap((id) => [["open", id], ["history", id, 1000]]),
});
