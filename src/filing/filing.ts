/** A message and where it belongs. */
export interface Filing {
  /** The file, as an absolute path; or that of an archive, `#`, and where the message is in it. */
  readonly source: string;
  /** Of a message in an archive. */
  readonly archived?: ArchivedMessage | undefined;
  /** One name; in a Maildir, nothing is the Maildir itself. */
  readonly folder: string;
  /** Undefined if it is too unsure. */
  readonly label?: string | undefined;
  readonly probability: number;
}

/** A message that has no file of its own. */
export interface ArchivedMessage {
  /** The path of the archive. */
  readonly archive: string;
  readonly content: Uint8Array;
}

/** What became of a message. */
export interface Filed {
  /** `filed` now (or would be); `there` already, with the same bytes; `left` where it was. */
  readonly outcome: "filed" | "there" | "left";
  /** Where it is now, if not left. */
  readonly target?: string;
  /** Why it was left. */
  readonly why?: string;
}
