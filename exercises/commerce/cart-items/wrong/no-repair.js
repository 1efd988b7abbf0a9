// fails: crashes
// says: the client died in change
// from: b-lines-in-cart.js
// Has nothing that gives back what a dead client took.

function repair() {}
