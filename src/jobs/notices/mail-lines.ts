import type { Corpus } from "../../documents/corpora/corpus.js";
import { firstValue, headerFields } from "../../mail/header/header.js";
import { isLaterName } from "../../mail/header/later-fields.js";
import type { TrainOptions } from "../../model/options.js";
import { type Follower, tell } from "../follower.js";

/** Enough documents to show whether a corpus is mail. */
const SAMPLE_SIZE = 20;

/** Header fields of mail that articles of newsgroups lack. */
const OF_MAIL = ["received", "mime-version", "return-path", "delivered-to"];

/** At most this many bytes of the first documents are held in memory: 16 MiB. */
const MAX_HELD = 1 << 24;

/** Returns whether a document has a header field that shows it is mail. */
function isMail({ bytes }: { readonly bytes: Uint8Array }): boolean {
  const fields = headerFields(bytes);
  return OF_MAIL.some((name) => firstValue(fields, name) !== undefined);
}

/**
 * Reads the first documents to find out whether most are mail.
 *
 * @returns the answer, and all documents, the first ones included; they can be iterated once
 */
export function lookAtFirst<T extends { readonly bytes: Uint8Array }>(
  documents: Iterable<T>,
): { readonly isMail: boolean; readonly documents: Iterable<T> } {
  const rest = documents[Symbol.iterator]();
  const first: T[] = [];
  for (let held = 0; first.length < SAMPLE_SIZE && held < MAX_HELD; held += first[first.length - 1].bytes.length) {
    const { done, value } = rest.next();
    if (done) break;
    first.push(value);
  }
  return { isMail: 2 * first.filter(isMail).length > first.length, documents: joined(first, rest) };
}

/** Yields the first items, then the rest. */
function* joined<T>(first: readonly T[], rest: Iterator<T>): Generator<T> {
  try {
    yield* first;
    yield* { [Symbol.iterator]: () => rest };
  } finally {
    rest.return?.();
  }
}

/** Returns whether the user has not chosen how documents are read. */
export function isFormOpen({ as, preset, classifier }: TrainOptions): boolean {
  return as === undefined && preset === undefined && classifier === undefined;
}

/**
 * Returns the notice on a corpus of mail that is not read as mail, if no option chose that. Reads the beginning of the
 * corpus again.
 */
function mailLines(corpus: Corpus, options: TrainOptions): string[] {
  if (!isFormOpen(options)) return [];
  let [documents, mails] = [0, 0];
  // A slice may have more documents than its weight, which can be an estimate.
  for (const document of corpus.slice(0, Math.min(corpus.weight, SAMPLE_SIZE))) {
    if (isMail(document)) mails++;
    if (++documents === SAMPLE_SIZE) break;
  }
  if (2 * mails <= documents) return [];
  return [
    "this looks like mail: --preset mail decodes messages and uses their header fields (--as auto reads them as they are)",
  ];
}

/** Returns the options, with `as: "mail"` for a corpus of mail if no option says how to read it. Tells that. */
export function mailAsMail<T extends TrainOptions>(corpus: Corpus, given: T, options: Follower): T {
  if (mailLines(corpus, given).length === 0) return given;
  tell(options, "this looks like mail, and is read as --as mail (--as auto reads it as it is)");
  return { ...given, as: "mail" };
}

/** Returns the notices on how a corpus is read: one on chosen fields that teach nothing, and `mailLines`. */
export function readingLines(corpus: Corpus, options: TrainOptions): string[] {
  const later = (options.fields ?? []).filter(isLaterName);
  const why = "written when a message arrives or later, so the model may learn where a message lies, not what it says";
  return [...(later.length === 0 ? [] : [`--fields ${later.join(",")}: ${why}`]), ...mailLines(corpus, options)];
}
