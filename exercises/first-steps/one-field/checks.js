// The model has what both functions change; the page shows what the changes cost.

measure((w) => {
  w.call("lend", 7, "ann");
  w.call("giveBack", 7);
});
