import type { NumberArray } from "../../../src/classifiers/stored-arrays.js";
import { encodeSafetensors } from "../../../src/model/file/encode-safetensors.js";
import { decodeSafetensors } from "../../../src/model/file/safetensors.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";

export const DOCUMENTS = [
  { id: "ham/a", label: "ham", bytes: Buffer.from("letter home letter") },
  { id: "spam/b", label: "spam", bytes: Buffer.from("prize home") },
];

/** A tiny model file; `selecting` has the arrays that only a model with selection rules has. */
export const plain = serialize(train(DOCUMENTS));
export const selecting = serialize(train(DOCUMENTS, { minDocuments: 2, maxTerms: 5 }));

/** Enough documents for folds among them: two classes, some documents in the wrong one. */
export const MANY = Array.from({ length: 40 }, (_, i) => {
  const label = i % 2 === 0 ? "ham" : "spam";
  const words = (i % 7 === 0) === (label === "ham") ? "prize money home" : "letter home friend";
  return { id: `${label}/${i}`, label, bytes: Buffer.from(`${words} w${i % 5}`) };
});
export const calibrated = serialize(train(MANY, { calibrate: "isotonic" }));

/** Files with a model in them that no counts suffice for. */
export const weighted = serialize(train(MANY, { tf: "log", idf: "smooth", norm: "l2", minDocuments: 2 }));
export const combined = serialize(train(MANY, { classifier: "combined" }));

/** A file that remembers its documents: some of its arrays come last, and can be left unread. */
export const remembering = serialize(
  train(MANY, { remember: true, minDocuments: 2, maxTerms: 6, selectBy: "chi-squared" }),
);
export const remembersFew = serialize(train(DOCUMENTS, { remember: true }));

/** A model file with other arrays, or without those that are undefined, and other strings, under a right checksum. */
export function changedFile(
  file: Uint8Array,
  changes: Readonly<Record<string, NumberArray | undefined>>,
  strings: Readonly<Record<string, string>> = {},
): Buffer {
  const { arrays, metadata } = decodeSafetensors(file);
  const all = Object.entries({ ...arrays, ...changes }).filter((entry): entry is [string, NumberArray] => !!entry[1]);
  return Buffer.from(encodeSafetensors({ arrays: Object.fromEntries(all), metadata: { ...metadata, ...strings } }));
}
