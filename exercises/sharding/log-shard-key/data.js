// Page views in order of time. At scale 1 the first of 200 paths has 17 % of 12,000; below, it has half of all.

const NAMED = ["/", "/a", "/a-1", "/a-0", "/ab", "/a.b", "/$1", "/zoë", "/O'Neil", "/__proto__", "/a/0", "/A"];
const START = Date.UTC(2012, 9, 1);
const DAY = 86_400_000;

const quota = (n, top, s) => Array.from({ length: n }, (_, i) => Math.max(1, Math.round(top / (i + 1) ** s)));

function rows(rng, scale) {
  const count = Math.max(40, Math.round(12_000 * scale));
  const paths = Array.from({ length: 200 }, (_, i) => NAMED[i] ?? `/page/${i}`);
  const weighted = quota(200, 3000, 1).flatMap((share, i) => Array.from({ length: Math.ceil(share / 10) }, () => paths[i]));
  let time = START;
  const events = Array.from({ length: count }, (_, _id) => {
    // One in six has the time of the one before.
    if (rng() >= 1 / 6) time = START + Math.floor(((_id + rng()) * 4 * DAY) / count);
    const path = scale < 1 && rng() < 0.4 ? paths[0] : rng.pick(weighted);
    return { _id, time: new Date(time), path, host: `10.0.${rng.int(0, 9)}.${rng.int(0, 99)}` };
  });
  // The edges of a day.
  events[10].time = new Date(START);
  for (let i = 0; i < 10; i++) events[i].time = new Date(START);
  return { events };
}
