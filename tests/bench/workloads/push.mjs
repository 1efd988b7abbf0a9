import { random } from "../data.mjs";

/** `$push` to an array of one document by `_id`, two hundred times. */
export default {
  id: "push",
  title: "$push by _id, x 200",
  operations: ({ reviews }) => {
    const next = random(19);
    return Array.from({ length: 200 }, (_, i) => ({
      update: "reviews",
      filter: { _id: Math.floor(next() * reviews) },
      change: { $push: { tags: `tag${i % 200}` } },
    }));
  },
  after: { find: "reviews", filter: { rating: 5, language: "fr" } },
};
