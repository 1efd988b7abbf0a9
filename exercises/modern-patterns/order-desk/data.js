// Orders with their customers, parcels and complaints. Some ids are beginnings of others. Scale 1 has 2,000 orders; one
// customer has a fifth of them. Every eighth parcel holds two orders.

const HOUR = 3_600_000;

function rows(rng, scale) {
  const orders = Math.max(10, Math.round(2000 * scale));
  const things = [];
  const links = [];
  const add = (_id, type, fields) => {
    things.push({ _id, type, ...fields });
    return _id;
  };
  const customers = ["ann", "an", "$ann", "a.b", "__proto__", "Ann"].concat(Array.from({ length: Math.max(2, Math.round(orders / 8)) }, (_, i) => `c${i}`));
  for (const _id of customers) add(_id, "customer", { name: rng.pick(["Ann", "Bob O'Neil", "Zoë", "$ave"]) });
  let date = Date.UTC(2012, 0, 1);
  const ids = rng.shuffle(Array.from({ length: orders }, (_, i) => String(i + 1)));
  for (const [i, id] of ids.entries()) {
    // Ten have the same time, two of them of one customer.
    if (i % 10 === 0) date += rng.int(1, 10 * HOUR);
    add(id, "order", { date: new Date(date), total: rng.int(100, 90_000) });
    links.push({ a: id, b: i % 5 === 0 ? "ann" : rng.pick(customers) });
    if (i % 4 !== 3) {
      const parcel = add(`p${id}`, "parcel", { state: rng.pick(["packed", "sent"]) });
      links.push({ a: parcel, b: id });
      if (i % 8 === 1) links.push({ a: ids[i - 1], b: parcel });
    }
    if (i % 6 === 0) links.push({ a: id, b: add(`x${id}`, "complaint", { text: rng.text(5) }) });
  }
  add("alone", "order", { date: new Date(date), total: 5 });
  // A link that was entered twice, once from each end.
  links.push({ a: links[0].b, b: links[0].a });
  return { things: rng.shuffle(things), links };
}
