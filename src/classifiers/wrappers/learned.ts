import { UsageError } from "../../base/errors.js";
import { largest, smallest } from "../../base/lists.js";
import { requireCounts, requireDataset } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { TERM_KINDS } from "../../features/term-kinds.js";
import type { ScoredDocument } from "../calibration/fit-temperature.js";
import type { FitProgress } from "../classifier.js";
import { argmax } from "../scores.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { fitClassOffsets, type PooledScores } from "./class-offsets.js";
import { type CandidateThreads, type FitTask, type FittedCandidate, fitCandidates } from "./fit-candidates.js";
import { partsOf } from "./inner-folds.js";
import { LearnedModel, restoredLearned } from "./learned-model.js";
import { fitOpinionWeights, type ScoredClasses } from "./opinion-weights.js";
import { inOrderOfContents } from "./order-of-contents.js";
import { RestrictedModel } from "./restricted.js";

type FitScored = NonNullable<StoredClassifier["fitScored"]>;

/** The number of folds inside the training documents. */
const FOLDS = 5;

/** The weight of the prior that all members have equal shares, in documents. */
const SHRINKAGE = 1;

/** A member with a smaller share in the decision is left out, to save memory. */
const MIN_SHARE = 0.02;

/** With fewer entries times classes, starting a thread takes longer than it saves. */
const WORTH_A_THREAD = 1e6;

/**
 * A combination (see `combined`) that learns the weight of each member. Every candidate scores the training documents
 * out of fold, and `fitOpinionWeights` fits the weights to all these scores. A candidate with a share below 2 % is left
 * out. Each candidate, and then the combination, gets class offsets if they help (see `fitClassOffsets`).
 *
 * Documents of one group (see `Dataset.groups`) are in one fold. The result does not depend on the order of the
 * documents or the number of jobs.
 *
 * Source: Wolpert 1992 (stacking); Ting and Witten 1999.
 *
 * @param threads what threads need to fit some of the candidates. Default: one thread fits all
 */
export function learned(candidates: readonly StoredClassifier[], threads?: CandidateThreads): StoredClassifier {
  if (candidates.length === 0) throw new UsageError("learned: give at least one classifier");
  const fitScored: FitScored = (data, onProgress, jobs = 1) => {
    requireDataset("fit", data);
    requireCounts("fit", data.x);
    const work = data.x.starts[data.x.rows] * data.labels.length;
    const workers = threads === undefined || work < WORTH_A_THREAD ? 1 : jobs;
    const ordered = inOrderOfContents(data);
    const task = { data: ordered, parts: partsOf(ordered, FOLDS) };
    return task.parts.count < 2
      ? firstAlone(candidates, data, onProgress)
      : fitLearned(candidates, task, workers, threads, onProgress);
  };
  return {
    name: "learned",
    leastDocuments: TERM_KINDS.map((_, kind) =>
      smallest(candidates.map(({ leastDocuments }) => leastDocuments?.[kind] ?? 1)),
    ),
    fit: (data, onProgress, jobs) => fitScored(data, onProgress, jobs).model,
    fitScored,
    restore: (labels, columns, arrays) => restoredLearned(candidates, labels, columns, arrays),
  };
}

/** Fits all candidates, and the weights of those that are worth it. @param jobs how many threads may fit candidates */
function fitLearned(
  candidates: readonly StoredClassifier[],
  task: Pick<FitTask, "data" | "parts">,
  jobs: number,
  threads: CandidateThreads | undefined,
  onProgress?: FitProgress,
): ReturnType<FitScored> {
  const { data, parts } = task;
  /** Whether a row is in a fold that is scored. */
  const isScored = (row: number) => parts.partOf[row] < parts.scored;
  const weights = Float64Array.from(data.y, (_, row) => (isScored(row) ? (data.weights?.[row] ?? 1) : 0));
  const opinions = { y: data.y, classes: data.labels.length, weights, folds: parts.partOf };
  const fitted = fitCandidates(candidates, task, jobs, threads, onProgress);
  const { members, memberWeights, shares } = chosenMembers(fitted, opinions);
  const scores = members[0].scores.map((_, i) =>
    members.reduce((sum, member, m) => sum + memberWeights[m] * member.scores[i], 0),
  );
  const last = fitClassOffsets({ ...opinions, scores });
  // An offset of a member counts by its weight.
  const offsets = Float64Array.from(data.labels, (_, c) =>
    members.reduce((sum, member, m) => sum + memberWeights[m] * (member.offsets?.[c] ?? 0), last?.[c] ?? 0),
  );
  const outcome = {
    documents: weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0),
    candidates: fitted.map((member) => ({ share: shares.get(member) ?? 0, errors: errorsOf(member, opinions) })),
  };
  const models = members.map(({ model }) => model);
  const choices = members.map(({ candidate }) => candidate);
  const model = new LearnedModel(models, memberWeights, choices, outcome, offsets);
  return { model, documents: scoredDocuments(last === undefined ? scores : shifted(scores, last), opinions) };
}

