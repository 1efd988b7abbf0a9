/** A range, `$in`, a nested path and a regular expression together, without an index. */
export default {
  id: "compound",
  title: "range + $in + nested path + regex, counted",
  operations: () => [
    {
      count: "reviews",
      filter: { rating: { $gte: 3 }, language: { $in: ["en", "de", "es"] }, "votes.up": { $gt: 500 }, title: /^st.*a/ },
    },
  ],
};
