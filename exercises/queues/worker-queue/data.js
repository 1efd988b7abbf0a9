// Messages that wait to be worked on, 2,000 at scale 1; some of them were written in the same instant.

const WORDS = ["resize", "mail.send", "$pay", "d'or", "索引", "thumb nail"];

function rows(rng, scale) {
  let at = Date.UTC(2012, 9, 14);
  return {
    messages: rng.shuffle(
      Array.from({ length: Math.max(1, Math.round(2000 * scale)) }, (_, i) => {
        at += rng.pick([0, 0, 1, 1000, 30_000]);
        return { message: `${rng.pick(WORDS)} ${i + 1}`, created: new Date(at) };
      }),
    ),
  };
}
