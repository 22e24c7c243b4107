/** Something in a corpus that could not be read as expected. It does not affect other documents. */
export interface Problem {
  readonly kind: ProblemKind;
  /** The id of the document, the path of the folder, or the class. */
  readonly where: string;
  /** The reason, if there is one. */
  readonly detail?: string | undefined;
}

/** The kind of a problem with a file, folder or class of a corpus. */
export type ProblemKind =
  /** A file or folder that cannot be opened or read: left out. */
  | "unreadable"
  /** An archive or packed file that is damaged: only the documents before the damage were read. */
  | "damaged"
  /** A line or row that is not a document, for example because it has no class or no text: left out. */
  | "malformed"
  /** A file with NUL bytes, which text does not have, of an office program, or packed in another way than gzip or Zstandard: left out. */
  | "binary"
  /** A file that contains several messages: each was read as a document. */
  | "mailbox"
  /** A message without a user's label in the field that contains its class: left out. */
  | "unlabelled"
  /** A message with several labels. Only the first counts. */
  | "several labels"
  /** A document above the size limit: only its beginning was read. */
  | "truncated"
  /** A row without an id, or with that of another row: its number is its id. */
  | "no id"
  /** A file beside the class folders, which therefore has no class: left out. */
  | "no class"
  /** A tar archive beside files of the same class, which may be its unpacked content: left out. */
  | "beside"
  /** A file beside a message of the same name that is no message, such as one with its labels: left out. */
  | "sidecar"
  /** A class folder without documents. */
  | "empty class"
  /** A message that a mail program has deleted but not yet removed, or data of a mail server: left out. */
  | "deleted"
  /** A message that a mail server has, but does not send whole: left out. */
  | "unsent"
  /** A mail folder into which nobody sorts messages (sent, drafts, deleted, templates, inbox): left out. */
  | "special folder"
  /** A folder of a Maildir that was named together with other paths: left out. */
  | "Maildir folder"
  /** An include or exclude pattern that matches nothing. */
  | "unmatched";

/** Compares problems by their place, so that their order does not depend on which thread found which problem. */
export function byPlace(a: Problem, b: Problem): number {
  const [own, other] = [sortKeys(a), sortKeys(b)];
  const first = own.findIndex((key, i) => key !== other[i]);
  if (first < 0) return 0;
  return own[first] < other[first] ? -1 : 1;
}

/** Sorts places that are not numbers after all numbers of documents. */
const NO_NUMBER = Number.MAX_VALUE;

/** Returns what to compare, in this order. A number makes `mail.mbox#10` come after `mail.mbox#9`. */
function sortKeys({ where, kind }: Problem): (string | number)[] {
  const place = where.slice(where.lastIndexOf("#") + 1);
  // Up to 15 digits, a number is exact.
  const isNumber = place !== where && /^\d{1,15}$/.test(place);
  return isNumber ? [where.slice(0, -place.length), Number(place), where, kind] : [where, NO_NUMBER, where, kind];
}
