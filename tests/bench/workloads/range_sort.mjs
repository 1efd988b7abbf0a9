import { random } from "../data.mjs";

/** The first twenty of an indexed range in the index's order, fifty times. */
export default {
  id: "range_sort",
  title: "indexed range + sort + limit 20, x 50",
  indexes: { reviews: ["date"] },
  ordered: true,
  operations: () => {
    const next = random(9);
    return Array.from({ length: 50 }, () => ({
      find: "reviews",
      filter: { date: { $gte: new Date(Date.UTC(2010, 0, 1) + Math.floor(next() * 3_900) * 86_400_000) } },
      sort: { date: 1 },
      limit: 20,
    }));
  },
};
