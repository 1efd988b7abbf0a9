/**
 * LokiJS: collections of objects with binary indexes. It stores and returns the caller's own objects; for the insert
 * workload it is set to copy them, as a database does.
 */

import Loki from "lokijs";

export const name = "lokijs";

export function open(data) {
  const loki = new Loki("bench.db");
  for (const [collection, documents] of Object.entries(data)) {
    loki.addCollection(collection, { indices: ["_id"], disableMeta: true }).insert(documents);
  }
  return loki;
}

export function index(loki, collection, field) {
  // A binary index orders whole values, so it does not help for array elements.
  if (field !== "tags") loki.getCollection(collection).ensureIndex(field);
}

export function drop(loki, collection) {
  loki.removeCollection(collection);
  loki.addCollection(collection, { clone: true, disableMeta: true });
}

const copy = ({ $loki, ...d }) => ({ ...d, tags: d.tags.slice(), votes: { ...d.votes }, date: new Date(d.date) });

const workloads = {
  equality: ({ reviews }, [{ filter }]) => [reviews.find(filter).length],
  compound: ({ reviews }, [{ filter }]) => [
    reviews
      .chain()
      .find({ rating: filter.rating })
      .find({ language: filter.language })
      .find({ "votes.up": filter["votes.up"] })
      .find({ title: { $regex: filter.title } })
      .count(),
  ],
  point: ({ books }, operations) => operations.map(({ filter }) => books.find(filter)),
  by_id: ({ reviews }, operations) => operations.map(({ filter }) => reviews.find(filter)),
  range_sort: ({ reviews }, operations) =>
    operations.map(({ filter, limit }) => reviews.chain().find(filter).simplesort("date").limit(limit).data()),
  multikey: ({ reviews }, operations) =>
    operations.map(({ filter }) =>
      reviews.find({ $and: [{ "votes.up": filter["votes.up"] }, { tags: { $contains: filter.tags } }] }),
    ),
  inc: ({ books }, operations) =>
    operations.map(({ filter }) => {
      const book = books.findOne(filter);
      book.pages += 1;
      books.update(book);
      return 1;
    }),
  push: ({ reviews }, operations) =>
    operations.map(({ filter, change }) => {
      const review = reviews.findOne(filter);
      review.tags.push(change.$push.tags);
      reviews.update(review);
      return 1;
    }),
  group_few: ({ reviews }) => [
    reviews
      .chain()
      .find({ rating: { $gte: 2 } })
      .mapReduce(
        (d) => d,
        (found) => {
          const groups = new Map();
          for (const d of found) {
            let group = groups.get(d.language);
            if (!group) groups.set(d.language, (group = { _id: d.language, count: 0, votes: 0, best: -Infinity }));
            group.count++;
            group.votes += d.votes.up;
            if (d.rating > group.best) group.best = d.rating;
          }
          return [...groups.values()];
        },
      ),
  ],
  group_many: ({ reviews }) => [
    reviews
      .chain()
      .find({ rating: { $gte: 2 } })
      .mapReduce(
        (d) => d,
        (found) => {
          const groups = new Map();
          for (const d of found) {
            let group = groups.get(d.book);
            if (!group) groups.set(d.book, (group = { _id: d.book, count: 0, rating: 0 }));
            group.count++;
            group.rating += d.rating;
          }
          return [...groups.values()].map((g) => ({ ...g, rating: g.rating / g.count }));
        },
      ),
  ],
  top: ({ reviews }, [{ limit }]) => [
    reviews
      .chain()
      .compoundsort([
        ["votes.up", true],
        ["_id", false],
      ])
      .limit(limit)
      .data(),
  ],
  return: ({ reviews }, [{ filter }]) => [reviews.find(filter).map(copy)],
  check: ({ reviews, books }, [{ find, filter }]) => [
    { reviews, books }[find]
      .find({ $and: Object.entries(filter).map(([field, wanted]) => ({ [field]: wanted })) })
      // Indexing a date and updating its document leaves milliseconds in the document.
      .map((d) => (find === "reviews" ? copy(d) : d)),
  ],
  insert: ({ copies }, [{ documents }]) => [copies.insert(documents).length],
};

export function compile(loki, workload, sizes) {
  const run = workloads[workload.id];
  if (!run) return undefined;
  const operations = workload.operations(sizes);
  return () => {
    const collections = Object.fromEntries(["reviews", "books", "copies"].map((c) => [c, loki.getCollection(c)]));
    return run(collections, operations);
  };
}
