// fails: f-chunks
// says: could not be cut
// from: step-by-step.js
// The customer alone: there are many of them, and one has more tickets than a chunk may hold.

function ticketKey() {
  return { customer: 1 };
}
