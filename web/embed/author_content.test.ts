import assert from "node:assert/strict";
import { test } from "node:test";

import { visible } from "./author_content.js";

test("hidden lines are not visible to readers", () => {
  assert.equal(visible("print(1)"), "print(1)");
  assert.equal(visible("// hide\nlet a = 1;\n// show\nprint(a)"), "print(a)");
  assert.equal(visible("print(1)\n  // hide\nprint(2)\n  // show\nprint(3)\n// hide\nprint(4)"), "print(1)\nprint(3)");
  assert.equal(visible("a\n// hide\nb\n// show\nc\n// hide\nd\n// show\n"), "a\nc");
});

test("only a whole line hides", () => {
  for (const code of ["print(1) // hide\nprint(2)", "// hide and seek\nprint(1)", "// show\nprint(1)", "// hide"])
    assert.equal(visible(code), code);
});
