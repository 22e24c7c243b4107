import { UsageError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { columnMap } from "../../features/selection.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { type FitProgress, requireCounts, requireDataset } from "../classifier.js";
import {
  type Arrays,
  inconsistent,
  type Parts,
  requiredArray,
  type StoredClassifier,
  type StoredModel,
  withPrefix,
} from "../stored-classifier.js";
import { CombinedModel } from "./combined.js";
import { type Candidate, type CandidateThreads, type Choice, fitCandidates } from "./fit-candidates.js";
import { inOrderOfContents, partsOf } from "./inner-folds.js";
import { fitOpinionWeights } from "./opinion-weights.js";
import { RestrictedModel } from "./restricted.js";

/** The folds inside the training documents. */
const FOLDS = 5;

/** The assumption that all members are equal weighs as much as this many documents. */
const SHRINKAGE = 1;

/**
 * Above this number of entries times classes, one setting of each candidate is tried, the first. More documents tell
 * less about settings that differ little, and each takes a training of its own.
 */
const MANY = 3e7;

/** Below this number of entries times classes, a thread takes longer to start than it saves. */
const FEW = 1e6;

/**
 * A combination (see `combined`) that learns who decides, and how much: every candidate scores each training
 * document as a model of other folds does, of its settings the one with the best likelihood is kept, and weights
 * are fitted to the scores of all of them by `fitOpinionWeights`. A candidate without weight is left out.
 *
 * Documents of one group (see `Dataset.groups`) are in one fold. The result does not depend on the order of the
 * documents or the number of jobs.
 *
 * Source: Wolpert 1992 (stacking); Ting and Witten 1999.
 *
 * @param threads what other threads need to fit some of the candidates. Default: one thread fits all
 */
export function learned(candidates: readonly Candidate[], threads?: CandidateThreads): StoredClassifier {
  if (candidates.length === 0 || candidates.some((settings) => settings.length === 0)) {
    throw new UsageError("learned: give at least one classifier");
  }
  return {
    name: "learned",
    fit: (data, onProgress) => {
      requireDataset("fit", data);
      requireCounts("fit", data.x);
      const work = data.x.ids.length * data.labels.length;
      const jobs = threads === undefined || work < FEW ? 1 : (data.jobs ?? 1);
      const ordered = inOrderOfContents(data, jobs > 1);
      const choices = candidates.flatMap((settings, candidate) =>
        settings.slice(0, work > MANY ? 1 : undefined).map((_, setting): Choice => [candidate, setting]),
      );
      const task = { data: ordered, parts: partsOf(ordered, FOLDS), choices };
      return fitLearned(candidates, task, jobs, threads, onProgress);
    },
    restore: (labels, columns, arrays) => restored(candidates, labels, columns, arrays),
  };
}

const CHOSEN = "learned.members";
const WEIGHTS = "learned.weights";

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
  task: { readonly data: Dataset; readonly parts: Parts; readonly choices: readonly Choice[] },
  jobs: number,
  threads: CandidateThreads | undefined,
  onProgress?: FitProgress,
): LearnedModel {
  const { data, parts } = task;
  if (parts.count < 2) {
    // Nothing can be withheld: the first candidate decides.
    return new LearnedModel([candidates[0][0].fit(data, onProgress)], Float64Array.of(1), [[0, 0]]);
  }
  const weights = Float64Array.from(data.y, (_, row) =>
    parts.of[row] < parts.scored ? (data.weights?.[row] ?? 1) : 0,
  );
  const opinions = { y: data.y, classes: data.labels.length, weights };
  const fitted = fitCandidates(candidates, task, jobs, threads, onProgress).map((one) => ({
    ...one,
    loss: fitOpinionWeights({ ...opinions, scores: [one.scores] }, SHRINKAGE).loss,
  }));
  const members = [...groupedBy(fitted, ({ choice: [candidate] }) => candidate).values()].map((settings) =>
    settings.reduce((best, other) => (other.loss < best.loss ? other : best)),
  );
  const seeing = members.filter(({ model }) => !(model instanceof RestrictedModel) || model.kept.length > 0);
  const asked = seeing.length > 0 ? seeing : members.slice(0, 1);
  const pool = fitOpinionWeights({ ...opinions, scores: asked.map(({ scores }) => scores) }, SHRINKAGE);
  const chosen = asked.filter((_, m) => pool.weights[m] > 0);
  return new LearnedModel(
    chosen.map(({ model }) => model),
    pool.weights.filter((weight) => weight > 0),
    chosen.map(({ choice }) => choice),
  );
}

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
