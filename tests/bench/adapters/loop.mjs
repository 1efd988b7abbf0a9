/**
 * Hand-written loops over plain objects, with Maps as indexes: the speed that is possible without a database. Results
 * are the objects themselves, not copies, unless the workload requires its own documents.
 */

export const name = "loop";

export function open(data) {
  return { ...data, indexes: {} };
}

/** Each array element is a key; keys are sorted, for ranges. */
export function index(store, collection, field) {
  const map = new Map();
  for (const document of store[collection]) {
    const value = document[field];
    for (const key of Array.isArray(value) ? new Set(value) : [value]) {
      const at = key instanceof Date ? key.getTime() : key;
      const found = map.get(at);
      if (found) found.push(document);
      else map.set(at, [document]);
    }
  }
  const sorted = store[collection][0]?.[field] instanceof Date ? [...map.keys()].sort((a, b) => a - b) : undefined;
  store.indexes[`${collection}.${field}`] = { map, sorted };
}

const copy = (d) => ({ ...d, tags: d.tags.slice(), votes: { ...d.votes }, date: new Date(d.date) });

const workloads = {
  equality: ({ reviews }) => {
    let count = 0;
    for (const d of reviews) if (d.language === "fr") count++;
    return [count];
  },
  compound: ({ reviews }, [{ filter }]) => {
    const languages = new Set(filter.language.$in);
    let count = 0;
    for (const d of reviews) {
      if (d.rating >= 3 && languages.has(d.language) && d.votes.up > 500 && filter.title.test(d.title)) count++;
    }
    return [count];
  },
  point: ({ indexes }, operations) => {
    const { map } = indexes["books.number"];
    return operations.map(({ filter }) => map.get(filter.number).map((d) => ({ ...d })));
  },
  by_id: ({ reviews }, operations) => {
    const byId = (id) => reviews[id];
    return operations.map(({ filter }) => [copy(byId(filter._id))]);
  },
  range_sort: ({ indexes }, operations) => {
    const { map, sorted } = indexes["reviews.date"];
    return operations.map(({ filter, limit }) => {
      const from = filter.date.$gte.getTime();
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle] < from) low = middle + 1;
        else high = middle;
      }
      return sorted.slice(low, low + limit).map((key) => copy(map.get(key)[0]));
    });
  },
  multikey: ({ indexes }, operations) => {
    const { map } = indexes["reviews.tags"];
    return operations.map(({ filter }) =>
      (map.get(filter.tags) ?? []).filter((d) => d.votes.up === filter["votes.up"]).map(copy),
    );
  },
  inc: ({ indexes }, operations) => {
    const { map } = indexes["books.number"];
    return operations.map(({ filter }) => {
      map.get(filter.number)[0].pages += 1;
      return 1;
    });
  },
  push: ({ reviews }, operations) =>
    operations.map(({ filter, change }) => {
      reviews[filter._id].tags.push(change.$push.tags);
      return 1;
    }),
  group_few: ({ reviews }) => {
    const groups = new Map();
    for (const d of reviews) {
      if (!(d.rating >= 2)) continue;
      let group = groups.get(d.language);
      if (!group) groups.set(d.language, (group = { _id: d.language, count: 0, votes: 0, best: -Infinity }));
      group.count++;
      group.votes += d.votes.up;
      if (d.rating > group.best) group.best = d.rating;
    }
    return [[...groups.values()]];
  },
  group_many: ({ reviews }) => {
    const groups = new Map();
    for (const d of reviews) {
      if (!(d.rating >= 2)) continue;
      let group = groups.get(d.book);
      if (!group) groups.set(d.book, (group = { _id: d.book, count: 0, rating: 0 }));
      group.count++;
      group.rating += d.rating;
    }
    return [[...groups.values()].map((g) => ({ ...g, rating: g.rating / g.count }))];
  },
  unwind: ({ reviews }) => {
    const groups = new Map();
    for (const d of reviews) {
      for (const tag of d.tags) {
        let group = groups.get(tag);
        if (!group) groups.set(tag, (group = { _id: tag, count: 0, votes: 0 }));
        group.count++;
        group.votes += d.votes.up;
      }
    }
    return [[...groups.values()].sort((a, b) => b.count - a.count || (a._id < b._id ? -1 : 1))];
  },
  top: ({ reviews }) => {
    const before = (a, b) => b.votes.up - a.votes.up || a._id - b._id;
    const best = [];
    for (const d of reviews) {
      if (best.length === 20 && before(best[19], d) <= 0) continue;
      let at = best.length;
      while (at > 0 && before(d, best[at - 1]) < 0) at--;
      best.splice(at, 0, d);
      if (best.length > 20) best.pop();
    }
    return [best.map(copy)];
  },
  return: ({ reviews }, [{ filter }]) => [reviews.filter((d) => d._id < filter._id.$lt).map(copy)],
  lookup: ({ books, indexes }) => {
    const { map } = indexes["reviews.book"];
    return [books.map((book) => ({ _id: book._id, count: (map.get(book.number) ?? []).length }))];
  },
};

export function compile(store, workload, sizes) {
  const run = workloads[workload.id];
  const operations = workload.operations(sizes);
  if (workload.id === "check") return () => operations.map((operation) => check(store, operation));
  return run && (() => run(store, operations));
}

/** The results that are compared after writes. */
function check(store, { find, filter }) {
  const tests = Object.entries(filter).map(([field, wanted]) =>
    typeof wanted === "object" ? (d) => d[field] < wanted.$lt : (d) => d[field] === wanted,
  );
  return store[find].filter((d) => tests.every((test) => test(d)));
}
