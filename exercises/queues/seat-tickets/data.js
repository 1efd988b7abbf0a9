// One event with 200 seats in four sections at scale 1, and 40 orders whose seats overlap; and a matinée in the same
// theatre, which sells a few of the same seats once more.

function rows(rng, scale) {
  const event = `l'été ${rng.int(1, 99)}`;
  const each = Math.max(6, Math.round(50 * scale));
  // Where hundreds of schedules are tried, two sections of one event show as much as five of two.
  const small = scale < 0.5;
  const sections = ["stalls", "d'angle", "zoë", "gallery"].slice(0, small ? 2 : 4);
  const seats = sections.flatMap((section, s) =>
    Array.from({ length: each }, (_, i) => ({ event, section, seat: `${"ABCD"[s]}${i + 1}` })),
  );
  const orders = Array.from({ length: Math.max(8, Math.round(40 * scale)) }, (_, i) => {
    const s = rng.int(0, sections.length - 1);
    const first = rng.int(1, each - 3);
    const wish = Array.from({ length: rng.int(1, 4) }, (_, k) => `${"ABCD"[s]}${first + k}`);
    return { _id: `o.${i}$${rng.int(1, 9)}`, event, seats: rng.shuffle(wish) };
  });
  const twice = small ? [] : seats.filter(({ section }) => section === "stalls").slice(0, 6);
  const matinee = twice.map((seat) => ({ ...seat, event: `${event}, matinée` }));
  return { seats: [...rng.shuffle(seats), ...matinee], orders };
}
