import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { serve } from "./site_server.mjs";

let parent;
let site;

before(async () => {
  parent = await mkdtemp(join(tmpdir(), "site-"));
  await mkdir(join(parent, "site/styles"), { recursive: true });
  const files = {
    "secret.txt": "not served",
    "site/index.html": "<p>start</p>",
    "site/styles/index.html": "<p>styles</p>",
    "site/styles/app.css": "p {}",
    "site/engine.wasm": "\0asm",
    "site/LICENSE": "MIT",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(parent, name), text);
  site = await serve(join(parent, "site"));
});
after(async () => {
  await site.close();
  await rm(parent, { recursive: true });
});

/** Sends a request as written, since clients shorten `..` in paths; returns the response's text. */
async function raw(path, method = "GET") {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  let text = "";
  socket.on("data", (bytes) => (text += bytes));
  await once(socket, "close");
  return text;
}

test("paths stay inside the folder", async () => {
  assert.match(await raw("/styles/app.css?x=1"), /^HTTP\/1.1 200.*p \{\}$/s);
  for (const path of ["/../secret.txt", "/styles/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"])
    assert.match(await raw(path), /^HTTP\/1.1 404/, path);
});

test("the root is the index page, and a folder's address gets a slash", async () => {
  assert.match(await raw("/"), /<p>start<\/p>$/);
  assert.match(await raw("/styles?x=1"), /^HTTP\/1.1 301.*location: \/styles\/\?x=1\r/s);
  const { headers } = await fetch(`${site.url}styles`, { redirect: "manual" });
  assert.equal(headers.get("location"), "/styles/");
  assert.doesNotMatch(await raw("//styles"), /location: \/\//i);
});

test("modules are served as WebAssembly, unknown files as bytes", async () => {
  const type = async (name) => (await fetch(site.url + name)).headers.get("content-type");
  assert.equal(await type("engine.wasm"), "application/wasm");
  assert.equal(await type("LICENSE"), "application/octet-stream");
});

test("only GET and HEAD are answered", async () => {
  assert.match(await raw("/", "POST"), /^HTTP\/1.1 405/);
  assert.match(await raw("/", "HEAD"), /^HTTP\/1.1 200(?!.*start)/s);
});

test("connections that a browser opens at once and keeps open are all answered", async () => {
  const sockets = Array.from({ length: 8 }, () => connect(Number(new URL(site.url).port), "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const answers = sockets.map((socket) => once(socket, "data"));
  for (const socket of sockets) socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  for (const [bytes] of await Promise.all(answers)) assert.match(String(bytes), /^HTTP\/1.1 200/);
  for (const socket of sockets) socket.destroy();
});
