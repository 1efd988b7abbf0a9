// 2,000 contacts at scale 1, each with one to five numbers that nobody else has; some ZIP codes start with zero.

const NAMES = ["Ada", "Bruno", "Zoë", "李雷", "O'Neil", "Anna.K", "$ave", "Jean-Luc"];
const ZIPS = ["02134", "00501", "1e5", "007", "10115", "94103", "SW1A 1AA", "0"];

function rows(rng, scale) {
  const count = Math.max(1, Math.round(2000 * scale));
  let next = 1000;
  const number = () => {
    next += rng.int(1, 9);
    return rng.pick([`+1 555-${next}`, `(02) ${next}`, `0${next}`, `${next}.0`]);
  };
  return {
    contacts: Array.from({ length: count }, (_, i) => ({
      _id: i + 1,
      name: `${rng.pick(NAMES)} ${i + 1}`,
      zip_code: rng.pick(ZIPS),
      numbers: Array.from({ length: rng.int(1, rng.int(3, 5)) }, number),
    })),
  };
}
