import { requireNumber } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import type { ClassPair } from "../classifier.js";
import { type Arrays, prefixed, withPrefix } from "../stored-arrays.js";
import type { StoredClassifier, StoredModel } from "../stored-classifier.js";

/** With larger weights, scores could overflow. */
const MAX_WEIGHT = 1e100;

/** A member of a combination. */
export interface Member {
  readonly classifier: StoredClassifier;
  /** The factor of its scores. Above 0, at most 1e100. */
  readonly weight: number;
}

/**
 * Combines classifiers in a logarithmic opinion pool:
 *
 *     score(c) = Σ_m weight(m) · score(m, c)
 *
 * P(c | document) is proportional to the product of the P(c | document) of all members, each raised to the power of the
 * weight of the member. It assumes that the members make different mistakes. Source: Genest and Zidek 1986,
 * section 3.2; Hinton 2002.
 */
export function combined(members: readonly Member[]): StoredClassifier {
  if (members.length === 0) throw new UsageError("combined: give at least one classifier");
  for (const { classifier, weight } of members) {
    requireNumber(`combined: the weight of ${classifier.name}`, weight, { above: 0, to: MAX_WEIGHT });
  }
  const modelOf = (learned: (classifier: StoredClassifier, m: number) => StoredModel) =>
    new CombinedModel(
      members.map(({ classifier }, m) => learned(classifier, m)),
      Float64Array.from(members, ({ weight }) => weight),
    );
  return {
    name: "combined",
    fit: (data, onProgress) =>
      modelOf((classifier, m) => classifier.fit(data, (done) => onProgress?.((m + done) / members.length))),
    restore: (labels, columns, arrays) =>
      modelOf((classifier, m) => classifier.restore(labels, columns, withPrefix(`member-${m}.`, arrays))),
  };
}

/** A combination that has learned. */
export class CombinedModel implements StoredModel {
  readonly labels: readonly string[];
  readonly columns: number;
  readonly binary = false;
  readonly additive: boolean;
  readonly members: readonly StoredModel[];
  readonly weights: Float64Array;
  /** The addition to the score of each class. */
  readonly offsets: Float64Array;
  readonly #scores: Float64Array;
  #parts = new Float64Array(1 << 8);

  constructor(members: readonly StoredModel[], weights: Float64Array, offsets?: Float64Array) {
    this.members = members;
    this.weights = weights;
    this.labels = members[0].labels;
    this.columns = members[0].columns;
    this.offsets = offsets ?? new Float64Array(this.labels.length);
    this.additive = members.every(({ additive }) => additive === true);
    this.#scores = new Float64Array(this.labels.length);
  }

  scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    scores.fill(0);
    for (const [m, member] of this.members.entries()) {
      member.scoreInto(x, row, this.#scores);
      for (let c = 0; c < scores.length; c++) scores[c] += this.weights[m] * this.#scores[c];
    }
    for (let c = 0; c < scores.length; c++) scores[c] += this.offsets[c];
  }

  marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    const size = x.starts[row + 1] - x.starts[row];
    if (this.#parts.length < size) this.#parts = new Float64Array(2 * size);
    parts.fill(0, 0, size);
    let rest = 0;
    for (const [m, member] of this.members.entries()) {
      rest += this.weights[m] * member.marginInto(x, row, pair, this.#parts);
      for (let i = 0; i < size; i++) parts[i] += this.weights[m] * this.#parts[i];
    }
    return rest + this.offsets[pair[0]] - this.offsets[pair[1]];
  }

  /** Only those of the members. `combined` takes weights from its caller; `LearnedModel` adds weights and offsets. */
  arrays(): Arrays {
    const arrays = this.members.map((member, m) => prefixed(`member-${m}.`, member.arrays()));
    return Object.fromEntries(arrays.flatMap((ofMember) => Object.entries(ofMember)));
  }
}
