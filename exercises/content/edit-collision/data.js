// A wiki's pages at their first version.

const IDS = ["7", "a.b", "$home", "__proto__", "Home", "home", "two words", "O'Neil"];
const TAGS = ["draft", "Draft", "a.b", "$x", "", "zoë", "it's", "__proto__"];

function rows(rng, scale) {
  const count = Math.max(6, Math.round(50 * scale));
  const pages = Array.from({ length: count }, (_, i) => {
    const _id = (i % 3 === 1 && IDS[(i - 1) / 3]) || i + 1;
    const text = `${rng() < 0.3 ? "$title: " : ""}${rng.text(900)}`.slice(0, 4000);
    return { _id, text, tags: [...new Set(Array.from({ length: i === 0 ? 2 : rng.int(0, 3) }, () => rng.pick(TAGS)))] };
  });
  return { pages };
}
