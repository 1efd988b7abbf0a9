// fails: f-chunks
// says: could not be cut
// from: step-by-step.js
// Who works on a ticket: most are without, and missing is one value like any other.

function ticketKey() {
  return { assignee: 1 };
}
