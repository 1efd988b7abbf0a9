/**
 * Drives a page from within. Playwright treats a frame whose process is gone as a crash of the whole page and stops
 * driving it, although the page itself continues. Another page of the same origin reads the results.
 */

/** The storage key of the results. */
const KEY = "escapes";

/** Runs in the page: runs scripts in sequence as a reader would, and records the results. */
async function drive({ scripts, key }) {
  const results = [];
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ entryTypes: ["longtask"] });
  const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
  const until = async (condition) => {
    for (const end = Date.now() + 60_000; !condition(); await pause(20))
      if (Date.now() > end) throw new Error("nothing happens any more");
  };
  const button = (name) => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === name);
  const isIdle = () =>
    document.querySelector(".toolbar .button.primary:enabled") && !document.querySelector(".toolbar .task");
  const run = async ({ code, stop }) => {
    const content = [document, ...[...document.querySelectorAll("*")].flatMap((one) => one.shadowRoot ?? [])]
      .map((root) => root.querySelector(".cm-content"))
      .find(Boolean);
    const { view } = content.cmTile ?? content.cmView;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } });
    await pause(50);
    const begun = Date.now();
    longest = 0;
    button("Run").click();
    if (stop !== undefined) {
      await pause(stop);
      button("Stop")?.click();
    }
    await pause(50);
    await until(isIdle);
    await pause(50);
    return {
      said: document.querySelector("#results-panel").innerText.slice(0, 2_000),
      took: Date.now() - begun,
      stalled: longest,
    };
  };
  try {
    for (const script of scripts) {
      results.push(await run(script));
      localStorage.setItem(key, JSON.stringify({ results, isDone: false }));
    }
    localStorage.setItem(key, JSON.stringify({ results, isDone: true }));
  } catch (error) {
    localStorage.setItem(key, JSON.stringify({ results, isDone: true, failure: String(error) }));
  }
}

/** Runs in another site's page: the same with `<schema-dojo>` elements, the script's own or the one with this id. */
async function driveElement({ scripts, key, id }) {
  const results = [];
  for (const { code, element: own } of scripts) {
    const element = document.getElementById(own ?? id);
    const begun = Date.now();
    element.code = code;
    const said = await element.run().then(
      ({ output, error }) =>
        `${output
          .map(({ text }) => text)
          .join("\n")
          .slice(0, 2_000)} ${error?.message ?? ""}`,
      (reason) => `rejected: ${reason.message}`,
    );
    results.push({ said, took: Date.now() - begun });
    localStorage.setItem(key, JSON.stringify({ results, isDone: false }));
  }
  localStorage.setItem(key, JSON.stringify({ results, isDone: true }));
}

/**
 * Runs scripts, `{ code, stop, element }` with the milliseconds after which Stop is pressed, in a page or in an element
 * of it; `during` is called with the number of each at its start. Returns `{ said, took, stalled }` of each.
 */
export async function driven(page, scripts, { id, during } = {}) {
  const reader = await page.context().newPage();
  try {
    await reader.goto(new URL("/nothing-here", page.url()).href).catch(() => undefined);
    await reader.evaluate((key) => localStorage.removeItem(key), KEY);
    await page.bringToFront();
    const given = { scripts, key: KEY, id };
    await page.evaluate(`void (${id === undefined ? drive : driveElement})(${JSON.stringify(given)})`);
    let begun = 0;
    for (const end = Date.now() + 30_000 * scripts.length; Date.now() < end;) {
      const found = JSON.parse((await reader.evaluate((key) => localStorage.getItem(key), KEY)) ?? '{"results":[]}');
      if (found.failure)
        throw new Error(
          `${found.failure} after ${found.results.length} of ${scripts.length} scripts: ${JSON.stringify(found.results.at(-1))}`,
        );
      if (found.isDone) return found.results;
      for (; begun <= found.results.length; begun++) await during?.(begun);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("the page does not go on");
  } finally {
    await reader.close();
  }
}

/** Ends the process of the frame in which scripts run, as the system does when memory is exhausted. */
export async function killer(page) {
  const frame = page.frames().find((one) => one.url() === "about:srcdoc");
  const session = await page.context().newCDPSession(frame);
  return () => void session.send("Page.crash").catch(() => undefined);
}
