import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serialize } from "../../src/model/file/save-model.js";
import { train } from "../../src/model/training.js";
import { BROKEN_MESSAGES } from "../../test/mail/broken-messages.js";

/** Three classes with words that occur in one or in all of them. */
const DOCUMENTS = Array.from({ length: 18 }, (_, i) => {
  const label = ["ham", "list", "spam"][i % 3];
  const text = `home ${label} ${label} w${i % 4} w${i % 5}`;
  return { id: `${label}/${i}`, label, bytes: Buffer.from(`Subject: ${text}\nFrom: a@b.example\n\n${text}\n`) };
});

/** Options for a model of each kind that a file can hold. */
const CHOICES: readonly Parameters<typeof train>[1][] = [
  { classifier: "multinomial" },
  { classifier: "multinomial", alpha: 0, keepDocuments: true },
  { classifier: "bernoulli", maxTerms: 6, selectBy: "chi-squared" },
  { classifier: "complement", normalize: true },
  { classifier: "multinomial", tf: "log", idf: "smooth", norm: "l2" },
  { classifier: "multinomial", calibrate: "isotonic" },
  { classifier: "complement", calibrate: "temperature" },
  { classifier: "logistic-regression", idf: "plain", norm: "l1" },
  { classifier: "nearest-neighbours" },
  { classifier: "locally-weighted", keepDocuments: true },
  { preset: "fast" },
  { preset: "best" },
  { preset: "mail" },
  { preset: "mail", remember: true },
  { preset: "mail", calibrate: "isotonic" },
];

/** Model files to mutate, of a few kilobytes each. */
export function seedModels(): Uint8Array[] {
  return CHOICES.map((options) => serialize(train(DOCUMENTS, options)));
}

/** Maximum size in bytes; mutations of larger messages take a second. */
const LARGEST = 1 << 15;

/** Messages to mutate: ordinary and broken ones. */
export function seedMessages(corpora: string): Uint8Array[] {
  const folders = ["mail/ham", "mail/spam", "inbox", "broken"].map((name) => join(corpora, name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => join(folder, name)),
  );
  const messages = [...files.map((path) => readFileSync(path)), ...BROKEN_MESSAGES.map(({ bytes }) => bytes())];
  return messages.filter(({ length }) => length <= LARGEST);
}
