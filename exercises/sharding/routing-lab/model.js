// What one client after another is promised; the star checks two clients who add at the same moment.

const made = (g, { books }) => {
  const n = g.int(0, 9);
  const taken = g.chance(0.3) ? g.hot(books) : null;
  // Some ids are the same text as those of other books, which are numbers.
  const _id = taken && g.chance(0.5) ? `${taken._id}` : n % 2 ? `${9000 + n - 1}` : 9000 + n;
  const publisher = taken && g.chance(0.5) ? taken.publisher : g.pick(["Scribner", "a.b", "$1"]);
  return { _id, publisher, isbn: taken?.isbn ?? `new ${n % 6}`, title: g.name(), subjects: ["fresh"] };
};

model({
  scale: 0.06,
  // `first` has the titles before any was renamed.
  start: ({ books }) => ({ books: books.map((book) => ({ ...book })), first: new Map(books.map(({ isbn, title }) => [isbn, title])) }),
  calls: {
    addBook: {
      weight: 2,
      args: (g, state) => {
        if (g.chance(0.7)) return [made(g, state)];
        const old = g.chance(0.6) ? g.hot(state.books) : state.books.at(-1);
        return [{ ...old, title: state.first.get(old.isbn) }];
      },
      // A book that is sent again is the same; it may have been renamed since.
      allowed: ({ books, first }, book) =>
        books.every(({ _id, publisher, isbn }) => _id !== book._id || (publisher === book.publisher && isbn === book.isbn && first.get(isbn) === book.title)),
      run: ({ books, first }, book) => {
        const other = books.find(({ isbn }) => isbn === book.isbn);
        if (other) return other._id === book._id;
        books.push({ ...book });
        first.set(book.isbn, book.title);
        return true;
      },
      while: [],
      crash: "repairable",
    },
    rename: {
      args: (g, { books }) => {
        const { _id, publisher } = g.chance(0.5) ? books.at(-1) : g.hot(books);
        return [_id, g.chance(0.8) ? publisher : "Nobody", g.name()];
      },
      run: ({ books }, id, publisher, title) => {
        const book = books.find((one) => one._id === id && one.publisher === publisher);
        if (book) book.title = title;
      },
      while: [],
      crash: "repairable",
    },
    byIsbn: {
      short: "it returns one book, of few subjects",
      reads: true,
      args: (g, { books }) => [g.chance(0.3) ? `new ${g.int(0, 5)}` : g.pick(books).isbn],
      run: ({ books }, isbn) => books.find((book) => book.isbn === isbn) ?? null,
    },
  },
  twins: "a book is known by its ISBN",
  observe: ({ books }) => [...[...books.slice(0, 3), ...books.slice(-12)].map(({ isbn }) => ["byIsbn", isbn]), ["byIsbn", "nowhere"]],
  recover: (...args) => (args.length === 1 ? ["addBook", ...args] : ["rename", ...args]),
  promises: ["An addBook or a rename that died is sent again, and then everything is right."],
});
