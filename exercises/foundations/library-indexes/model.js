// The books by slug, subject and publisher; indexes change none of it.

const books = (state, test) => state.filter(test);
const byTitle = (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);
const SUBJECTS = ["subject 1", "a.b $7", "subject", "fresh", "Fresh", "subject 11"];
const PUBLISHERS = ["Scribner", "Dot.Press", "$tar Books", "Press 9", "press 9", "Scribner's", "O'Hara & Sons"];

model({
  scale: 0.01,
  start: (rows) => [...rows.books],
  calls: {
    addBook: {
      weight: 3,
      args: (g, state) => [
        {
          _id: `${g.name()} ${g.int(1, 1_000_000)}`,
          title: g.pick(["Newest", "newest", "A", "Ä", "Z"]),
          // Some slugs differ from one that is taken in capitals only.
          slug: g.chance(0.4) ? g.hot(state).slug : g.chance(0.2) ? g.hot(state).slug.toUpperCase() : g.name(),
          pages: 100,
          publisher: { name: g.hot(PUBLISHERS), city: g.pick(["Paris", "Rome"]) },
          subjects: g.pick([[], ["fresh"], ["Fresh", "subject"], ["subject 1", "a.b $7"]]),
          language: "English",
        },
      ],
      // An _id is given to one book.
      allowed: (state, book) => state.every(({ _id }) => _id !== book._id),
      run: (state, book) => {
        if (state.some(({ slug }) => slug === book.slug)) return false;
        state.push(book);
        return true;
      },
      crash: "never",
      grows: (g, state, n) => [{ _id: `n${n}`, title: "T", slug: `grown ${n}`, pages: 1, publisher: { name: "Scribner", city: "Rome" }, subjects: ["fresh"], language: "French" }],
    },
    bookBySlug: {
      short: "it returns one book, of few subjects",
      reads: true,
      args: (g, state) => [g.chance(0.3) ? g.name() : g.hot(state).slug],
      run: (state, slug) => state.find((book) => book.slug === slug) ?? null,
    },
    booksAbout: { reads: true, args: (g) => [g.hot(SUBJECTS)], run: (state, subject) => anyOrder(books(state, ({ subjects }) => subjects.includes(subject))) },
    booksOf: { reads: true, args: (g) => [g.hot(PUBLISHERS)], run: (state, name) => anyOrder(books(state, ({ publisher }) => publisher.name === name)) },
    titlesOf: {
      reads: true,
      args: (g) => [g.hot(PUBLISHERS)],
      run: (state, name) => sortedBy(books(state, ({ publisher }) => publisher.name === name).sort(byTitle), "title"),
    },
  },
  twins: "a book is known by its slug alone",
  observe: (state) => [
    ...SUBJECTS.map((subject) => ["booksAbout", subject]),
    ...PUBLISHERS.flatMap((name) => [["booksOf", name], ["titlesOf", name]]),
    ...state.slice(-12).map(({ slug }) => ["bookBySlug", slug]),
    ["bookBySlug", "book"],
  ],
  names: "character by character",
});