/**
 * Chooses the members among the candidates: those that see any term, have a share of at least `MIN_SHARE` in the decision
 * of all, and a weight above 0 in that of the rest. At least one is chosen.
 *
 * @returns the members with their class offsets, the weight of each, and the share of each candidate that sees any term
 */
function chosenMembers(fitted: readonly FittedCandidate[], opinions: Omit<PooledScores, "scores">) {
  const seeing = fitted.filter(({ model }) => !(model instanceof RestrictedModel) || model.kept.length > 0);
  const asked = seeing.length > 0 ? seeing : [fitted[0]];
  const fair = asked.map((member) => madeFair(member, opinions));
  const poolOf = (some: readonly FittedCandidate[]) =>
    fitOpinionWeights({ ...opinions, scores: some.map(({ scores }) => scores) }, SHRINKAGE);
  const ofAll = poolOf(fair);
  // Among very many candidates, all shares can be small.
  const minShare = Math.min(MIN_SHARE, largest(ofAll.shares));
  const worth = fair.filter((_, m) => ofAll.shares[m] >= minShare);
  const pool = worth.length === fair.length ? ofAll : poolOf(worth);
  const deciding = worth.map((member, m) => ({ member, weight: pool.weights[m] })).filter(({ weight }) => weight > 0);
  // No weight is above 0 if all are mostly wrong, as on documents that are in two classes. One decides even so.
  if (deciding.length === 0) deciding.push({ member: worth[0], weight: 1 });
  return {
    members: deciding.map(({ member }) => member),
    memberWeights: Float64Array.from(deciding, ({ weight }) => weight),
    shares: new Map(asked.map((member, m) => [member, ofAll.shares[m]])),
  };
}

/** Fits a combination of only the first candidate, for data in which no document can be left out. */
function firstAlone(candidates: readonly StoredClassifier[], data: Dataset, onProgress?: FitProgress) {
  // No document was scored, so there are no errors.
  const outcomes = candidates.map((_, candidate) => ({ share: candidate === 0 ? 1 : 0, errors: 0 }));
  const outcome = { documents: 0, candidates: outcomes };
  const model = new LearnedModel([candidates[0].fit(data, onProgress)], Float64Array.of(1), [0], outcome);
  return { model, documents: [] };
}

/** Counts the documents of a weight above 0 that have a higher score for another class than their own. */
function errorsOf({ scores }: FittedCandidate, { y, classes, weights }: ScoredClasses): number {
  let errors = 0;
  for (let row = 0; row < y.length; row++) {
    if (weights[row] > 0 && argmax(scores.subarray(row * classes, (row + 1) * classes)) !== y[row]) errors++;
  }
  return errors;
}

/** Adds class offsets to the scores of a candidate, if they help: see `fitClassOffsets`. Returns them, too. */
function madeFair(member: FittedCandidate, opinions: Omit<PooledScores, "scores">) {
  // The offsets are fitted to log probabilities, so the scores get their best factor for that.
  const [scale] = fitOpinionWeights({ ...opinions, scores: [member.scores] }, SHRINKAGE).weights;
  const scores = member.scores.map((score) => scale * score);
  const offsets = scale > 0 ? fitClassOffsets({ ...opinions, scores })?.map((offset) => offset / scale) : undefined;
  return { ...member, offsets, scores: offsets === undefined ? member.scores : shifted(member.scores, offsets) };
}

/** Returns scores plus the offset of their class. */
function shifted(scores: Float64Array, offsets: Float64Array): Float64Array {
  return scores.map((score, i) => score + offsets[i % offsets.length]);
}

/**
 * Returns the documents with the out-of-fold scores of the combination. It leaves out their lengths, because most
 * members scale documents to one length, and a model knows fewer terms of a document that it has not seen.
 */
function scoredDocuments(scores: Float64Array, { y, classes, weights }: ScoredClasses): ScoredDocument[] {
  return Array.from(y, (actual, row): ScoredDocument => {
    return { scores: scores.slice(row * classes, (row + 1) * classes), actual, tokens: 0 };
  }).filter(({ scores, actual }, row) => weights[row] !== 0 && Number.isFinite(scores[actual]));
}
