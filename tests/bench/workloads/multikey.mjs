import { random } from "../data.mjs";

/** Documents by an element of an indexed array, twenty times. */
export default {
  id: "multikey",
  title: "multikey lookup, x 20",
  indexes: { reviews: ["tags"] },
  operations: () => {
    const next = random(13);
    return Array.from({ length: 20 }, () => ({
      find: "reviews",
      filter: { tags: `tag${Math.floor(next() * 200)}`, "votes.up": 500 },
    }));
  },
};
