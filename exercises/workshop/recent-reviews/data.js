// Bob has written 240 reviews in 24 months, some months many, some none; others have similar names, or write little.

const MONTHS = [3, 17, 0, 8, 12, 21, 5, 0, 14, 9, 11, 20];
const OTHERS = ["bobby", "bob-marley", "bob.", "b", "o'neil", "$ave", "zoë", "李雷", "bob-2012", "BOB", "a|b", "(bob)"];

function rows(rng, scale) {
  const reviews = [];
  const used = new Set();
  const write = (user, from, to) => {
    let at = rng.date(from, to).getTime();
    while (used.has(at)) at++;
    used.add(at);
    reviews.push({
      _id: `r${reviews.length + 1}`,
      user,
      rating: rng.int(1, 5),
      text: rng.text(rng.int(24, 80)).slice(0, 480),
      created_at: new Date(at),
    });
  };
  if (scale === 0) {
    write("quiet", new Date(Date.UTC(2011, 0, 1)), new Date(Date.UTC(2012, 0, 1)));
  } else {
    for (let month = 0; month < 24; month++) {
      const from = new Date(Date.UTC(2010, 9 + month, 1));
      const to = new Date(Date.UTC(2010, 10 + month, 1));
      for (let i = 0; i < MONTHS[month % 12]; i++) write("bob", from, to);
    }
    const others = [...OTHERS];
    while (others.length < 50 * scale) others.push(`user${others.length}`);
    for (const user of others) {
      for (let i = rng.int(0, 14); i > 0; i--) write(user, new Date(Date.UTC(2010, 9, 1)), new Date(Date.UTC(2012, 9, 1)));
    }
  }
  // In the last hours of a month, which east of Greenwich are the next one's.
  write("night owl", new Date("2012-08-31T22:00:00Z"), new Date("2012-08-31T23:00:00Z"));
  return { reviews: rng.shuffle(reviews) };
}
