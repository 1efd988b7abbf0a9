// Sessions of eight months, some of them exactly on the hour, on 29 February or at the turn of a month. Scale 1 has
// 2,000 sessions; one user has a fifth of them.

const HOUR = 3_600_000;
const NOW = Date.UTC(2012, 9, 15, 12);

function rows(rng, scale) {
  const count = Math.max(30, Math.round(2000 * scale));
  const users = ["ann", "an", "$ann", "a.b", "Ann", "__proto__"].concat(Array.from({ length: Math.ceil(count / 40) }, (_, i) => `u${i}`));
  const edges = [Date.UTC(2012, 1, 29), Date.UTC(2012, 1, 29, 23, 59, 59, 999), Date.UTC(2012, 2, 1), Date.UTC(2012, 8, 30, 23), Date.UTC(2012, 9, 1), NOW, NOW - HOUR, NOW - 1];
  const sessions = Array.from({ length: count }, (_, i) => {
    const ago = i % 3 === 0 ? rng.int(0, 30) * HOUR : rng.int(0, 5500) * HOUR;
    const at = edges[i] ?? NOW - ago - (i % 4 === 0 ? 0 : rng.int(1, HOUR - 1));
    return { user: i < edges.length || i % 5 === 0 ? "ann" : rng.pick(users), at: new Date(at), length: rng.int(1, 240) };
  });
  return { sessions: rng.shuffle(sessions) };
}
