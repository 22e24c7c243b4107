import { UsageError } from "../../base/errors.js";
import { smallest } from "../../base/lists.js";
import { columnMap } from "../../features/selection.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { TERM_KINDS } from "../../features/term-kinds.js";
import type { ScoredDocument } from "../calibration/scored-document.js";
import { argmax, type FitProgress, requireCounts, requireDataset } from "../classifier.js";
import {
  type Arrays,
  inconsistent,
  requiredArray,
  type ScoringClassifier,
  type StoredClassifier,
  type StoredModel,
  withPrefix,
} from "../stored-classifier.js";
import { CombinedModel } from "./combined.js";
import { type CandidateThreads, type FitTask, type FittedCandidate, fitCandidates } from "./fit-candidates.js";
import { inOrderOfContents, partsOf } from "./inner-folds.js";
import { fitOpinionWeights, type Opinions } from "./opinion-weights.js";
import { RestrictedModel } from "./restricted.js";

/** The folds inside the training documents. */
const FOLDS = 5;

/** The assumption that all members are equal weighs as much as this many documents. */
const SHRINKAGE = 1;

/** A member with a smaller share in the decision is not worth its memory. */
const LEAST_SHARE = 0.02;

/** Below this number of entries times classes, a thread takes longer to start than it saves. */
const FEW = 1e6;

/**
 * A combination (see `combined`) that learns who decides, and how much: every candidate scores training documents as
 * a model of other folds does, and weights are fitted to the scores of all of them by `fitOpinionWeights`. A candidate
 * with a share below 2 % is left out.
 *
 * Documents of one group (see `Dataset.groups`) are in one fold. The result does not depend on the order of the
 * documents or the number of jobs.
 *
 * Source: Wolpert 1992 (stacking); Ting and Witten 1999.
 *
 * @param threads what other threads need to fit some of the candidates. Default: one thread fits all
 */
export function learned(candidates: readonly StoredClassifier[], threads?: CandidateThreads): ScoringClassifier {
  if (candidates.length === 0) throw new UsageError("learned: give at least one classifier");
  const fitScored: ScoringClassifier["fitScored"] = (data, onProgress) => {
    requireDataset("fit", data);
    requireCounts("fit", data.x);
    const work = data.x.starts[data.x.rows] * data.labels.length;
    const jobs = threads === undefined || work < FEW ? 1 : (data.jobs ?? 1);
    const ordered = inOrderOfContents(data);
    const task = { data: ordered, parts: partsOf(ordered, FOLDS) };
    return task.parts.count < 2
      ? alone(candidates, data, onProgress)
      : fitLearned(candidates, task, jobs, threads, onProgress);
  };
  return {
    name: "learned",
    leastDocuments: TERM_KINDS.map((_, kind) =>
      smallest(candidates.map(({ leastDocuments }) => leastDocuments?.[kind] ?? 1)),
    ),
    fit: (data, onProgress) => fitScored(data, onProgress).model,
    fitScored,
    restore: (labels, columns, arrays) => restored(candidates, labels, columns, arrays),
  };
}

const CHOSEN = "learned.members";
const WEIGHTS = "learned.weights";
const SHARES = "learned.shares";
const ERRORS = "learned.errors";

/** How a candidate did. */
export interface CandidateOutcome {
  /** Its share in the decision of all candidates, before those with small shares were left out. */
  readonly share: number;
  /** How many of the scored documents it alone gets wrong, out of fold. */
  readonly errors: number;
}

/** The shares and errors of all candidates. */
export interface LearnedOutcome {
  /** The number of documents that were scored out of fold. */
  readonly documents: number;
  /** One a candidate. */
  readonly candidates: readonly CandidateOutcome[];
}

/** A combination that says what was chosen. */
export class LearnedModel extends CombinedModel {
  /** The number of the candidate that each member was. */
  readonly choices: readonly number[];
  readonly outcome: LearnedOutcome;

  constructor(
    models: readonly StoredModel[],
    weights: Float64Array,
    choices: readonly number[],
    outcome: LearnedOutcome,
  ) {
    super(models, weights);
    this.choices = choices;
    this.outcome = outcome;
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
    return { columns, model: new LearnedModel(members, this.weights, this.choices, this.outcome) };
  }

  override arrays(): Arrays {
    const { documents, candidates } = this.outcome;
    return {
      ...super.arrays(),
      [CHOSEN]: Uint32Array.from(this.choices),
      [WEIGHTS]: this.weights,
      [SHARES]: Float64Array.from(candidates, ({ share }) => share),
      [ERRORS]: Uint32Array.from([...candidates.map(({ errors }) => errors), documents]),
    };
  }
}

