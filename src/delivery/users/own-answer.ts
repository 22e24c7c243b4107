import { classCounts } from "../../classifiers/bayes/class-counts.js";
import { multinomial } from "../../classifiers/bayes/multinomial.js";
import type { LabelProbability } from "../../classifiers/classifier.js";
import { softmaxInPlace } from "../../classifiers/scores.js";
import { matrixOfRows, type SparseMatrix } from "../../features/sparse-matrix.js";
import { TERM_SOURCES } from "../../features/term-kinds.js";
import { type LessonTerms, sourceOf } from "./lesson-terms.js";

/** A lesson of a user: a message, and its class. */
export interface UserLesson extends LessonTerms {
  /** Identifies the message. */
  readonly digest: Uint8Array;
  readonly label: string;
  /** When the message was written, in seconds since 1970; 0 if unknown. */
  readonly seconds: number;
  /** P(label | message) by the site's model when the lesson was learned, 0 to 1. */
  readonly site: number;
}

/** What a user's lessons say about a message. */
export interface OwnAnswer {
  /** The weight of the lessons against the site's model, 0 to 1. */
  readonly share: number;
  /** The similarity of the nearest lesson, 0 to 1. */
  readonly nearest: number;
  /** P(class | message) by the lessons alone. Classes without a lesson have 0. */
  readonly probabilities: ReadonlyMap<string, number>;
}

/** The settings of the preset mail. */
const MAIL = { alpha: 0.1, emphasis: 5, temper: 0.9, sourceWeights: [2, 1, 1] } as const;
/** Lessons that are less similar say nothing about a message. */
const MIN_SIMILARITY = 0.28;
/** How much more a lesson counts for each step of similarity; and how much one counts that the site had right. */
const STEEPNESS = 20;
const RIGHT = 0.3;
/** Before any lesson, own answers count as right this often, in this many lessons. */
const PRIOR = { right: 9, lessons: 10 };
/** How many lessons the weight is fitted to, and how often it is improved. */
const FITTED = 200;
const STEPS = 20;

/**
 * The difference of a user to the site. A message x is answered by
 *
 *     P(c | x) = (1 - λ R(x)) · P_site(c | x) + λ R(x) · P_own(c | x)
 *
 * P_own is naive Bayes on the user's lessons, with the settings of the preset mail. R(x), from 0 to 1, is how often the
 * site is wrong about mail like x: 0 if the most similar lesson has a similarity below a limit, otherwise, over the
 * lessons i with similarity s(i) and e(i) = 1 - P_site(label of i | i),
 *
 *     R(x) = Σ w(i) e(i) / Σ w(i) (e(i) + 0.3 (1 - e(i)))    with    w(i) = e^(20 s(i))
 *
 * The similarity is the mean, over texts, header fields and other facts, of the cosine between the sets of terms. So
 * lessons that agree with the site change nothing, and mail that is like no lesson gets the site's answer.
 *
 * λ is how much lessons weigh: the weight under which each lesson is likeliest, answered by all others
 * (leave-one-out), fitted by expectation maximization from a prior of 0.9. This is deleted interpolation (Jelinek and
 * Mercer 1980). R is our own heuristic; its effect is measured in the README of this room.
 */
export class OwnAnswers {
  readonly #lessons: readonly UserLesson[];
  readonly #labels: readonly string[];
  /** The column of each term. */
  readonly #columns = new Map<number, number>();
  /** The lessons that have each term. */
  readonly #holders: number[][] = [];
  /** How many terms of each source each lesson keeps. */
  readonly #kept: readonly number[][];
  readonly #x: SparseMatrix;
  readonly #counts;
  readonly #classifier;
  readonly #model;
  /** λ. */
  readonly weight: number;

