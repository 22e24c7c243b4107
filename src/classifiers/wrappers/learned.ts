import { UsageError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { seededRandom, shuffle } from "../../base/random.js";
import { columnMap } from "../../features/selection.js";
import { type Dataset, type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import { type FitProgress, requireCounts, requireDataset } from "../classifier.js";
import {
  type Arrays,
  fitOutOfParts,
  inconsistent,
  type Parts,
  requiredArray,
  type StoredClassifier,
  type StoredModel,
  withPrefix,
} from "../stored-classifier.js";
import { CombinedModel } from "./combined.js";
import { fitOpinionWeights } from "./opinion-weights.js";
import { RestrictedModel } from "./restricted.js";

/** The folds inside the training documents. */
const FOLDS = 5;

/** The assumption that all members are equal weighs as much as this many documents. */
const SHRINKAGE = 1;

/** A candidate for a combination, in one or several settings. The best setting is tried as a member. */
export type Candidate = readonly StoredClassifier[];

/**
 * A combination (see `combined`) that learns who decides, and how much: every candidate scores each training
 * document as a model of other folds does, of its settings the one with the best likelihood is kept, and weights
 * are fitted to the scores of all of them by `fitOpinionWeights`. A candidate without weight is left out. The
 * probabilities of the result need no calibration: the weights are fitted to them.
 *
 * Documents of one group (see `Dataset.groups`) are in one fold.
 *
 * Source: Wolpert 1992 (stacking); Ting and Witten 1999.
 */
export function learned(candidates: readonly Candidate[]): StoredClassifier {
  if (candidates.length === 0 || candidates.some((settings) => settings.length === 0)) {
    throw new UsageError("learned: give at least one classifier");
  }
  return {
    name: "learned",
    fit: (data, onProgress) => {
      requireDataset("fit", data);
      requireCounts("fit", data.x);
      const ordered = inOrderOfContents(data);
      return fitLearned(candidates, ordered, partsOf(ordered, FOLDS), onProgress);
    },
    restore: (labels, columns, arrays) => restored(candidates, labels, columns, arrays),
  };
}

const CHOSEN = "learned.members";
const WEIGHTS = "learned.weights";

/** The chosen candidates as their numbers, and of each the number of its setting. */
type Choice = readonly [candidate: number, setting: number];

/** A combination that says what was chosen. */
class LearnedModel extends CombinedModel {
  readonly choices: readonly Choice[];

  constructor(models: readonly StoredModel[], weights: Float64Array, choices: readonly Choice[]) {
    super(models, weights);
    this.choices = choices;
  }

  narrowed() {
    const isSeen = new Uint8Array(this.columns);
    for (const member of this.members) {
      if (!(member instanceof RestrictedModel)) isSeen.fill(1);
      else for (const column of member.kept) isSeen[column] = 1;
    }
    const columns = Uint32Array.from(isSeen.keys()).filter((column) => isSeen[column] === 1);
    const map = columnMap(columns, this.columns);
    const members = this.members.map((member) => (member instanceof RestrictedModel ? member.renumbered(map) : member));
    return { columns, model: new LearnedModel(members, this.weights, this.choices) };
  }

  override arrays(): Arrays {
    return { ...super.arrays(), [CHOSEN]: Uint32Array.from(this.choices.flat()), [WEIGHTS]: this.weights };
  }
}

function fitLearned(
  candidates: readonly Candidate[],
  data: Dataset,
  parts: Parts,
  onProgress?: FitProgress,
): LearnedModel {
  if (parts.count < 2) {
    // Nothing can be withheld: the first candidate decides.
    return new LearnedModel([candidates[0][0].fit(data, onProgress)], Float64Array.of(1), [[0, 0]]);
  }
  const steps = candidates.reduce((sum, settings) => sum + settings.length, 0);
  let step = 0;
  const members = candidates.map((settings, candidate) => {
    const tried = settings.map((classifier, setting) => {
      const scores = new Float64Array(data.x.rows * data.labels.length);
      const model = fitOutOfParts(classifier, data, parts, scores, (done) => onProgress?.((step + done) / steps));
      step++;
      const { loss } = fitOpinionWeights({ ...opinionsOf(data), scores: [scores] }, SHRINKAGE);
      return { choice: [candidate, setting] as const, model, scores, loss };
    });
    return tried.reduce((best, other) => (other.loss < best.loss ? other : best));
  });
  const seeing = members.filter(({ model }) => !(model instanceof RestrictedModel) || model.kept.length > 0);
  const asked = seeing.length > 0 ? seeing : members.slice(0, 1);
  const { weights } = fitOpinionWeights({ ...opinionsOf(data), scores: asked.map(({ scores }) => scores) }, SHRINKAGE);
  const chosen = asked.filter((_, m) => weights[m] > 0);
  return new LearnedModel(
    chosen.map(({ model }) => model),
    weights.filter((weight) => weight > 0),
    chosen.map(({ choice }) => choice),
  );
}

function opinionsOf({ y, labels, weights }: Dataset) {
  return { y, classes: labels.length, weights };
}

/** The documents of a weight above 0, in an order that does not depend on the one in which they came. */
function inOrderOfContents(data: Dataset): Dataset {
  const { x, y, weights, groups } = data;
  const digests = Float64Array.from({ length: x.rows }, (_, row) => digestOf(x, row));
  const order = Uint32Array.from(digests.keys())
    .filter((row) => (weights?.[row] ?? 1) > 0)
    .sort((a, b) => digests[a] - digests[b] || y[a] - y[b]);
  return {
    ...data,
    x: selectRows(x, order),
    y: order.map((row) => y[row]),
    weights: weights && Float64Array.from(order, (row) => weights[row]),
    groups: groups && order.map((row) => groups[row]),
  };
}

/** A number that depends on the entries of a row, not on their order. Columns are in the order of their terms. */
export function digestOf({ starts, ids, values }: SparseMatrix, row: number): number {
  let sum = 0;
  for (let i = starts[row]; i < starts[row + 1]; i++) {
    if (values[i] === 0) continue;
    sum = (sum + Math.imul(Math.imul(ids[i] + 1, 0x9e3779b1) ^ values[i], 0x85ebca6b)) | 0;
  }
  return sum;
}

/**
 * Stratified folds that keep groups whole: groups go from the largest to the smallest, in seeded order among
 * equals, to the fold with the fewest documents of the class of their first document, then with the fewest of all.
 */
export function partsOf({ y, labels, groups }: Pick<Dataset, "y" | "labels" | "groups">, folds: number): Parts {
  const order = shuffle(
    Uint32Array.from({ length: y.length }, (_, row) => row),
    seededRandom(SEED),
  );
  const members = [...groupedBy(order, (row) => groups?.[row] ?? -1 - row).values()];
  members.sort((a, b) => b.length - a.length);
  const count = Math.min(folds, members.length);
  const ofClass = Array.from({ length: count }, () => new Uint32Array(labels.length));
  const ofAll = new Uint32Array(count);
  const of = new Uint32Array(y.length);
  for (const rows of members) {
    const own = y[rows[0]];
    let least = 0;
    for (let fold = 1; fold < count; fold++) {
      const more = ofClass[fold][own] - ofClass[least][own] || ofAll[fold] - ofAll[least];
      if (more < 0) least = fold;
    }
    for (const row of rows) {
      of[row] = least;
      ofClass[least][y[row]]++;
      ofAll[least]++;
    }
  }
  return { of, count };
}

const SEED = 1;

function restored(
  candidates: readonly Candidate[],
  labels: readonly string[],
  columns: number,
  arrays: Arrays,
): LearnedModel {
  const numbers = requiredArray(arrays, CHOSEN, Uint32Array);
  const weights = requiredArray(arrays, WEIGHTS, Float64Array, numbers.length / 2);
  if (weights.length === 0 || !weights.every((weight) => weight > 0 && weight < Number.POSITIVE_INFINITY)) {
    throw inconsistent(WEIGHTS);
  }
  const choices = Array.from(weights, (_, m): Choice => [numbers[2 * m], numbers[2 * m + 1]]);
  const models = choices.map(([candidate, setting], m) => {
    const classifier = candidates[candidate]?.[setting];
    if (classifier === undefined) throw inconsistent(CHOSEN);
    return classifier.restore(labels, columns, withPrefix(`member-${m}.`, arrays));
  });
  return new LearnedModel(models, weights, choices);
}
