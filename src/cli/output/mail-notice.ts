import type { Corpus } from "../../documents/corpora/corpus.js";
import { firstValue, headerFields } from "../../mail/header/header.js";
import type { TrainOptions } from "../../model/options.js";

/** As many documents as show whether a corpus is mail. */
const LOOKED_AT = 20;

/** Header fields of mail that articles of newsgroups lack. */
const OF_MAIL = ["received", "mime-version", "return-path", "delivered-to"];

/** At most this many bytes of the first documents are held in memory. */
const HELD = 1 << 24;

/** Decides by the first documents whether a corpus is mail. */
class MailSigns {
  #documents = 0;
  #mails = 0;

  look(bytes: Uint8Array): void {
    const fields = headerFields(bytes);
    if (OF_MAIL.some((name) => firstValue(fields, name) !== undefined)) this.#mails++;
    this.#documents++;
  }

  /** Whether most are. */
  get isMail(): boolean {
    return 2 * this.#mails > this.#documents;
  }
}

/** Reads the first documents to see whether they are mail; the documents returned are all of them. */
export function lookedAt<T extends { readonly bytes: Uint8Array }>(
  documents: Iterable<T>,
): { readonly isMail: boolean; readonly documents: Iterable<T> } {
  const signs = new MailSigns();
  const rest = documents[Symbol.iterator]();
  const first: T[] = [];
  for (let held = 0; first.length < LOOKED_AT && held < HELD; held += first[first.length - 1].bytes.length) {
    const { done, value } = rest.next();
    if (done) break;
    signs.look(value.bytes);
    first.push(value);
  }
  return { isMail: signs.isMail, documents: joined(first, rest) };
}

function* joined<T>(first: readonly T[], rest: Iterator<T>): Generator<T> {
  try {
    yield* first;
    for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
  } finally {
    rest.return?.();
  }
}

/** Whether no option says how documents are read. */
export function isOpen({ as, preset, classifier }: TrainOptions): boolean {
  return as === undefined && preset === undefined && classifier === undefined;
}

/** The notice on a corpus of mail that is not read as mail, if no option chose that. Reads its beginning again. */
export function mailLines(corpus: Corpus, options: TrainOptions): string[] {
  if (!isOpen(options)) return [];
  const signs = new MailSigns();
  let documents = 0;
  for (const { bytes } of corpus.slice(0, Math.min(corpus.weight, LOOKED_AT))) {
    signs.look(bytes);
    if (++documents === LOOKED_AT) break;
  }
  if (!signs.isMail) return [];
  return [
    "thresher: this looks like mail: --preset mail decodes messages and uses their header fields (--as auto reads them as they are)",
  ];
}
