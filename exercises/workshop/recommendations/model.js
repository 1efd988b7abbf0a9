// Who recommends which book.

// A user and a book; often one who recommends the book already.
const draw = (g, { users, books, readers }) => {
  const book = g.hot(books);
  const fans = [...readers.get(book)];
  return [fans.length > 0 && g.chance(0.4) ? g.pick(fans) : g.hot(g.chance(0.3) ? users.slice(0, 8) : users), book];
};

model({
  scale: 0.004,
  start: (rows) => {
    const readers = new Map(rows.books.map(({ _id }) => [_id, new Set()]));
    for (const { user, book } of rows.recommendations) readers.get(book).add(user);
    // Calls prefer the first ones: a book that one user recommends, and that user.
    const books = [...readers.keys()].sort((a, b) => readers.get(a).size - readers.get(b).size);
    const users = [...new Set([...readers.get(books[0]), ...rows.users.map(({ _id }) => _id)])];
    return { users, books, readers };
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
  // Many readers of one book.
  long: {
    rows: ({ users, books, recommendations }, n) => {
      const fans = Array.from({ length: n }, (_, i) => `fan ${i}`);
      const book = books[0]._id;
      return {
        users: [...users, ...fans.map((_id) => ({ _id }))],
        books,
        recommendations: [...recommendations, ...fans.map((user) => ({ user, book }))],
      };
    },
    calls: ({ books }) => books.map((book) => ["countFor", book]).concat(books.map((book) => ["recount", book])),
  },
  // Asking again shows whether the records agree with the number.
  observe: ({ users, books }) => [
    ...books.map((book) => ["countFor", book]),
    ...books.slice(0, 2).flatMap((book) => users.slice(0, 2).map((user) => ["recommend", user, book])),
  ],
  recover: (user, book) => ["recount", book],
  names: "character by character",
  promises: ["`recount` runs when nobody recommends a book or takes a recommendation back."],
});
