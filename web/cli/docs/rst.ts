/**
 * Finds snippets in reStructuredText: `.. code-block:: mongosh` and similar directives. A comment above one, `..
 * schema-dojo: depends-on=books seed=books.json`, contains options.
 */
import { isMongosh, isResult, NO_OPTIONS, readOptions, type Snippet, type SnippetOptions } from "./snippet.js";

const DIRECTIVE = /^(\s*)\.\. (?:code-block|sourcecode|code):: *(.*)$/;
const COMMENT = /^\s*\.\. schema-dojo: *(.*)$/;

/** All snippets of a page, in order. */
export function rstSnippets(text: string, file: string): Snippet[] {
  const lines = text.split("\n");
  const snippets: Snippet[] = [];
  let options: SnippetOptions = NO_OPTIONS;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const comment = COMMENT.exec(line);
    if (comment) options = readOptions(comment[1] as string);
    const [, indent, language] = DIRECTIVE.exec(line) ?? [];
    if (indent === undefined || language === undefined) continue;
    const block = readBlock(lines, at + 1, indent.length);
    at = block.end - 1;
    const last = snippets[snippets.length - 1];
    if (isResult(language) && last) {
      snippets[snippets.length - 1] = { ...last, result: { line: block.line, text: block.code } };
    } else if (isMongosh(language)) {
      const id = options.id ?? block.name;
      snippets.push({
        file,
        line: block.line,
        code: block.code,
        options: { ...options, id },
        result: null,
        isVerbatim: true,
      });
      options = NO_OPTIONS;
    }
  }
  return snippets;
}

/** The indented lines below a directive: its options, then the code without its indentation. */
function readBlock(
  lines: readonly string[],
  from: number,
  outer: number,
): { line: number; code: string; name: string | null; end: number } {
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  let at = from;
  let name: string | null = null;
  for (; /^\s+:[\w-]+:/.test(lines[at] ?? ""); at++) name = /^\s+:name:\s*(\S+)/.exec(lines[at] as string)?.[1] ?? name;
  while ((lines[at] ?? "x").trim() === "" && at < lines.length) at++;
  const start = at;
  while (at < lines.length && ((lines[at] as string).trim() === "" || indentOf(lines[at] as string) > outer)) at++;
  let end = at;
  while (end > start && (lines[end - 1] as string).trim() === "") end--;
  const code = lines.slice(start, end);
  const indent = Math.min(...code.filter((line) => line.trim() !== "").map(indentOf));
  return { line: start + 1, code: code.map((line) => line.slice(indent)).join("\n"), name, end: at };
}
