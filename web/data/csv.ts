/** Converts CSV (RFC 4180) to documents. */
import { Bytes } from "./bytes.js";
import { Type } from "./elements.js";

/** A document and its position. */
export interface Found {
  readonly bytes: Uint8Array;
  /** "line 3", "document 3 at byte 1204". */
  readonly place: string;
}

interface Field {
  text: string;
  quoted: boolean;
}

interface Row {
  readonly line: number;
  readonly fields: readonly Field[];
}

type Nested = Map<string, Nested | Field>;

/**
 * Reads a header line of names and one document per row. A dotted name makes nested documents, an empty field is
 * omitted, and a field that converts to a number, `true` or `false` and back without change becomes one: `007` stays a
 * string.
 * @throws Error naming the line.
 */
export function csvDocuments(text: string): Found[] {
  const [header, ...rows] = records(text.replace(/^\ufeff/, ""));
  const names = (header?.fields ?? []).map((field) => field.text);
  const unnamed = names.findIndex((name) => name.split(".").includes("") || name.includes("\0"));
  if (unnamed >= 0) throw new Error(`line 1: the name of column ${unnamed + 1} is empty or has an empty part`);
  return rows.map(({ line, fields }) => {
    if (fields.length > names.length)
      throw new Error(`line ${line}: ${fields.length} fields, but the header names ${names.length}`);
    const document: Nested = new Map();
    fields.forEach((field, at) => {
      if (field.text === "" && !field.quoted) return;
      const name = names[at] as string;
      if (!place(document, name.split("."), field))
        throw new Error(`line ${line}: column ${name} lies inside another column`);
    });
    return { bytes: new Bytes().sized((to) => writeFields(to, document)).done(), place: `line ${line}` };
  });
}

function place(document: Nested, [name, ...rest]: readonly string[], field: Field): boolean {
  const key = name as string;
  const known = document.get(key);
  if (rest.length === 0) return known === undefined && document.set(key, field) !== undefined;
  const inner: Nested | Field = known ?? new Map<string, Nested | Field>();
  if (!(inner instanceof Map)) return false;
  document.set(key, inner);
  return place(inner, rest, field);
}

function writeFields(to: Bytes, fields: Nested): void {
  for (const [name, value] of fields) {
    if (value instanceof Map) to.element(Type.document, name).sized(() => writeFields(to, value));
    else writeField(to, name, value);
  }
}

function writeField(to: Bytes, name: string, { text, quoted }: Field): void {
  const number = Number(text);
  if (!quoted && (text === "true" || text === "false")) to.element(Type.bool, name).byte(text === "true" ? 1 : 0);
  else if (quoted || text.trim() === "" || !Number.isFinite(number) || String(number) !== text)
    to.element(Type.string, name).text(text);
  else if (Number.isInteger(number) && Math.abs(number) < 2 ** 31) to.element(Type.int, name).int32(number);
  else if (Number.isInteger(number)) to.element(Type.long, name).int64(BigInt(text));
  else to.element(Type.double, name).double(number);
}

function records(text: string): Row[] {
  const rows: Row[] = [];
  let row: Field[] = [];
  let field: Field = { text: "", quoted: false };
  let line = 1;
  let begun = 1;
  let openSince = 0;
  const endRow = (): void => {
    row.push(field);
    if (row.length > 1 || field.text !== "" || field.quoted) rows.push({ line: begun, fields: row });
    row = [];
    field = { text: "", quoted: false };
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === "\n") line++;
    if (openSince > 0) {
      if (character !== '"') field.text += character;
      else if (text[at + 1] === '"') field.text += text[at++];
      else openSince = 0;
    } else if (character === '"' && field.text === "" && !field.quoted) {
      field.quoted = true;
      openSince = line;
    } else if (character === ",") {
      row.push(field);
      field = { text: "", quoted: false };
    } else if (character === "\n") {
      endRow();
      begun = line;
    } else if (character !== "\r" || text[at + 1] !== "\n") {
      field.text += character;
    }
  }
  if (openSince > 0) throw new Error(`line ${openSince}: the quote that is opened here is never closed`);
  endRow();
  return rows;
}
