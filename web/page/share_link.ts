/**
 * Code in a link: the part after `#/open/`.
 *
 * ```text
 * payload   base64url without padding of: version (1 byte), length (3 bytes), deflate stream
 * stream    the shared text in UTF-8
 * length    of the inflated stream, big endian
 * ```
 *
 * The length comes first, so that a small link cannot allocate much memory. The version is increased when the layout
 * changes; a reader rejects newer links with a message.
 */

const VERSION = 1;
/** Bytes of text that a link may hold. */
const MAX_TEXT = 256 << 10;
/** Characters of a payload: beyond any that holds `MAX_TEXT` bytes. */
const MAX_PAYLOAD = 400 << 10;
const HEADER = 4;

const DAMAGED = "This link is damaged: perhaps a part of it was lost on the way.";

/** Packs a text into the payload of a link; throws a sentence for the learner if the text is too long. */
export async function packLink(text: string): Promise<string> {
  const plain = new TextEncoder().encode(text);
  if (plain.length > MAX_TEXT) throw `This code is too long for a link: ${MAX_TEXT >> 10} kB is the most.`;
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const bytes = new Uint8Array(HEADER + packed.length);
  new DataView(bytes.buffer).setUint32(0, (VERSION << 24) | plain.length);
  bytes.set(packed, HEADER);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Unpacks the payload of a link; throws a sentence for the learner if it is damaged, too long, or from a newer version.
 */
export async function unpackLink(payload: string): Promise<string> {
  if (payload.length > MAX_PAYLOAD) throw "This link is too long to have been made here.";
  const bytes = ofBase64url(payload);
  if (bytes.length < HEADER) throw DAMAGED;
  if (bytes[0] !== VERSION)
    throw "This link was made by another version of Schema Dojo. Reload the page and try again.";
  const length = new DataView(bytes.buffer).getUint32(0) & 0xff_ff_ff;
  if (length > MAX_TEXT) throw DAMAGED;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await inflated(bytes.subarray(HEADER), length),
    );
  } catch {
    throw DAMAGED;
  }
}

function ofBase64url(payload: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(payload)) throw DAMAGED;
  try {
    return Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  } catch {
    throw DAMAGED;
  }
}

/** Inflates a stream of exactly `length` bytes. */
async function inflated(packed: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
  const out = new Uint8Array(length);
  let read = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (read + value.length > length) {
      void reader.cancel();
      throw new RangeError("the stream is longer than it says");
    }
    out.set(value, read);
    read += value.length;
  }
  if (read < length) throw new RangeError("the stream is shorter than it says");
  return out;
}
