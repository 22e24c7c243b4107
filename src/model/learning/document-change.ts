import { DataError } from "../../base/errors.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { countedDocument } from "./counted-document.js";
import type { Fate, IncrementalModel } from "./incremental-model.js";

/**
 * The kinds of changes that a server keeps on disk until they are in the model file. `learn`: a document is learned or,
 * if it is known, gets the label. `relabel`: a known document gets the label. `unlearn`: a known document is unlearned.
 * `forget`: the same, because of its age.
 */
export const CHANGE_KINDS = ["learn", "relabel", "unlearn", "forget"] as const;

/** A change of one document. It includes the terms, so the document itself is not needed. */
export interface DocumentChange {
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** Identifies the document: `DIGEST_BYTES` bytes. */
  readonly digest: Uint8Array;
  /** The new class of the document; empty for `unlearn` and `forget`. */
  readonly label: string;
  /** For `learn`, the time and the counts of the document: see `countedBytes`. Otherwise empty. */
  readonly counted: Uint8Array;
}

/** The most bytes of a label, in UTF-8. Names of folders have at most 255. */
const MAX_LABEL_BYTES = 1024;

/** @throws DataError if the change is not one that this version of Thresher can write. */
export function requireChange({ kind, digest, label, counted }: DocumentChange): void {
  const hasLabel = kind === "learn" || kind === "relabel";
  const bytes = Buffer.byteLength(label);
  const isValid =
    CHANGE_KINDS.includes(kind) &&
    digest.length === DIGEST_BYTES &&
    (hasLabel ? bytes >= 1 && bytes <= MAX_LABEL_BYTES : bytes === 0) &&
    (kind === "learn" || counted.length === 0);
  if (!isValid) throw new DataError("this is not a change of a document");
  if (kind === "learn") countedDocument(counted);
}

/**
 * Makes a change. The order of changes matters only for the same document, where the last one decides. So a
 * model can make the same changes again, in their order, with the same result.
 *
 * @returns what has happened to the document: see `Fate`
 * @throws DataError if the change is not valid. The model stays as it was.
 */
export function makeChange(model: IncrementalModel, change: DocumentChange): Fate {
  requireChange(change);
  const { kind, digest, label, counted } = change;
  if (kind !== "learn") return model.moveKnown(digest, kind === "relabel" ? label : undefined).fate;
  const { seconds, document } = countedDocument(counted);
  return model.learnRead({ digest, seconds }, label, document).fate;
}
