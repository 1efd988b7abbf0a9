// fails: f-chunks
// says: could not be cut
// from: step-by-step.js
// Two fields of few values have twelve together, and one of these pairs is most of what there is.

function ticketKey() {
  return { status: 1, priority: 1 };
}
