/** A collection to fill, as `web/sandbox/import.ts` reads it; BSON is encoded in Base64. */
export interface Part {
  collection: string;
  documents: string;
  /** Options of `create`, and concatenated index specifications; empty for none. */
  options: string;
  indexes: string;
}
