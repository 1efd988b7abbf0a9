/** A collection to be filled, as `web/sandbox/import.ts` reads it; BSON is written in Base64. */
export interface Part {
  collection: string;
  documents: string;
  /** Options of `create`, and specifications of indexes one after the other; empty for none. */
  options: string;
  indexes: string;
}
