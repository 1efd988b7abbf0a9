/** The name of a command's first field, without decoding the rest; empty when the bytes are no document with one. */
export function commandName(command: Uint8Array): string {
  const end = command.indexOf(0, NAME);
  return end < 0 ? "" : new TextDecoder().decode(command.subarray(NAME, end));
}

/** Where the first field's name begins: behind the length and the field's type. */
const NAME = 5;
