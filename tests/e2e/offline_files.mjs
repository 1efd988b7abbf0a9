/**
 * Waits until the page has fetched the files that it stores for offline use, which starts a while after it has loaded.
 */

/** Waits until the service worker has everything. */
export async function offlineFilesStored(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** Waits until the page sends `server` no more requests. */
export async function requestsEnded(page, server) {
  await offlineFilesStored(page);
  for (let before = -1; before !== server.paths.length;) {
    before = server.paths.length;
    await page.waitForTimeout(1000);
  }
}
