/** A script's frame has access to nothing else: not the page, its storage, the network, or a new window. */
import assert from "node:assert/strict";
import { requestsEnded } from "../offline_files.mjs";

export const isolated = {
  name: "isolated",
  async run(person, { server }) {
    await person.open("sandbox/");
    const frame = person.page.frames().find((one) => one.url() === "about:srcdoc");
    assert.ok(frame, "there is no frame for scripts");
    await requestsEnded(person.page, server);
    const asked = server.paths.length;
    const said = await frame.evaluate(async () => {
      const attempts = {
        page: () => parent.document.title,
        top: () => top.document.title,
        storage: () => localStorage.length,
        database: () =>
          new Promise((resolve, reject) =>
            Object.assign(indexedDB.open("x"), { onsuccess: resolve, onerror: () => reject(new Error("no")) }),
          ),
        cookies: () => document.cookie,
        network: () => fetch("/index.html"),
        image: () =>
          new Promise((resolve, reject) =>
            Object.assign(new Image(), {
              onload: resolve,
              onerror: () => reject(new Error("no")),
              src: "/icons/icon.svg",
            }),
          ),
        window: () => open("/index.html") ?? Promise.reject(new Error("no")),
        navigation: () => {
          top.location.href = "/elsewhere";
          return new Promise((resolve, reject) => setTimeout(() => reject(new Error("still here")), 300));
        },
      };
      const reached = [];
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
          reached.push(name);
        } catch {
          // Expected.
        }
      }
      return { origin: self.origin, reached };
    });
    assert.deepEqual(said, { origin: "null", reached: [] });
    assert.deepEqual(server.paths.slice(asked), []);
    // A message from outside the page does not open a second connection.
    const forged = await person.page.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      const holder = [...document.querySelectorAll("iframe")].find((one) => one.src.endsWith("sandbox.html"));
      holder.contentWindow.postMessage({ type: "init", worker: "" }, location.origin, [port2]);
      return new Promise((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(() => resolve(null), 500);
      });
    });
    assert.equal(forged, null);
    await person.try("print('still', 1 + 1)");
    await person.says(/still 2/);
    person.forgive(/Content Security Policy|Failed to load|ERR_|sandboxed|Unsafe attempt|blocked/i);
  },
};
