// fails: history
// says: the right elements in another order
// from: b-join-last.js
// Shows the joined products in the order of the join: each once, in no order.

function shown({ _id, at, customers, products }) {
  return { _id, name: customers[0]?.name ?? null, at, titles: products.map(({ title }) => title) };
}
