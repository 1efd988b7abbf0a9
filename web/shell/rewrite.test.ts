import assert from "node:assert/strict";
import { test } from "node:test";

import { rewrite } from "./rewrite.js";

const usesGlobalObject = (source: string): boolean =>
  rewrite(
    source,
    () => false,
    () => false,
  ).usesGlobalObject;

test("only code that reads the global object needs it", () => {
  for (const source of ["this.a = 1", "globalThis.a", "self.a", "eval('a')", "const f = () => this"])
    assert.equal(usesGlobalObject(source), true, source);
  for (const source of ["// this\nlet a = 1", "const text = 'this, myself'", "a.self", "let itself = 1"])
    assert.equal(usesGlobalObject(source), false, source);
});
