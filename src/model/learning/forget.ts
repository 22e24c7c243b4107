import { UsageError } from "../../base/errors.js";
import { firstWhere } from "../../base/lists.js";
import { digestOf, secondsOf } from "../../features/corpus/known-documents.js";
import { serialize } from "../file/save-model.js";
import type { TextModel } from "../text-model.js";
import { Learner } from "./learner.js";
import { requireLearning } from "./remembering-model.js";

/** The documents to forget; give at least one option. */
export interface ForgetOptions {
  /** Forget documents written before this, in milliseconds since 1970. An unknown time counts as 1970-01-01 0:00. */
  readonly before?: number | undefined;
  /** Forget the oldest documents until the model file has at most this number of bytes. */
  readonly toSize?: number | undefined;
}

/** A document that was forgotten. Models do not remember ids. */
export interface ForgottenDocument {
  /** Hexadecimal. */
  readonly digest: string;
  readonly label: string;
  /** When it was written, in milliseconds since 1970; undefined if unknown. */
  readonly time: number | undefined;
}

/** The result of forgetting. */
export interface Forgetting {
  readonly model: TextModel;
  /** The oldest first. */
  readonly documents: readonly ForgottenDocument[];
}

/**
 * Unlearns old documents.
 *
 * @throws DataError if the model cannot unlearn; UsageError if no option is given, `before` is not a finite number, or even
 *   an empty model is larger than `toSize`.
 */
export function forget(model: TextModel, { before, toSize }: ForgetOptions): Forgetting {
  const known = requireLearning(model);
  if (before === undefined && toSize === undefined) throw new UsageError("forget: give before or toSize");
  // Documents of the same time are in the order of their digests.
  const order = Uint32Array.from(known.times.keys()).sort((a, b) => known.times[a] - known.times[b] || a - b);
  let howMany = 0;
  if (before !== undefined) {
    if (!Number.isFinite(before)) throw new UsageError(`before must be milliseconds since 1970, not ${before}`);
    const end = secondsOf(before);
    howMany = firstWhere(0, order.length, (n) => known.times[order[n]] >= end);
  }
  const without = (n: number) => {
    const learner = new Learner(model);
    for (const place of order.subarray(0, n)) learner.moveKnown(digestOf(known, place), undefined);
    return learner.model();
  };
  let result = without(howMany);
  if (toSize !== undefined) {
    const fits = (candidate: TextModel) => serialize(candidate).length <= toSize;
    // Binary search: forgetting more documents never makes the file larger.
    howMany = firstWhere(howMany, order.length, (n) => fits(without(n)));
    result = without(howMany);
    if (!fits(result)) {
      const least = serialize(result).length;
      throw new UsageError(`toSize: ${toSize} bytes are too few: a model without any document has ${least}`);
    }
  }
  const documents = Array.from(order.subarray(0, howMany), (n) => ({
    digest: Buffer.from(digestOf(known, n)).toString("hex"),
    label: model.labels[known.classes[n]],
    // 0 stands for an unknown time.
    time: known.times[n] === 0 ? undefined : known.times[n] * 1000,
  }));
  return { model: result, documents };
}
