// fails: f-chunks
// says: could not be cut
// from: step-by-step.js
// Two fields with few values have twelve pairs of values, and most tickets have the same pair.

function ticketKey() {
  return { status: 1, priority: 1 };
}
