// Users, the feeds they read, and entries in the order of their publication. Scale 1 has 60 users, 200 feeds and 2,400
// entries. The first user reads half of the feeds; a run of ten entries of one millisecond meets the end of their first page.

const FEEDS = ["7", "a.b/rss", "$feed", "__proto__", "Feed", "feed", "it's"];
const USERS = ["1", "a.b", "$user", "__proto__", "Ann", "ann", "constructor"];

function rows(rng, scale) {
  const feeds = Array.from({ length: Math.max(12, Math.round(200 * scale)) }, (_, i) => (i % 2 && FEEDS[(i - 1) / 2]) || i + 1);
  const users = Array.from({ length: Math.max(8, Math.round(60 * scale)) }, (_, i) => {
    const count = i === 0 ? Math.ceil(feeds.length / 2) : i === 3 ? 0 : Math.ceil(feeds.length / 5);
    return { _id: (i % 2 && USERS[(i - 1) / 2]) || i + 1, feeds: i === 0 ? feeds.slice(0, count) : rng.shuffle([...feeds]).slice(0, count) };
  });
  const [first] = users;
  const entries = [];
  const words = scale < 0.1 ? 4 : 85;
  let date = Date.UTC(2012, 8, 1);
  const add = (feed, step) => {
    date += step;
    const _id = `${step === 0 ? entries.at(-1)._id : `e${rng.int(100, 999)}-${entries.length}`}${"abcde"[rng.int(0, 4)]}`;
    entries.push({ _id, feed, title: rng.text(rng.int(2, 6)), body: rng.text(words), date: new Date(date) });
  };
  const total = Math.max(40, Math.round(2400 * scale));
  for (let i = 0; i < total; i++) add(rng.pick(feeds), rng() < 0.2 && i > 0 ? 0 : rng.int(1, 90_000));
  // The first user's newest entries: ten at once, and 95 after them, so that the first page ends within the ten.
  for (let i = 0; scale >= 0.1 && i < 105; i++) add(rng.pick(first.feeds), i > 0 && i < 10 ? 0 : rng.int(1, 90_000));
  return { users, entries };
}
