// How-to guides. The first one has four steps, the others 1 to 30; some steps are equal, some need no materials.

const IDS = ["7", "a.b", "$guide", "__proto__", "Guide", "guide", "it's"];
const MATERIALS = ["glue", "$5 of nails", "a.b", "", "O'Neil's tape", "wood"];

function rows(rng, scale) {
  const count = Math.max(5, Math.round(50 * scale));
  const step = () => {
    const text = `${rng() < 0.1 ? "$now: " : ""}${rng.text(rng.int(15, 28)).slice(0, 150)}`;
    return rng() < 0.2 ? { text } : { text, materials: Array.from({ length: rng.int(0, 3) }, () => rng.pick(MATERIALS)) };
  };
  const guides = Array.from({ length: count }, (_, i) => {
    const steps = Array.from({ length: i === 0 ? 4 : i === 1 ? 1 : rng.int(3, 30) }, step);
    // Dry it again.
    if (i > 1) steps[rng.int(1, steps.length - 1)] = structuredClone(steps[0]);
    return { _id: (i % 3 === 2 && IDS[(i - 2) / 3]) || i + 1, title: `How to ${rng.text(3)}`, steps };
  });
  return { guides };
}
