// fails: f-chunks
// says: could not be cut
// from: step-by-step.js
// Leaves the status as the key: it has three values, and most tickets have the same.

function ticketKey() {
  return { status: 1 };
}
