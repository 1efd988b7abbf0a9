// Members with names in all sorts of capitals, accents in one or two characters, and ids that differ by case. Scale 1
// has 4,000 members. No two names are the same, case aside.

const FIRST = ["Ada", "Änne", "Björn", "Çelik", "Dörte", "Émile", "Eva", "Fatma", "Günter", "Íñigo", "Jörg", "Łukasz", "Ole", "Özlem", "Renée", "Šárka", "Uwe", "Ülkü", "Zoe", "Zoë"];
const SYLLABLES = ["ba", "de", "fö", "gu", "hä", "ki", "lo", "mé", "nu", "pa", "ri", "so", "tü", "vo", "wi"];
const ODD = ["O'Neil", "ONeil", "A.I.", "AxIx", "$1", "a.b", "(x", "İnci", "inci", "Zoë", "Zoe", "Äpfel", "Apfel", "Azra", "straße", "__proto__", "Łódź", "Lodz", "Öz", "Oz"];

const same = (name) => name.normalize("NFC").toLowerCase().replaceAll("ß", "ss");

function rows(rng, scale) {
  const count = Math.max(12, Math.round(4000 * scale)) - ODD.length;
  const written = [(name) => name, (name) => name.toUpperCase(), (name) => name.toLowerCase()];
  const names = new Map(ODD.map((name) => [same(name), name]));
  const syllables = (n) => Array.from({ length: n }, () => rng.pick(SYLLABLES)).join("");
  while (names.size < count + ODD.length) {
    const last = syllables(rng.int(2, 4));
    const name = rng.pick(written)(`${rng.pick(FIRST)} ${last[0].toUpperCase()}${last.slice(1)}`);
    if (!names.has(same(name))) names.set(same(name), name.normalize(rng.pick(["NFC", "NFC", "NFD"])));
  }
  // Every fourth id is the one before in capitals.
  const members = rng.shuffle([...names.values()]).map((name, i) => ({ _id: i % 4 === 3 ? `M${i - 1}` : `m${i}`, name }));
  return { members };
}
