// Users of a feed reader. Scale 1 has 200 feeds, the most popular one with 600 readers; a larger scale has more users
// and four feeds only, so that the readers of one feed are many.

const URLS = [
  "http://a.example/feed", "http://a.example/feed/", "HTTP://A.EXAMPLE/feed", "http://b.example/?q=$1.50&x=a.b", "$feed", "__proto__", "a.b",
  "http://ä.example/ü", "constructor", "http://c.example/it's",
];
const NAMES = ["Cooking", "cooking", "Cooking", "\u{1F600} for $5 a day", "\uFF21.B", "Zoë's", "__proto__", "two words", "", "null"];
const USERS = ["8", "ann.lee", "$ave", "O'Neil", "Bob", "bob", "__proto__", "zoë"];

const quota = (n, top, s) => Array.from({ length: n }, (_, i) => Math.max(1, Math.round(top / (i + 1) ** s)));

function rows(rng, scale) {
  const people = Math.max(24, Math.round(800 * scale));
  const count = scale > 1 ? 4 : Math.max(12, Math.round(200 * scale));
  const feeds = Array.from({ length: count }, (_, i) => {
    // At every second place something that a program could stumble over.
    const at = i % 2 ? (i - 1) / 2 : URLS.length;
    return { url: URLS[at] ?? `http://feed${i}.example/rss`, name: NAMES[at] ?? `Feed ${rng.text(2)} ${i}` };
  });
  const users = Array.from({ length: people }, (_, i) => ({ _id: (i > 0 && i % 6 === 0 && USERS[i / 6 - 1]) || i + 1, feeds: [] }));
  quota(count, 600 * scale, 0.8).forEach((readers, at) => {
    const order = rng.shuffle(users.map((_, i) => i)).slice(0, Math.min(readers, people));
    for (const i of order) users[i].feeds.push({ ...feeds[at] });
  });
  // One user reads nearly everything, another one nothing.
  users[1].feeds = feeds.slice(0, 150).map((feed) => ({ ...feed }));
  users[2].feeds = [];
  if (users[0].feeds.length === 0) users[0].feeds = [{ ...feeds[0] }];
  return { users };
}
