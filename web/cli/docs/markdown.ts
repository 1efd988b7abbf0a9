/** Finds snippets in Markdown: fenced blocks with the language `mongosh`, and HTML elements. */
import { lexer, type Token } from "marked";

import { htmlSnippets } from "./html.js";
import { isMongosh, isResult, readOptions, type Snippet } from "./snippet.js";

/** All snippets of a page, in order. */
export function markdownSnippets(text: string, file: string): Snippet[] {
  const snippets: Snippet[] = [];
  let last: Snippet | null = null;
  for (const { token, line } of tokens(lexer(text), text, 1)) {
    if (token.type === "html") {
      snippets.push(...htmlSnippets(token.raw, file, line));
      last = null;
    }
    if (token.type !== "code" || !token.raw.trimStart().match(/^(```|~~~)/)) continue;
    const info = (token.raw.trimStart().split("\n", 1)[0] ?? "").replace(/^(`+|~+)/, "");
    if (isResult(info) && last) {
      snippets[snippets.length - 1] = { ...last, result: { line: line + 1, text: String(token["text"]) } };
    } else if (isMongosh(info)) {
      last = {
        file,
        line: line + 1,
        code: String(token["text"]),
        options: readOptions(info),
        result: null,
        isVerbatim: true,
      };
      snippets.push(last);
      continue;
    }
    last = null;
  }
  return snippets;
}

interface Placed {
  readonly token: Token;
  /** Line of the token's first line, from 1. */
  readonly line: number;
}

/** Code and HTML in a list of tokens and their descendants, with their lines. */
function* tokens(list: readonly Token[], text: string, first: number): Generator<Placed> {
  let at = 0;
  for (const token of list) {
    // A nested token may have lost its indentation: searches for its first line.
    const start = token.raw.split("\n").find((line) => line.trim() !== "") ?? "";
    const found = text.indexOf(start, at);
    const from = found < 0 ? at : found;
    const line = first + count(text, from);
    if (token.type === "code" || token.type === "html") yield { token, line };
    else if (token.type === "list") yield* tokens(token["items"] as Token[], text.slice(from), line);
    else if ("tokens" in token && token.tokens) yield* tokens(token.tokens, text.slice(from), line);
    at = from + Math.max(start.length, lengthIn(text.slice(from), token.raw));
  }
}

const count = (text: string, end: number): number => text.slice(0, end).split("\n").length - 1;

/** The length of a token in a text, counted in lines, because indentation may differ. */
function lengthIn(text: string, raw: string): number {
  const lines = raw.replace(/\n+$/, "").split("\n").length;
  return text.split("\n", lines).join("\n").length;
}
