import { random } from "../data.mjs";

/** One document by an indexed number, two hundred times. */
export default {
  id: "point",
  title: "indexed find of one, x 200",
  indexes: { books: ["number"] },
  operations: ({ books }) => {
    const next = random(3);
    return Array.from({ length: 200 }, () => ({
      find: "books",
      filter: { number: Math.floor(next() * books) },
    }));
  },
};
