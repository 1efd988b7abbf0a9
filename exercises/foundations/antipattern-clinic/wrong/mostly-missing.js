// fails: f-chunks
// says: could not be cut
// from: step-by-step.js
// Takes the assignee as the key: most tickets have none, and missing is one value like any other.

function ticketKey() {
  return { assignee: 1 };
}
