// fails: history
// says: returned true, promised false
// from: d-version-and-retry.js
// Lets JavaScript decide what a place is that does not exist.

function moveStep(db, id, from, to) {
  return edit(db, id, (steps) => {
    steps.splice(to, 0, steps.splice(from, 1)[0] ?? null);
    return true;
  });
}
