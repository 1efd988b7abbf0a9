/**
 * The name of a command's first field, without decoding the rest; empty if the bytes are not a document with a field.
 */
export function commandName(command: Uint8Array): string {
  const end = command.indexOf(0, NAME);
  return end < 0 ? "" : new TextDecoder().decode(command.subarray(NAME, end));
}

/** Offset of the first field's name: after the document's length and the field's type. */
const NAME = 5;
