/**
 * Decodes text. Node's own methods are two to ten times as fast as its `TextDecoder`; a browser's `TextDecoder` is
 * fast, and the methods do not exist there.
 */

/** Decodes the bytes from `start` to `end`. */
type TextOf = (bytes: Uint8Array, start: number, end: number) => string;

// A byte order mark inside a string is part of it.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes one character per byte; `undefined` where that is slow. */
export const latin1 = native("latin1Slice", "aé\u00ff", [0x61, 0xe9, 0xff]);

/** Decodes UTF-8, with U+FFFD for invalid bytes. */
export const utf8: TextOf =
  native("utf8Slice", "\ufeff€\ufffd", [0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac, 0xff]) ??
  ((bytes, start, end) => decoder.decode(bytes.subarray(start, end)));

/** A method of Node's buffers, if it exists and decodes the example correctly. */
function native(name: string, text: string, example: number[]): TextOf | undefined {
  const { Buffer } = globalThis as { Buffer?: { prototype?: Record<string, unknown> } };
  const slice = Buffer?.prototype?.[name];
  if (typeof slice !== "function") return undefined;
  const textOf: TextOf = (bytes, start, end) => slice.call(bytes, start, end) as string;
  try {
    return textOf(Uint8Array.of(0, ...example, 0), 1, example.length + 1) === text ? textOf : undefined;
  } catch {
    return undefined;
  }
}
