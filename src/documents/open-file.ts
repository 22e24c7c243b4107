/** A file of which parts are read. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** Fills `into` with the bytes from one on. @throws Error if the file has not so many. */
  read(from: number, into: Uint8Array): void;
}
