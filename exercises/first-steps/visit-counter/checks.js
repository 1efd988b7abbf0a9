// The model has the numbers, however they are stored; the page shows what a visit costs.

measure((w) => {
  for (let i = 0; i < 10; i++) w.call("visit", `/measured/${i % 3}`);
});
