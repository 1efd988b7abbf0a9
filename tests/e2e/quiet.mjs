/** When the page has fetched what it keeps for use without a network, which begins a while after it is there. */

/** Waits until the service worker has everything. */
export async function kept(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** Waits until the page asks `server` for nothing any more. */
export async function quiet(page, server) {
  await kept(page);
  for (let before = -1; before !== server.paths.length;) {
    before = server.paths.length;
    await page.waitForTimeout(1000);
  }
}
