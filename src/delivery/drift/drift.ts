import { countedBy, sumOf } from "../../base/lists.js";
import { percent, plural } from "../../base/numbers.js";
import { quoted } from "../../base/safe-text.js";
import { unknownWords } from "../../features/unknown-words.js";
import type { IdentifiedModel } from "../../model/file/model-file.js";
import { presetOf } from "../../model/presets.js";
import type { TextModel } from "../../model/text-model.js";
import { usualAnswers } from "../../model/usual-answers.js";
import type { DecisionEntry } from "../history/history.js";
import { findChange, toleranceOf } from "./change.js";

/** The fewest decisions in which a change is looked for. */
const FEWEST = 100;
/** The number of first decisions that serve as reference if the model keeps no answers to training documents. */
const FIRST = 300;

/** The facts about a decision that are compared. */
type Compared = Pick<DecisionEntry, "label" | "probability" | "unknown">;

/** How decisions of a model differ from the usual ones: see `driftOf`. */
export type Drift = Exclude<ReturnType<typeof driftOf>, string>;

/**
 * Compares decisions with those that are usual for a model.
 *
 * @param rows decisions, the oldest first. Leaves out decisions of other models, and further decisions about a message
 * @returns a line that says why it cannot be told yet, if there are too few
 */
export function driftOf(rows: readonly DecisionEntry[], { model, id }: IdentifiedModel) {
  const ours = rows.filter(madeBy(model, id));
  const seen = new Set<string>();
  const own = ours.filter(({ digest }) => seen.size < seen.add(digest).size);
  const trained = usualAnswers(model);
  const usual: readonly Compared[] = trained ?? own.slice(0, FIRST);
  const compared = trained ? own : own.slice(FIRST);
  if (compared.length < FEWEST) {
    const others = plural(rows.length - ours.length, "decision is", "decisions are");
    return `too few decisions to tell whether documents have changed: ${(trained ? 0 : FIRST) + FEWEST} are needed, and ${own.length} are by model ${id} (${others} by other models)`;
  }
  // A model that does not remember its documents keeps no shares of unknown words.
  const read = trained?.[0]?.unknown === undefined ? own.slice(0, FIRST) : usual;
  const traits = traitsOf(compared, usual, read, model.labels);
  const { since, evidence } = findChange(traits);
  const latest = compared.slice(since);
  return {
    decisions: compared.length,
    /** The reference, such as the training documents. */
    usual: trained ? "the training documents" : `its first ${FIRST} decisions`,
    /** When the change began, in ISO 8601, and the number of decisions since. Undefined if there is none, or it has passed. */
    since: since === undefined ? undefined : { time: compared[since].time, decisions: latest.length },
    evidence,
    /** The shares of decisions with each trait, 0 to 1, since the change or among all. */
    shares: traits.map(({ of, text, has, ...trait }) => {
      const now = sumOf(has.subarray(since)) / latest.length;
      const isChanged = since !== undefined && Math.abs(now - trait.usual) > toleranceOf(trait);
      return { of, text, now, usual: trait.usual, isChanged };
    }),
    /** The mean probability of the class: the accuracy to expect. */
    accuracy: { now: meanOf(latest, probabilityOf), usual: meanOf(usual, probabilityOf) },
    /** The preset of the model, if it has one. */
    preset: presetOf(model.settings),
    /** Unknown words that are frequent in the subjects since the change. */
    words: since === undefined ? [] : newWords(latest, model),
  };
}

/** A model that learns gets a new id with each lesson. It counts as the same up to this share of other documents. */
const SAME = 1 / 20;

/** Returns a function that tells whether a decision is by a model, or by one that has learned nearly the same. */
function madeBy({ known, labels, counts }: TextModel, id: string): (row: DecisionEntry) => boolean {
  const documents = sumOf(counts.documents);
  const isNear = (learned: number) => known !== undefined && Math.abs(learned - documents) <= SAME * documents;
  return ({ model, learned = Number.NaN, label }) => (model === id || isNear(learned)) && labels.includes(label);
}

