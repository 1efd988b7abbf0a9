// 120 subjects at scale 1, up to five levels deep; some names begin with, or contain, other names.

const KNOWN = [
  ["American Literature", null],
  ["1920s", "American Literature"],
  ["Jazz Age", "1920s"],
  ["Jazz Age in New York", "Jazz Age"],
  ["Jazz", null],
  ["Art", null],
  ["Art Deco", null],
  ["Posters", "Art Deco"],
  ["Art, Modern", "Art"],
  ["Art/History", "Art"],
  ["a.b", "Art/History"],
  ["$ales", "a.b"],
  ["Éire", null],
  ["詩", "Éire"],
  ["O'Neil (family)", "Éire"],
  ["__proto__", "Jazz"],
  ["constructor", "__proto__"],
];

function rows(rng, scale) {
  const subjects = KNOWN.map(([name, parent]) => ({ name, parent }));
  const depth = new Map();
  for (const { name, parent } of subjects) depth.set(name, parent === null ? 1 : depth.get(parent) + 1);
  while (subjects.length < 120 * scale) {
    const parent = rng() < 0.05 ? null : rng.pick(subjects).name;
    if (parent !== null && depth.get(parent) >= 5) continue;
    const name = `Subject ${subjects.length}`;
    depth.set(name, parent === null ? 1 : depth.get(parent) + 1);
    subjects.push({ name, parent });
  }
  return { subjects: rng.shuffle(subjects) };
}
