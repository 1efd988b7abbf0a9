// The model has what both questions promise; the page shows what they cost.

measure((w) => {
  w.call("byTitle", "Emma");
  w.call("longBooks", 300);
});