/** A decision is unsure, or has many unknown words, if it is more so than this share of usual decisions. */
const MOST = 0.9;

/**
 * Returns the traits of decisions. Unknown words, unsure decisions and all classes have a third of the weight each.
 *
 * @param read usual decisions, with their shares of unknown words
 */
function traitsOf(
  rows: readonly Compared[],
  usual: readonly Compared[],
  read: readonly Compared[],
  labels: readonly string[],
) {
  const limitOf = (numbers: readonly number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.ceil(MOST * numbers.length) - 1];
  const unsure = -limitOf(usual.map(({ probability }) => -probability));
  const unknown = limitOf(read.map(({ unknown = 1 }) => unknown));
  const trait = (of: string, text: string, weight: number, has: (row: Compared) => boolean, like = usual) => ({
    of,
    text,
    weight: weight / 3,
    has: Uint8Array.from(rows, (row) => Number(has(row))),
    usual: meanOf(like, (row) => Number(has(row))),
    documents: like.length,
  });
  const unread = `with more than ${percent(unknown)} unknown words`;
  return [
    trait("unknown words", unread, 1, (row) => (row.unknown ?? 0) > unknown, read),
    trait("unsure", `less sure than ${unsure.toFixed(3)}`, 1, ({ probability }) => probability < unsure),
    ...labels.map((name) =>
      trait(`class ${name}`, `of class ${quoted([name])}`, 1 / labels.length, ({ label }) => label === name),
    ),
  ];
}

function meanOf<T>(rows: readonly T[], numberOf: (row: T) => number): number {
  return sumOf(rows.map(numberOf)) / rows.length;
}

const probabilityOf = ({ probability }: Compared) => probability;

/** The fewest subjects with a word, and the most words. */
const WORDS = { subjects: 3, most: 8 } as const;

/** Returns the most frequent words of subjects that the model does not know. */
function newWords(rows: readonly DecisionEntry[], { resolved, vocabulary }: TextModel): string[] {
  const { tokenizer } = resolved.analyzer;
  const words = rows.flatMap(({ subject }) => {
    const tokens: Parameters<typeof unknownWords>[0]["tokens"] = (sink) => tokenizer(Buffer.from(subject), sink);
    return unknownWords({ tokens }, vocabulary).words();
  });
  const counts = [...countedBy(words, (word) => word)].filter(([, count]) => count >= WORDS.subjects);
  return counts.sort(([, a], [, b]) => b - a).flatMap(([word], n) => (n < WORDS.most ? word : []));
}

/** The most traits that a line names. */
const NAMED = 4;

/** Says in one line whether documents have changed, and what to do. */
export function driftText({ decisions, since, usual, shares, accuracy, words, preset }: Drift): string {
  const expected = `expected accuracy ${percent(accuracy.now)} (usual: ${percent(accuracy.usual)})`;
  if (since === undefined) return `${plural(decisions, "document")} like ${usual}: ${expected}`;
  const changes = shares.filter(({ isChanged }) => isChanged);
  const largest = changes.sort((a, b) => Math.abs(b.now - b.usual) - Math.abs(a.now - a.usual)).slice(0, NAMED);
  const texts = largest.map(({ text, now, usual }) => `${percent(now)} are ${text} (usual: ${percent(usual)})`);
  const terms = words.length === 0 ? "" : `; new in subjects: ${words.join(", ")}`;
  const begun = `the last ${plural(since.decisions, "document")}, since ${since.time.slice(0, 10)}, are unlike ${usual}`;
  const evaluate = ["thresher evaluate CORPUS --by-date", ...(preset === undefined ? [] : ["--preset", preset])].join(
    " ",
  );
  return `${begun}: ${[...texts, expected].join(", ")}${terms}; to see what training again brings, label some of them and run ${evaluate}`;
}
