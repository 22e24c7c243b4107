import { lazily } from "../../base/lazily.js";
import { sumOf } from "../../base/lists.js";
import { classCounts } from "../../classifiers/bayes/class-counts.js";
import { multinomial } from "../../classifiers/bayes/multinomial.js";
import type { LabelProbability } from "../../classifiers/classifier.js";
import { ranked, softmaxInPlace } from "../../classifiers/scores.js";
import { matrixOfRows } from "../../features/sparse-matrix.js";
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

/** The answer of a user's lessons to a message. */
type OwnAnswer = NonNullable<ReturnType<OwnAnswers["answer"]>>;

/** The settings of the preset mail. */
const MAIL = { alpha: 0.1, emphasis: 5, temper: 0.9, sourceWeights: [2, 1, 1] } as const;
/** Lessons that are less similar say nothing about a message. */
const MIN_SIMILARITY = 0.28;
/** With so many lessons, one is often similar by chance, so the two most similar count. */
const SEVERAL = 10;
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
 * site is wrong about mail like x: 0 if the similarity of the most similar lesson (of ten or more, the mean of the two
 * most similar) is below a limit, otherwise, over the lessons i with similarity s(i) and e(i) = 1 - P_site(label of i | i),
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
  /** Made for the first message that is like a lesson. */
  readonly #own: () => ReturnType<typeof ownModel>;

  /** @param lessons at least one */
  constructor(lessons: readonly UserLesson[]) {
    this.#lessons = lessons;
    this.#own = lazily(() => ownModel(lessons));
  }

  /** λ. */
  get weight(): number {
    return this.#own().weight;
  }

  /**
   * Returns what the lessons say about a message; undefined if it is like none of them.
   *
   * @returns `share`: the weight of the lessons against the site's model, 0 to 1; `nearest`: the similarity of the nearest
   *   lesson, 0 to 1; `probabilities`: P(class | message) by the lessons alone. Classes without a lesson are missing
   */
  answer(terms: LessonTerms) {
    const near = nearLessons(this.#lessons, terms);
    if (near === undefined) return undefined;
    const { weight, probabilitiesOf } = this.#own();
    return { share: weight * near.error, nearest: near.similarity, probabilities: probabilitiesOf(terms.numbers) };
  }

  /** Returns what each term adds to the lead of the lessons' best class over the next, in nats; nothing for one class. */
  partsOf({ numbers }: LessonTerms): ReadonlyMap<number, number> {
    return this.#own().partsOf(numbers);
  }
}

/** Returns the similarity of the nearest lesson and R; undefined if no lesson is similar. @param but a lesson to leave out */
function nearLessons(lessons: readonly UserLesson[], terms: LessonTerms, but?: UserLesson) {
  const similarities = lessons.map((lesson) => (lesson === but ? 0 : similarityOf(lesson, terms)));
  const [similarity, second] = Float64Array.from(similarities).sort().reverse();
  const mean = lessons.length < SEVERAL ? similarity : (similarity + second) / 2;
  if (mean < MIN_SIMILARITY) return undefined;
  let wrong = 0;
  let all = 0;
  for (const [i, lesson] of lessons.entries()) {
    const weight = lesson === but ? 0 : Math.exp(STEEPNESS * (similarities[i] - similarity));
    const error = 1 - lesson.site;
    wrong += weight * error;
    all += weight * (error + RIGHT * (1 - error));
  }
  return { similarity, error: wrong / all };
}

/** Returns the similarity of a lesson to a message, 0 to 1. */
function similarityOf({ numbers, totals }: UserLesson, message: LessonTerms): number {
  const kept = TERM_SOURCES.map(() => 0);
  const shared = TERM_SOURCES.map(() => 0);
  let at = 0;
  for (const number of numbers) {
    kept[sourceOf(number)]++;
    while (message.numbers[at] < number) at++;
    if (message.numbers[at] === number) shared[sourceOf(number)]++;
  }
  // The message shares this part of the terms that the lesson has kept, and as much of the others.
  const cosines = totals.map((total, source) => {
    const share = shared[source] / (kept[source] || 1);
    return Math.min(1, share * Math.sqrt(total / (message.totals[source] || 1)));
  });
  return sumOf(cosines) / cosines.length;
}

