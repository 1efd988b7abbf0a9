// Events and their guests in the order of joining. Scale 1 has 200 events and a concert with 4,000 guests; beyond that
// the concert grows and there are few others.

const USERS = ["ann", "Ann", "a.b", "$ann", "o'neil", "zoë", "__proto__", "constructor", "guests", "two words", "10", ""];
// Some events are at the border of a page.
const SIZES = [30, 49, 50, 51, 1, 0, 60];

function rows(rng, scale) {
  const count = scale > 1 ? 20 : Math.max(10, Math.round(200 * scale));
  const events = Array.from({ length: count }, (_, i) => ({ _id: ["a", "a.b", "$e", "__proto__", "7", "a:b"][i - 4] ?? i + 1, title: `${rng.text(2)} ${i}` }));
  const open = events.map(({ _id }, i) => ({ event: _id, left: SIZES[i] ?? rng.int(5, 60), joined: [] }));
  events.push({ _id: "concert", title: "The concert" });
  open.push({ event: "concert", left: Math.round(4000 * scale), joined: [] });
  const total = open.reduce((sum, { left }) => sum + left, 0);
  const guests = [];
  while (guests.length < total) {
    const one = rng() < 0.5 && open.at(-1).left > 0 ? open.at(-1) : open[rng.int(0, open.length - 1)];
    if (one.left === 0) continue;
    one.left--;
    const n = one.joined.length;
    const user = one.event !== "concert" && n % 4 === 1 ? USERS[(n - 1) / 4] ?? `user${n}` : `user${(n * 7919 + 13) % 100_003}`;
    one.joined.push(user);
    guests.push({ event: one.event, user, name: rng.pick(["Ann", "Bob", "$ave", "Zoë", "O'Neil"]) + (n % 9) });
  }
  return { events, guests };
}
