import { random } from "../data.mjs";

/** `$inc` of one document by an indexed key, two hundred times. */
export default {
  id: "inc",
  title: "$inc by indexed key, x 200",
  indexes: { books: ["number"] },
  operations: ({ books }) => {
    const next = random(17);
    return Array.from({ length: 200 }, () => ({
      update: "books",
      filter: { number: Math.floor(next() * books) },
      change: { $inc: { pages: 1 } },
    }));
  },
  after: { find: "books", filter: { number: { $lt: 500 } } },
};
