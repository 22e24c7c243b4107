import type { Corpus } from "../documents/corpus.js";
import { firstValue, headerFields } from "../email/header.js";
import type { TrainOptions } from "../settings.js";

/** As many documents as show what a corpus is of. */
const LOOKED_AT = 20;

/** What messages have that have come by mail, and articles of newsgroups have not. */
const OF_MAIL = ["received", "mime-version", "return-path", "delivered-to"];

/** Whether documents are mail, by the first ones that pass through. */
export class MailSigns {
  #documents = 0;
  #mails = 0;

  *watch<T extends { readonly bytes: Uint8Array }>(documents: Iterable<T>): Generator<T> {
    for (const document of documents) {
      if (this.#documents < LOOKED_AT) this.#look(document.bytes);
      yield document;
    }
  }

  #look(bytes: Uint8Array): void {
    const fields = headerFields(bytes);
    if (OF_MAIL.some((name) => firstValue(fields, name) !== undefined)) this.#mails++;
    this.#documents++;
  }

  /** What to say where mail is not read as such, and nobody has chosen that. */
  lines(options: TrainOptions): string[] {
    if (!isOpen(options) || 2 * this.#mails <= this.#documents) return [];
    return [
      "thresher: this is mail: --preset mail takes messages apart and learns what counts in them (--as auto: as it is)",
    ];
  }
}

/** Whether nobody has chosen how documents are read. */
function isOpen({ as, preset, classifier }: TrainOptions): boolean {
  return as === undefined && preset === undefined && classifier === undefined;
}

/** The same of a corpus whose beginning is read again for it. */
export function mailLines(corpus: Corpus, options: TrainOptions): string[] {
  if (!isOpen(options)) return [];
  const signs = new MailSigns();
  let documents = 0;
  for (const _ of signs.watch(corpus.slice(0, Math.min(corpus.weight, LOOKED_AT)))) {
    if (++documents === LOOKED_AT) break;
  }
  return signs.lines(options);
}