/** Makes naive Bayes of lessons, and fits its weight. */
function ownModel(lessons: readonly UserLesson[]) {
  const labels = [...new Set(lessons.map(({ label }) => label))].sort();
  const terms = Uint32Array.from(new Set(lessons.flatMap(({ numbers }) => [...numbers]))).sort();
  const columns = new Map(Array.from(terms, (term, column) => [term, column]));
  const rowOf = (numbers: Uint32Array) => {
    const ids = Array.from(numbers, (number) => columns.get(number) ?? -1).filter((id) => id >= 0);
    return { ids, values: ids.map(() => 1) };
  };
  const x = matrixOfRows(
    lessons.map(({ numbers }) => rowOf(numbers)),
    terms.length,
  );
  const y = lessons.map(({ label }) => labels.indexOf(label));
  // The codes of words, header fields and other facts: see `sourceOfCode`.
  const kinds = Uint8Array.from(terms, (term) => (sourceOf(term) === 0 ? 0 : sourceOf(term) + 2));
  const counts = classCounts({ x, y, labels, kinds }, true);
  // With many classes, tempered scores are too close together.
  const classifier = multinomial({ ...MAIL, temper: labels.length === 2 ? MAIL.temper : 0 });
  const model = classifier.fitCounts(counts);
  const leaveOneOut = classifier.leaveOneOut?.(counts);
  const scores = new Float64Array(labels.length);
  const fitted = lessons.slice(0, FITTED);
  const left = fitted.flatMap((lesson, i) => {
    // Without the only lesson of a class, the others do not know the class.
    if (counts.documents[y[i]] < 2) return [];
    const near = nearLessons(fitted, lesson, lesson);
    if (near === undefined) return [];
    leaveOneOut?.(x, i, y[i], scores);
    return [{ error: near.error, site: lesson.site, own: softmaxInPlace(scores)[y[i]] }];
  });
  return {
    /** λ. */
    weight: fittedWeight(left),
    /** Returns P_own. */
    probabilitiesOf(numbers: Uint32Array): ReadonlyMap<string, number> {
      model.scoreInto(matrixOfRows([rowOf(numbers)], terms.length), 0, scores);
      const shares = softmaxInPlace(scores);
      return new Map(labels.map((label, c) => [label, shares[c]]));
    },
    partsOf(numbers: Uint32Array): ReadonlyMap<number, number> {
      const row = matrixOfRows([rowOf(numbers)], terms.length);
      model.scoreInto(row, 0, scores);
      const [best, next] = ranked(scores);
      const parts = new Float64Array(row.ids.length);
      if (next !== undefined) model.marginInto(row, 0, [best, next], parts);
      return new Map(Array.from(row.ids, (column, i) => [terms[column], parts[i]]));
    },
  };
}

/** Fits λ by expectation maximization. @param left lessons: R, and P(label) by the site and by the other lessons */
function fittedWeight(
  left: readonly { readonly error: number; readonly site: number; readonly own: number }[],
): number {
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

/** A probability is never 0 or 1, because a lesson may be wrong. */
const LEAST = 1e-6;

/** Returns P(class | message), the most probable class first: the answer of the site's model, mixed with the lessons' own. */
export function mixedRanking(
  site: readonly LabelProbability[],
  { share, probabilities }: OwnAnswer,
): LabelProbability[] {
  const ownOf = (label: string) => probabilities.get(label) ?? 0;
  // Less than 1 if the site's model, trained again, does not have a class of the lessons.
  const known = sumOf(site.map(({ label }) => ownOf(label)));
  const mixed = site.map(({ label, probability }) => {
    const mean = (1 - share * known) * probability + share * ownOf(label);
    return { label, probability: Math.min(1 - LEAST, Math.max(LEAST, mean)) };
  });
  return mixed.sort((a, b) => b.probability - a.probability);
}
