/** Finds snippets in HTML: `<schema-dojo>` elements, and `<pre>` blocks with the language `mongosh`. */
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from "parse5";

import { isMongosh, NO_OPTIONS, words, type Snippet } from "./snippet.js";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** All snippets of a page, or of a part of one that starts at a line. */
export function htmlSnippets(html: string, file: string, firstLine = 1): Snippet[] {
  const snippets: Snippet[] = [];
  const visit = (node: Node): void => {
    if (!defaultTreeAdapter.isElementNode(node)) return children(node).forEach(visit);
    const snippet = node.tagName === "schema-dojo" ? playerSnippet(node) : blockSnippet(node);
    if (snippet) {
      const line = firstLine - 1 + (snippet.at.sourceCodeLocation?.startLine ?? 1);
      snippets.push({ file, line, code: snippet.code, options: snippet.options, result: null, isVerbatim: false });
    } else if (node.tagName !== "schema-dojo") children(node).forEach(visit);
  };
  visit(parseFragment(html, { sourceCodeLocationInfo: true }));
  return snippets;
}

type Found = Pick<Snippet, "code" | "options"> & { readonly at: Element };

/** An element with code; one with `exercise` has none to run. */
function playerSnippet(element: Element): Found | null {
  const pre = first(element, (inner) => inner.tagName === "pre");
  if (!pre || attribute(element, "exercise") !== undefined) return null;
  const seed = first(element, (inner) => inner.tagName === "script" && attribute(inner, "data-seed") !== undefined);
  const url = attribute(element, "seed");
  const options = {
    id: attribute(element, "id") ?? null,
    dependsOn: words(attribute(element, "depends-on")),
    seedFile: url ?? null,
    seedText: seed ? textOf(seed) : null,
  };
  return { code: codeOf(pre), options, at: pre };
}

/** A highlighted block: the language is a class of the `<pre>`, of its `<code>`, or of a surrounding `<div>`. */
function blockSnippet(element: Element): Found | null {
  if (element.tagName !== "pre") return null;
  const code = first(element, (inner) => inner.tagName === "code");
  const parent = element.parentNode && defaultTreeAdapter.isElementNode(element.parentNode) ? element.parentNode : null;
  const classes = [element, code, parent].map((one) => (one ? attribute(one, "class") : undefined) ?? "");
  if (!classes.some((list) => isMongosh(list) || /(^|\s)highlight-mongosh(\s|$)/.test(list))) return null;
  return { code: codeOf(element), options: { ...NO_OPTIONS, id: attribute(element, "id") ?? null }, at: element };
}

/** The text of a `<pre>` without the line numbers that highlighters add. */
function codeOf(pre: Element): string {
  return textOf(pre, (inner) => /(^|\s)(lineno|linenos|line-number)/.test(attribute(inner, "class") ?? "")).replace(
    /^\n|\s+$/g,
    "",
  );
}

function children(node: Node): Node[] {
  return "childNodes" in node ? (node.childNodes as Node[]) : [];
}

function first(node: Node, wanted: (element: Element) => boolean): Element | null {
  for (const child of children(node)) {
    if (defaultTreeAdapter.isElementNode(child) && wanted(child)) return child;
    const inner = first(child, wanted);
    if (inner) return inner;
  }
  return null;
}

function textOf(node: Node, skipped: (element: Element) => boolean = () => false): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value;
  if (defaultTreeAdapter.isElementNode(node) && skipped(node)) return "";
  return children(node)
    .map((child) => textOf(child, skipped))
    .join("");
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;
