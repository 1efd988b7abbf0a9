import assert from "node:assert/strict";
import { test } from "node:test";

import { library, policy } from "./library.js";

const PAGE = "https://dojo.example/site/index.html";
const of = (address: string): ReturnType<typeof library> => library(`?exercises=${encodeURIComponent(address)}`, PAGE);

test("without an address, the library is the site's own", () => {
  for (const search of ["", "?", "?exercises=", "?other=1"]) {
    assert.deepEqual(library(search, PAGE), { index: "exercises/index.json", base: "exercises/", name: "", fault: "" });
  }
  assert.equal(policy(library("", PAGE)), "connect-src 'self'");
});

test("an address names a list or its folder", () => {
  const list = of("https://course.example/db/index.json?v=2#x");
  assert.equal(list.index, "https://course.example/db/index.json?v=2");
  assert.equal(list.base, "https://course.example/db/");
  assert.equal(policy(list), "connect-src 'self' https://course.example");
  assert.equal(of("https://course.example/db/").index, "https://course.example/db/index.json");
  assert.equal(of("../mine/").base, "https://dojo.example/mine/");
  assert.equal(of("http://localhost:8000/x/").fault, "");
});

test("other addresses are refused with a reason", () => {
  for (const address of [
    "http://course.example/",
    "javascript:alert(1)",
    "data:application/json,{}",
    "ftp://x/",
    "https://",
    "https://a:b@x.example/",
    `https://x/${"y".repeat(3000)}`,
  ]) {
    const { index, name, fault } = of(address);
    assert.notEqual(fault, "", address);
    assert.deepEqual([index, name], ["exercises/index.json", ""]);
  }
});

test("a host cannot add to the policy", () => {
  const { name, fault } = of("https://x.example;script-src *//");
  assert.ok(fault !== "" || !policy({ index: "", base: "", name, fault }).includes(";"));
});
