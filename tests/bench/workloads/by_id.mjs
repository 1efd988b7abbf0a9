import { random } from "../data.mjs";

/** One document by its `_id`, two hundred times. */
export default {
  id: "by_id",
  title: "find of one by _id, x 200",
  operations: ({ reviews }) => {
    const next = random(5);
    return Array.from({ length: 200 }, () => ({
      find: "reviews",
      filter: { _id: Math.floor(next() * reviews) },
    }));
  },
};
