/** A runnable block of a documentation page, whatever the page's format. */
export interface Snippet {
  readonly file: string;
  /** Line of the first line of code, from 1. */
  readonly line: number;
  readonly code: string;
  readonly options: SnippetOptions;
  /** The recorded output in the next block; null if there is none. */
  readonly result: { readonly line: number; readonly text: string } | null;
  /** Whether the code is in the file verbatim, line by line, so that results can be written into it. */
  readonly isVerbatim: boolean;
}

/** An author's options of a snippet. */
export interface SnippetOptions {
  readonly id: string | null;
  /** Ids of snippets that run first. */
  readonly dependsOn: readonly string[];
  /** A file with the data, relative to the page. */
  readonly seedFile: string | null;
  /** The data itself, as extended JSON by collection. */
  readonly seedText: string | null;
}

export const NO_OPTIONS: SnippetOptions = { id: null, dependsOn: [], seedFile: null, seedText: null };

/** Parses options such as `id=books depends-on="a b" seed=books.json`; ignores unknown ones. */
export function readOptions(text: string): SnippetOptions {
  const values = new Map<string, string>();
  for (const [, name, quoted, bare] of text.matchAll(/([\w-]+)=(?:"([^"]*)"|([^\s"{}]+))/g))
    values.set(name as string, quoted ?? bare ?? "");
  return {
    id: values.get("id") ?? null,
    dependsOn: words(values.get("depends-on")),
    seedFile: values.get("seed") ?? null,
    seedText: null,
  };
}

/** The words of an attribute. */
export const words = (text: string | undefined): string[] => (text ?? "").split(/[\s,]+/).filter((word) => word !== "");

/** Whether a fence's info, a class list or a directive's argument marks code for mongosh. */
export const isMongosh = (info: string): boolean => /(^|[\s{.,])(language-)?mongosh(?=$|[\s}.,{])/.test(info);

/** Whether it marks a block as the output of the previous snippet. */
export const isResult = (info: string): boolean => /(^|[\s{.,])(language-)?mongosh-result(?=$|[\s}.,{])/.test(info);
