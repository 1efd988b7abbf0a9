// Books and users as they are stored, changed one after the other.

const SUBJECTS = ["Chess", "Poetry", "1920s", "Ghosts"];
const idOf = (g, { books }) => g.hot([1, 2, ...[...books.keys()].slice(2), 4_000]);

function subjects(g) {
  const list = Array.from({ length: g.int(1, 3) }, () => (g.chance(0.3) ? g.name() : g.pick(SUBJECTS)));
  return g.chance(0.3) ? [...list, list[0]] : list;
}

// A change of one book; nothing happens to an unknown one.
const change = (args, run, more = {}) => ({
  args: (g, state) => {
    const id = idOf(g, state);
    return [id, ...args(g, state.books.get(id))];
  },
  run: ({ books }, id, ...values) => void (books.has(id) && run(books.get(id), ...values)),
  while: [],
  crash: "never",
  ...more,
});

model({
  start: ({ books, users }) => ({ books: new Map(books.map((book) => [book._id, structuredClone(book)])), users }),
  calls: {
    setAvailable: change((g) => [g.chance(0.5)], (book, available) => void (book.available = available)),
    forgetLanguage: change(() => [], (book) => void delete book.language),
    addPages: change((g) => [g.chance(0.2) ? -700 : g.int(-20, 20)], (book, n) => void (book.pages += n)),
    addSubjects: change((g) => [subjects(g)], (book, given) => void book.subjects.push(...given), { weight: 2 }),
    tagSubject: change(
      (g, book) => {
        // A subject of the book, written as it is or in capitals.
        if (book?.subjects.length > 0 && g.chance(0.6)) return [g.chance(0.5) ? book.subjects[0] : book.subjects[0].toUpperCase()];
        return [g.chance(0.3) ? g.name() : g.pick(SUBJECTS)];
      },
      (book, subject) => void (book.subjects.includes(subject) || book.subjects.push(subject)),
      { weight: 2 },
    ),
    dropLastReview: change(() => [], (book) => void book.reviews.pop()),
    removeReviewsBy: change((g) => [g.int(1, 4)], (book, user) => void (book.reviews = book.reviews.filter((one) => one.user !== user))),
    removeSubjects: change(
      (g, book) => {
        if (!book?.subjects.length || g.chance(0.4)) return [subjects(g)];
        // A subject of the book, or its beginning.
        const subject = g.pick(book.subjects);
        return [[g.chance(0.6) ? subject : subject.slice(0, 3)]];
      },
      (book, given) => void (book.subjects = book.subjects.filter((one) => !given.includes(one))),
    ),
    renamePasswords: {
      args: () => [],
      run: (state) => {
        state.users = state.users.map(({ password, ...user }) => (password === undefined ? user : { ...user, secret: password }));
      },
      while: [],
      crash: "never",
    },
    markBook: change((g) => [g.int(0, 15)], (book, mark) => void (book.marks = (book.marks ?? 0) | mark)),
  },
  twins: "a book is known by its `_id` alone",
  stored: { books: ({ books }) => documents([...books.values()]), users: ({ users }) => documents(users) },
  names: "subjects character by character",
});
