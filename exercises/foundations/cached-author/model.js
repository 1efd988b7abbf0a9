// The authors' names, which their books show.

const FIRST = [
  ...["Ada", "Adam", "ADAM", "adèle", "adele", "adA.", "Ad\u{1f3b7}", "Anna [Jr]", "a.c", "Éva", "李雷", "O'Neil", "Zoë", "zoe"],
  ...["$ave", "J.R.", "J.R.R.", "J.Ro", "Bob|Al", "%", "^A"],
];
const full = ({ first_name, last_name }) => `${first_name} ${last_name}`;
const typed = (g, authors) => {
  const name = g.chance(0.3) ? g.pick(FIRST) : g.chance(0.1) ? g.pick(authors).last_name : g.pick(authors).first_name;
  // A first name that goes on like the whole name is none that the author has.
  const prefix = g.chance(0.15) ? `${name} ${g.pick(authors).last_name.slice(0, 1)}` : [...name].slice(0, g.int(0, 4)).join("");
  return g.chance(0.3) ? prefix.replace(/[a-z]/g, (letter) => letter.toUpperCase()) : g.chance(0.3) ? prefix.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : prefix;
};

model({
  scale: 0.02,
  start: (rows) => ({ authors: rows.authors.map((author) => ({ ...author })), books: rows.books }),
  calls: {
    booksByFirstName: {
      reads: true,
      args: (g, { authors }) => [typed(g, authors)],
      run: ({ authors, books }, prefix) =>
        anyOrder(books.flatMap(({ _id, title, author }) => {
          const found = authors.find((one) => one._id === author);
          return found.first_name.toLowerCase().startsWith(prefix.toLowerCase()) ? [{ _id, title, author: full(found) }] : [];
        })),
    },
    nameOf: { reads: true, args: (g, { authors }) => [g.hot(authors)._id], run: ({ authors }, id) => full(authors.find(({ _id }) => _id === id)) },
    renameAuthor: {
      weight: 2,
      // Some authors keep one of their names.
      args: (g, { authors }) => {
        const { _id, first_name, last_name } = g.hot(authors);
        const [first, last] = [g.pick(FIRST), g.pick(["Smith", "Núñez", "a.b", "$l"])];
        return [_id, ...g.pick([[first, last], [first_name, last], [first, last_name]])];
      },
      run: ({ authors }, id, first_name, last_name) => void Object.assign(authors.find(({ _id }) => _id === id), { first_name, last_name }),
      while: [],
      crash: "repairable",
    },
    finishRenames: { args: () => [], run: () => undefined, while: [], crash: "repairable", silent: true },
  },
  // An author of many books.
  long: {
    rows: ({ authors, books }, n) => ({
      authors: [...authors, { ...authors[0], _id: 9000, first_name: "Longina" }],
      books: [...books, ...Array.from({ length: n }, (_, i) => ({ _id: 100_000 + i, title: `Part ${i}`, author: 9000 }))],
    }),
    calls: () => [
      ["booksByFirstName", "long"],
      ["renameAuthor", 9000, "Endless", "Smith"],
      ["finishRenames"],
      ["booksByFirstName", "Endless"],
      ["booksByFirstName", "long"],
      // An emoji comes behind U+FFFF.
      ["renameAuthor", 9000, "Ad\u{1f3b7}", "Smith"],
      ["booksByFirstName", "ad"],
    ],
  },
  twins: "an author is known by the `_id` alone",
  observe: ({ authors }) => [
    ...["", "a", "j.r.", "SM", ...authors.slice(0, 2).map((author) => author.first_name)].map((prefix) => ["booksByFirstName", prefix]),
    ...authors.map(({ _id }) => ["nameOf", _id]),
  ],
  recover: "finishRenames",
  promises: ["While an author is renamed, searches may find either name; renames of one author may overlap, until `finishRenames`."],
  names: "capitals do not matter, every other character does",
});
