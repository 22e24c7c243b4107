import { columnMap } from "../../features/selection.js";
import { type Arrays, inconsistent, isPositive, requiredArray, withPrefix } from "../stored-arrays.js";
import type { StoredClassifier, StoredModel } from "../stored-classifier.js";
import { CombinedModel } from "./combined.js";
import { RestrictedModel } from "./restricted.js";

/** The names of the arrays in a model file. */
const CHOSEN = "learned.members";
const WEIGHTS = "learned.weights";
const SHARES = "learned.shares";
const ERRORS = "learned.errors";
const OFFSETS = "learned.offsets";

/** The shares and errors of all candidates. */
export interface LearnedOutcome {
  /** The number of documents that were scored out of fold. */
  readonly documents: number;
  /**
   * For each candidate, its share in the decision of all, before those with small shares were left out, and how many of
   * these documents it alone gets wrong, without offsets.
   */
  readonly candidates: readonly { readonly share: number; readonly errors: number }[];
}

/** A combination with the results by which it was chosen. */
export class LearnedModel extends CombinedModel {
  /** The index of each member among the candidates. */
  readonly choices: readonly number[];
  readonly outcome: LearnedOutcome;

  /** @param offsets the offsets of the members times their weights, plus those of the combination */
  constructor(
    models: readonly StoredModel[],
    weights: Float64Array,
    choices: readonly number[],
    outcome: LearnedOutcome,
    offsets?: Float64Array,
  ) {
    super(models, weights, offsets);
    this.choices = choices;
    this.outcome = outcome;
  }

  /** Returns the columns that a member sees, and the same model with only these columns. */
  narrowed() {
    const isSeen = new Uint8Array(this.columns);
    for (const member of this.members) {
      if (!(member instanceof RestrictedModel)) isSeen.fill(1);
      else for (const column of member.kept) isSeen[column] = 1;
    }
    const columns = Uint32Array.from(isSeen.keys()).filter((column) => isSeen[column] === 1);
    const map = columnMap(columns, this.columns);
    const members = this.members.map((member) => (member instanceof RestrictedModel ? member.renumbered(map) : member));
    return { columns, model: new LearnedModel(members, this.weights, this.choices, this.outcome, this.offsets) };
  }

  override arrays(): Arrays {
    const { documents, candidates } = this.outcome;
    return {
      ...super.arrays(),
      [CHOSEN]: Uint32Array.from(this.choices),
      [WEIGHTS]: this.weights,
      [SHARES]: Float64Array.from(candidates, ({ share }) => share),
      // The last number is that of the scored documents.
      [ERRORS]: Uint32Array.from([...candidates.map(({ errors }) => errors), documents]),
      ...(this.offsets.some((offset) => offset !== 0) && { [OFFSETS]: this.offsets }),
    };
  }
}

/**
 * Restores the model that these arrays came from.
 *
 * @throws DataError if one is missing or does not fit.
 */
export function restoredLearned(
  candidates: readonly StoredClassifier[],
  labels: readonly string[],
  columns: number,
  arrays: Arrays,
): LearnedModel {
  const choices = requiredArray(arrays, CHOSEN, Uint32Array, undefined, (choice) => choice < candidates.length);
  const weights = requiredArray(arrays, WEIGHTS, Float64Array, choices.length, isPositive);
  if (weights.length === 0) throw inconsistent(WEIGHTS);
  const models = Array.from(choices, (choice, m) =>
    candidates[choice].restore(labels, columns, withPrefix(`member-${m}.`, arrays)),
  );
  const isShare = (share: number) => share >= 0 && share <= 1;
  const shares = requiredArray(arrays, SHARES, Float64Array, candidates.length, isShare);
  const errors = requiredArray(arrays, ERRORS, Uint32Array, candidates.length + 1);
  const offsets = Object.hasOwn(arrays, OFFSETS)
    ? requiredArray(arrays, OFFSETS, Float64Array, labels.length, Number.isFinite)
    : undefined;
  const outcome: LearnedOutcome = {
    documents: errors[candidates.length],
    candidates: Array.from(shares, (share, candidate) => ({ share, errors: errors[candidate] })),
  };
  return new LearnedModel(models, weights, Array.from(choices), outcome, offsets);
}
