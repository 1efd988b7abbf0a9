// Refuses a step when the guide has two hundred.
// fails: history
// says: returned false, promised true
// from: d-version-and-retry.js

function addStep(db, id, at, step) {
  return edit(db, id, (steps) => {
    if (at < 0 || at > steps.length || steps.length >= 200) return false;
    steps.splice(at, 0, step);
    return true;
  });
}
