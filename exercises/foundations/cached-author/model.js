// The authors' names, which their books show.

const FIRST = ["Ada", "Adam", "ADAM", "adèle", "adele", "Anna [Jr]", "$ave", "J.R.", "J.R.R.", "O'Neil", "Zoë", "zoe", "a.c", "Bob|Al", "%", "^A"];
const full = ({ first_name, last_name }) => `${first_name} ${last_name}`;
const typed = (g, authors) => {
  const name = g.chance(0.3) ? g.pick(FIRST) : g.pick(authors).first_name;
  // A first name that goes on like the whole name is none that the author has.
  const prefix = g.chance(0.15) ? `${name} ${g.pick(authors).last_name.slice(0, 1)}` : name.slice(0, g.int(0, 4));
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
      args: (g, { authors }) => [g.hot(authors)._id, g.pick(FIRST), g.pick(["Smith", "Núñez", "a.b", "$l"])],
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
    calls: () => [["booksByFirstName", "long"], ["renameAuthor", 9000, "Endless", "Smith"], ["finishRenames"], ["booksByFirstName", "Endless"], ["booksByFirstName", "long"]],
  },
  twins: "an author is known by the `_id` alone",
  observe: ({ authors }) => [["booksByFirstName", ""], ["booksByFirstName", "a"], ["booksByFirstName", "j.r"], ...authors.map(({ _id }) => ["nameOf", _id])],
  recover: "finishRenames",
  promises: ["While an author is renamed, searches may find either name; renames of one author may overlap, until `finishRenames`."],
  names: "capitals do not matter, every other character does",
});
