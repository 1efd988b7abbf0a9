/** BSON bytes to JavaScript values, as mongosh shows them: 32-bit integers and doubles are numbers, 64-bit ones stay `Long`. */
import { deserialize, type Document } from "bson";

const MONGOSH = { promoteLongs: false, validation: { utf8: false as const } };

/** Decodes a document. Regular expressions that JavaScript cannot compile stay `BSONRegExp`. */
export function decode(bytes: Uint8Array): Document {
  try {
    return deserialize(bytes, MONGOSH);
  } catch (error) {
    if (error instanceof SyntaxError) return deserialize(bytes, { ...MONGOSH, bsonRegExp: true });
    throw error;
  }
}
