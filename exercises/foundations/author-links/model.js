// Who wrote what.

const pair = (g, { books, authors }) => [g.hot(books)._id, g.hot(authors)._id];
const index = ({ links }, book, author) => links.findIndex((one) => one.book === book && one.author === author);
const samePair = ([book, author], other, [otherBook, otherAuthor]) =>
  ["link", "unlink"].includes(other) && book === otherBook && author === otherAuthor;
const booksOf = ({ books, links }, author) =>
  links.filter((one) => one.author === author).map(({ book }) => books.find(({ _id }) => _id === book));

model({
  scale: 0.02,
  start: (rows) => ({ authors: rows.authors, books: rows.books, links: rows.links.map((link) => ({ ...link })) }),
  calls: {
    booksOf: {
      reads: true,
      args: (g, { authors }) => [g.chance(0.1) ? 0 : g.hot(authors)._id],
      run: (state, author) => anyOrder(booksOf(state, author).map(({ _id, title }) => ({ _id, title }))),
    },
    authorsOf: {
      reads: true,
      args: (g, { books }) => [g.chance(0.1) ? 0 : g.hot(books)._id],
      run: ({ authors, links }, book) =>
        anyOrder(links.filter((one) => one.book === book).map(({ author }) => {
          const { _id, first_name, last_name } = authors.find((one) => one._id === author);
          return { _id, first_name, last_name };
        })),
    },
    firstBooks: {
      reads: true,
      args: (g, { authors }) => [g.chance(0.1) ? 0 : g.hot(authors)._id, Math.max(1, g.size(201))],
      run: (state, author, n) => booksOf(state, author).sort((a, b) => a._id - b._id).slice(0, n).map(({ _id, title }) => ({ _id, title })),
      arguments: "`n` is 1 or more",
    },
    link: {
      weight: 3,
      args: pair,
      run: (state, book, author) => void (index(state, book, author) < 0 && state.links.push({ book, author })),
      while: ["link", "unlink"],
      apart: (args, other, otherArgs) => other === "unlink" && samePair(args, other, otherArgs),
      crash: "repairable",
      arguments: "book and author exist",
    },
    unlink: {
      args: (g, state) => {
        if (state.links.length === 0 || g.chance(0.2)) return pair(g, state);
        const { book, author } = g.pick(state.links);
        return [book, author];
      },
      run: (state, book, author) => void (index(state, book, author) >= 0 && state.links.splice(index(state, book, author), 1)),
      while: ["link", "unlink"],
      apart: (args, other, otherArgs) => other === "link" && samePair(args, other, otherArgs),
      crash: "repairable",
    },
    repair: { args: () => [], run: () => undefined, while: [], crash: "repairable", silent: true },
  },
  // Books and authors whose numbers are the same text when they are joined.
  twins: {
    rows: ({ authors, books, links }) => ({
      authors: [...authors, ...[12, 112].map((_id) => ({ _id, first_name: "Ann", last_name: `Twin ${_id}` }))],
      books: [...books, ...[30, 301].map((_id) => ({ _id, title: `Twins ${_id}` }))],
      links,
    }),
    calls: () => [["link", 30, 112], ["link", 301, 12], ["booksOf", 12], ["unlink", 30, 112], ["authorsOf", 301], ["booksOf", 112]],
  },
  // One author with many books, one book with many authors.
  long: {
    rows: ({ authors, books, links }, n) => {
      const ids = Array.from({ length: n }, (_, i) => 990 + i);
      return {
        authors: [...authors, { _id: 900, first_name: "Long", last_name: "Life" }, ...ids.map((_id) => ({ _id, first_name: "One", last_name: `of ${n}` }))],
        books: [...books, { _id: 900, title: "Proceedings" }, ...ids.map((_id) => ({ _id, title: `Volume ${_id}` }))],
        links: [...links, ...ids.flatMap((id) => [{ book: id, author: 900 }, { book: 900, author: id }])],
      };
    },
    calls: (state, n) => [
      ["booksOf", 900],
      ["firstBooks", 900, 5 * n],
      ["firstBooks", 900, 20],
      ["authorsOf", 900],
      ["link", 900, 900],
      ["booksOf", 900],
      ["repair"],
      ["booksOf", 900],
      ["authorsOf", 900],
    ],
  },
  observe: ({ authors, books }) => [
    ...authors.flatMap(({ _id }) => [["booksOf", _id], ["firstBooks", _id, 150]]),
    ...books.map(({ _id }) => ["authorsOf", _id]),
  ],
  recover: "repair",
  promises: ["One pair is never linked and unlinked at the same time.", "`repair` runs when no other function does."],
});
