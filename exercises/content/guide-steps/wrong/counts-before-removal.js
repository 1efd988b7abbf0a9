// fails: moves
// says: moveStep(db, 1, 0, 2) made B A C D of A B C D
// from: d-version-and-retry.js
// Puts the step before the one that stood at the new place.

function moveStep(db, id, from, to) {
  return edit(db, id, (steps) => {
    if (!(from in steps) || !(to in steps)) return false;
    const [step] = steps.splice(from, 1);
    steps.splice(to > from ? to - 1 : to, 0, step);
    return true;
  });
}
