// fails: crashes
// says: the client died in moveStep
// from: b-steps-with-numbers.js
// Numbers the steps anew, one after the other: a client that dies leaves two steps with one number.

function moveStep(db, id, from, to) {
  const list = inOrder(db, id);
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return false;
  list.splice(to, 0, ...list.splice(from, 1));
  list.forEach(({ _id }, number) => db.steps.updateOne({ _id }, { $set: { number } }));
  return true;
}