function fitLearned(
  candidates: readonly StoredClassifier[],
  task: Pick<FitTask, "data" | "parts">,
  jobs: number,
  threads: CandidateThreads | undefined,
  onProgress?: FitProgress,
): ReturnType<ScoringClassifier["fitScored"]> {
  const { data, parts } = task;
  const weights = Float64Array.from(data.y, (_, row) =>
    parts.of[row] < parts.scored ? (data.weights?.[row] ?? 1) : 0,
  );
  const opinions = { y: data.y, classes: data.labels.length, weights };
  const members = fitCandidates(candidates, task, jobs, threads, onProgress);
  const seeing = members.filter(({ model }) => !(model instanceof RestrictedModel) || model.kept.length > 0);
  const asked = seeing.length > 0 ? seeing : members.slice(0, 1);
  const poolOf = (some: readonly FittedCandidate[]) =>
    fitOpinionWeights({ ...opinions, scores: some.map(({ scores }) => scores) }, SHRINKAGE);
  const ofAll = poolOf(asked);
  const { shares } = ofAll;
  const worth = asked.filter((_, m) => shares[m] >= LEAST_SHARE);
  const pool = worth.length === asked.length ? ofAll : poolOf(worth);
  const chosen = worth.filter((_, m) => pool.weights[m] > 0);
  const chosenWeights = pool.weights.filter((weight) => weight > 0);
  const model = new LearnedModel(
    chosen.map(({ model }) => model),
    chosenWeights,
    chosen.map(({ candidate }) => candidate),
    {
      documents: weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0),
      candidates: members.map((member) => ({
        share: asked.includes(member) ? shares[asked.indexOf(member)] : 0,
        errors: errorsOf(member, opinions),
      })),
    },
  );
  const scores = chosen.map(({ scores }) => scores);
  return { model, documents: scoredDocuments({ ...opinions, scores }, chosenWeights) };
}

/** Nothing can be withheld: the first candidate decides. */
function alone(candidates: readonly StoredClassifier[], data: Dataset, onProgress?: FitProgress) {
  const untold = candidates.map((_, candidate) => ({ share: candidate === 0 ? 1 : 0, errors: 0 }));
  const outcome = { documents: 0, candidates: untold };
  const model = new LearnedModel([candidates[0].fit(data, onProgress)], Float64Array.of(1), [0], outcome);
  return { model, documents: [] };
}

/** How many documents of a weight above 0 have a higher score for another class than their own. */
function errorsOf({ scores }: FittedCandidate, { y, classes, weights }: Omit<Opinions, "scores">): number {
  let errors = 0;
  for (let row = 0; row < y.length; row++) {
    if (weights?.[row] === 0) continue;
    if (argmax(scores.subarray(row * classes, (row + 1) * classes)) !== y[row]) errors++;
  }
  return errors;
}

/**
 * The documents as the combination scores them out of fold. Their length is not told: most members bring documents to
 * one length, and of a document that a model has not seen it knows fewer terms.
 */
function scoredDocuments({ y, classes, scores, weights }: Opinions, memberWeights: Float64Array): ScoredDocument[] {
  const scored: ScoredDocument[] = [];
  for (let row = 0; row < y.length; row++) {
    if (weights?.[row] === 0) continue;
    const own = new Float64Array(classes);
    for (const [m, all] of scores.entries()) {
      for (let c = 0; c < classes; c++) own[c] += memberWeights[m] * all[row * classes + c];
    }
    if (Number.isFinite(own[y[row]])) scored.push({ scores: own, actual: y[row], tokens: 0 });
  }
  return scored;
}

function restored(
  candidates: readonly StoredClassifier[],
  labels: readonly string[],
  columns: number,
  arrays: Arrays,
): LearnedModel {
  const choices = requiredArray(arrays, CHOSEN, Uint32Array);
  const weights = requiredArray(arrays, WEIGHTS, Float64Array, choices.length);
  if (weights.length === 0 || !weights.every((weight) => weight > 0 && weight < Number.POSITIVE_INFINITY)) {
    throw inconsistent(WEIGHTS);
  }
  if (!choices.every((choice) => choice < candidates.length)) throw inconsistent(CHOSEN);
  const models = Array.from(choices, (choice, m) =>
    candidates[choice].restore(labels, columns, withPrefix(`member-${m}.`, arrays)),
  );
  const shares = requiredArray(arrays, SHARES, Float64Array, candidates.length);
  const errors = requiredArray(arrays, ERRORS, Uint32Array, candidates.length + 1);
  if (!shares.every((share) => share >= 0 && share <= 1)) throw inconsistent(SHARES);
  return new LearnedModel(models, weights, Array.from(choices), {
    documents: errors[candidates.length],
    candidates: Array.from(shares, (share, candidate) => ({ share, errors: errors[candidate] })),
  });
}
