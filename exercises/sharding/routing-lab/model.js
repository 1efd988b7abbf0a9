// What one client after another is promised; the star checks two clients who add at the same moment.

const made = (g, { books }) => {
  const n = g.int(0, 9);
  const taken = g.chance(0.3) ? g.hot(books).isbn : `new ${n % 6}`;
  return { _id: n % 2 ? `n${n}` : 9000 + n, publisher: g.pick(["Scribner", "a.b", "$1"]), isbn: taken, title: g.name(), subjects: ["fresh"] };
};

model({
  scale: 0.06,
  start: ({ books }) => ({ books: books.map((book) => ({ ...book })) }),
  calls: {
    addBook: {
      weight: 2,
      args: (g, state) => [g.chance(0.2) ? { ...g.hot(state.books) } : made(g, state)],
      // A book that is sent again is the same; it may have been renamed since.
      allowed: ({ books }, book) =>
        books.every(({ _id, publisher, isbn, title }) => _id !== book._id || (publisher === book.publisher && isbn === book.isbn && title === book.title)),
      run: ({ books }, book) => {
        const other = books.find(({ isbn }) => isbn === book.isbn);
        if (other) return other._id === book._id;
        books.push(book);
        return true;
      },
      while: [],
      crash: "never",
    },
    rename: {
      args: (g, { books }) => {
        const { _id, publisher } = g.pick(books);
        return [_id, g.chance(0.8) ? publisher : "Nobody", g.name()];
      },
      run: ({ books }, id, publisher, title) => {
        const book = books.find((one) => one._id === id && one.publisher === publisher);
        if (book) book.title = title;
      },
      while: [],
      crash: "never",
    },
    byIsbn: {
      short: "it returns one book, of few subjects",
      reads: true,
      args: (g, { books }) => [g.chance(0.3) ? `new ${g.int(0, 5)}` : g.pick(books).isbn],
      run: ({ books }, isbn) => books.find((book) => book.isbn === isbn) ?? null,
    },
  },
  twins: "a book is known by its ISBN",
  observe: ({ books }) => [...books.slice(-12).map(({ isbn }) => ["byIsbn", isbn]), ["byIsbn", "nowhere"]],
  promises: ["An addBook or a rename that died is sent again, and then everything is right."],
});