  /** @param lessons at least one */
  constructor(lessons: readonly UserLesson[]) {
    this.#lessons = lessons;
    this.#labels = [...new Set(lessons.map(({ label }) => label))].sort();
    const codes: number[] = [];
    const rows = lessons.map(({ numbers }, i) => {
      const ids = Array.from(numbers, (number) => {
        const column = this.#columns.get(number) ?? this.#columns.size;
        this.#columns.set(number, column);
        // The codes of words, header fields and other facts: see `sourceOfCode`.
        codes[column] = sourceOf(number) === 0 ? 0 : sourceOf(number) + 2;
        this.#holders[column] = [...(this.#holders[column] ?? []), i];
        return column;
      });
      return { ids, values: ids.map(() => 1) };
    });
    this.#kept = lessons.map(({ numbers }) => sizesOf(numbers));
    this.#x = matrixOfRows(rows, this.#columns.size);
    const y = lessons.map(({ label }) => this.#labels.indexOf(label));
    this.#counts = classCounts({ x: this.#x, y, labels: this.#labels, kinds: Uint8Array.from(codes) }, true);
    // With many classes, tempered scores are too close together.
    this.#classifier = multinomial({ ...MAIL, temper: this.#labels.length === 2 ? MAIL.temper : 0 });
    this.#model = this.#classifier.fitCounts(this.#counts);
    this.weight = this.#fitted(y);
  }

  /** Returns what the lessons say about a message; undefined if it is like none of them. */
  answer({ numbers, totals }: LessonTerms): OwnAnswer | undefined {
    const near = this.#near(numbers, totals);
    if (near === undefined) return undefined;
    const ids = [...numbers].map((number) => this.#columns.get(number) ?? -1).filter((id) => id >= 0);
    const scores = new Float64Array(this.#labels.length);
    this.#model.scoreInto(matrixOfRows([{ ids, values: ids.map(() => 1) }], this.#columns.size), 0, scores);
    const shares = softmaxInPlace(scores);
    const probabilities = new Map(this.#labels.map((label, c) => [label, shares[c]]));
    return { share: this.weight * near.error, nearest: near.similarity, probabilities };
  }

  /**
   * Returns the similarity of the nearest lesson and R; undefined if no lesson is similar.
   *
   * @param but a lesson to leave out
   */
  #near(numbers: Uint32Array, totals: readonly number[], but = -1) {
    const shared = TERM_SOURCES.map(() => new Float64Array(this.#lessons.length));
    for (const number of numbers) {
      const column = this.#columns.get(number);
      if (column !== undefined) for (const i of this.#holders[column]) shared[sourceOf(number)][i]++;
    }
    const similarities = this.#lessons.map((lesson, i) => {
      let sum = 0;
      for (const [source, counts] of shared.entries()) {
        // Of the terms that the lesson has kept, the message shares this many; as many of the others.
        const share = counts[i] / (this.#kept[i][source] || 1);
        sum += Math.min(1, share * Math.sqrt(lesson.totals[source] / (totals[source] || 1)));
      }
      return i === but ? 0 : sum / shared.length;
    });
    const similarity = similarities.reduce((most, one) => Math.max(most, one));
    if (similarity < MIN_SIMILARITY) return undefined;
    let wrong = 0;
    let all = 0;
    for (const [i, lesson] of this.#lessons.entries()) {
      const weight = i === but ? 0 : Math.exp(STEEPNESS * (similarities[i] - similarity));
      const error = 1 - lesson.site;
      wrong += weight * error;
      all += weight * (error + RIGHT * (1 - error));
    }
    return { similarity, error: wrong / all };
  }

  /** Fits λ. @param y the class of each lesson */
  #fitted(y: readonly number[]): number {
    const leaveOneOut = this.#classifier.leaveOneOut?.(this.#counts);
    const scores = new Float64Array(this.#labels.length);
    const left = this.#lessons.slice(0, FITTED).flatMap((lesson, i) => {
      // Without the only lesson of a class, the others do not know the class.
      if (this.#counts.documents[y[i]] < 2) return [];
      const near = this.#near(lesson.numbers, this.#kept[i], i);
      if (near === undefined) return [];
      leaveOneOut?.(this.#x, i, y[i], scores);
      return [{ error: near.error, site: lesson.site, own: softmaxInPlace(scores)[y[i]] }];
    });
    let weight = PRIOR.right / PRIOR.lessons;
    for (let step = 0; step < STEPS; step++) {
      let { right, lessons } = PRIOR;
      for (const { error, site, own } of left) {
        right += (error * weight * own) / (weight * own + (1 - weight) * site || 1);
        lessons += error;
      }
      weight = right / lessons;
    }
    return weight;
  }
}

/** A probability is never 0 or 1, because a lesson may be wrong. */
const LEAST = 1e-6;

/** Returns P(class | message), the most probable class first: the answer of the site's model, mixed with the lessons' own. */
export function mixedRanking(
  site: readonly LabelProbability[],
  { share, probabilities }: OwnAnswer,
): LabelProbability[] {
  const mixed = site.map(({ label, probability }) => {
    const mean = (1 - share) * probability + share * (probabilities.get(label) ?? 0);
    return { label, probability: Math.min(1 - LEAST, Math.max(LEAST, mean)) };
  });
  return mixed.sort((a, b) => b.probability - a.probability);
}

/** Returns how many terms there are of each source. */
function sizesOf(numbers: Uint32Array): number[] {
  const sizes = TERM_SOURCES.map(() => 0);
  for (const number of numbers) sizes[sourceOf(number)]++;
  return sizes;
}
