// 200 users at scale 1, who recommend none to ten books each.

const ODD = ["o'neil", "anna.k", "$ave", "zoë", "李雷", 'said "hi"'];

function rows(rng, scale) {
  const users = [...ODD];
  while (users.length < 200 * scale) users.push(`user${users.length}`);
  const books = Array.from({ length: 60 }, (_, i) => i + 1);
  return {
    users: users.map((name) => ({ _id: name })),
    books: books.map((_id) => ({ _id, title: `Volume ${_id}` })),
    recommendations: rng.shuffle(
      users.flatMap((user, i) => {
        // Full, almost full, empty and half full lists are always there.
        const count = [10, 9, 0, 5][i] ?? rng.int(0, 10);
        return rng.shuffle([...books]).slice(0, count).map((book) => ({ user, book }));
      }),
    ),
  };
}
