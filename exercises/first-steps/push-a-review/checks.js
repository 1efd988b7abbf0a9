// The model has what a review changes; the page shows what it costs.

measure((w) => {
  w.call("addReview", 7, { user: "bob", text: "Once." });
});
