// Who recommends which book.

const draw = (g, { users, books }) => [g.chance(0.3) ? g.hot(users.slice(0, 8)) : g.hot(users), g.hot(books)];

model({
  scale: 0.02,
  start: (rows) => {
    const readers = new Map(rows.books.map(({ _id }) => [_id, new Set()]));
    for (const { user, book } of rows.recommendations) readers.get(book).add(user);
    return { users: rows.users.map(({ _id }) => _id), books: rows.books.map(({ _id }) => _id), readers };
  },
  calls: {
    recommend: {
      weight: 2,
      args: draw,
      run: ({ readers }, user, book) => {
        if (readers.get(book).has(user)) return false;
        readers.get(book).add(user);
        return true;
      },
      while: ["recommend", "unrecommend", "countFor"],
      crash: "repairable",
    },
    unrecommend: {
      args: draw,
      run: ({ readers }, user, book) => readers.get(book).delete(user),
      while: ["recommend", "unrecommend", "countFor"],
      crash: "repairable",
    },
    countFor: { reads: true, args: (g, { books }) => [g.hot(books)], run: ({ readers }, book) => readers.get(book).size },
    recount: {
      args: (g, { books }) => [g.hot(books)],
      run: ({ readers }, book) => readers.get(book).size,
      while: [],
    },
  },
  // Users and books that are the same text when they are joined, and names that begin alike.
  twins: {
    rows: ({ users, books, recommendations }) => ({
      users: [...users, { _id: "nobody1" }, { _id: "nobody11" }],
      books: [...books, ...[2, 12].filter((id) => books.every(({ _id }) => _id !== id)).map((_id) => ({ ...books[0], _id }))],
      recommendations: [...recommendations, { user: "nobody1", book: 12 }, { user: "nobody11", book: 2 }],
    }),
    calls: () => [
      ["unrecommend", "nobody1", 2],
      ["unrecommend", "nobody1", 12],
      ["recommend", "nobody1", 12],
      ["recommend", "nobody11", 2],
      ["unrecommend", "nobody11", 2],
      ["recommend", "nobody11", 2],
      ["unrecommend", "nobody1", 12],
      ["unrecommend", "nobody11", 2],
    ],
  },
  observe: ({ books }) => books.map((book) => ["countFor", book]),
  recover: (user, book) => ["recount", book],
  names: "character by character",
  promises: ["`recount` runs when nobody recommends a book or takes a recommendation back."],
});
