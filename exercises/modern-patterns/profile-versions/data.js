// Profiles of the first generation. Scale 1 has 2,000. Families share a number.

const IDS = ["ann", "Ann", "a.b", "$ann", "__proto__", "o'neil", "zoë", "7"];
const VALUES = ["$home", "$$ROOT", "a.b", "o'neil@example.org", "zoë", "home"];

function rows(rng, scale) {
  const count = Math.max(8, Math.round(2000 * scale));
  const number = (i) => VALUES[i] ?? `+49 ${1000 + i}`;
  const profiles = Array.from({ length: count }, (_, i) => {
    const one = { _id: i % 2 ? (IDS[(i - 1) / 2] ?? `user${i}`) : i + 1, name: `${rng.pick(["Ann", "Bob", "$ave", "Zoë"])} ${i}` };
    const family = Math.floor(i / 3);
    if (rng() < 0.6) one.home = rng() < 0.15 ? rng.pick([null, ""]) : number(family);
    if (rng() < 0.4) one.work = rng() < 0.2 ? rng.pick([null, ""]) : `work ${i}`;
    if (rng() < 0.7) one.mobile = rng() < 0.1 ? rng.pick([null, ""]) : rng() < 0.1 ? number(family) : `+49 17${i}`;
    return one;
  });
  profiles[0] = { _id: 1, name: "Ann 0", home: "+49 1", work: null, mobile: "+49 170" };
  profiles[1].home = "$home";
  profiles[2] = { _id: 3, name: "Bob 2", home: "", work: "$$ROOT", mobile: "" };
  profiles[4] = { _id: 5, name: "Zoë 4" };
  return { profiles };
}
