import { DataError } from "../../src/base/errors.js";
import type { Classification } from "../../src/classifiers/classifier.js";

/** The classes of the track. */
export type Judgement = "ham" | "spam";

/** The answer of a filter for a message. */
export interface Answer {
  readonly class: Judgement;
  /** Higher means more likely spam, on any scale. */
  readonly score: number;
}

/** One line of a result file. */
export interface JigResult extends Answer {
  readonly file: string;
  /** The true class. */
  readonly judge: Judgement;
}

/** The line that the track records if a filter does not answer. */
export const NO_ANSWER: Answer = { class: "ham", score: 0 };

/** The output of `classify`. There is no auxiliary file (`tfile`) for training. */
export function answerLine({ class: said, score }: Answer): string {
  return `class=${said} score=${score} tfile=\n`;
}

/** Parses the output of `classify`; undefined if it is invalid. */
export function parseAnswer(text: string): Answer | undefined {
  const [, said, score] = /^\s*class=(ham|spam)\s+score=(\S+)/i.exec(text) ?? [];
  if (said === undefined || !Number.isFinite(Number(score))) return undefined;
  return { class: said.toLowerCase() as Judgement, score: Number(score) };
}

/** Result files are split at white space, so it is escaped in names, as are percent signs. */
export function resultLine({ file, judge, class: said, score }: JigResult): string {
  const name = file.replace(/[\s%\p{Cc}]/gu, (character) => encodeURIComponent(character));
  return `${name} judge=${judge} class=${said} score=${score}\n`;
}

/** @throws DataError if a line is invalid. */
export function parseResults(text: string): JigResult[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, at) => {
      const [, file, judge] = /^(\S+) judge=(ham|spam) /.exec(line) ?? [];
      const answer = parseAnswer(line.slice(line.indexOf(" class=")));
      if (file === undefined || answer === undefined) {
        throw new DataError(`results, line ${at + 1}: "${line}" is not FILE judge=… class=… score=…`);
      }
      return { file: decodeURIComponent(file), judge: judge as Judgement, ...answer };
    });
}

/** A class that a model knows, and the number of its messages. */
interface KnownClass {
  readonly label: string;
  readonly documents: number;
}

/**
 * The answer of a model: the log odds of spam are its score. Before it knows both classes, it takes nothing for spam, and
 * the score is that of the add-one prior alone.
 */
export function answerOf(classes: readonly KnownClass[], classify: () => Classification): Answer {
  if (classes.length < 2) {
    const [known] = classes;
    const size = Math.log(1 + (known?.documents ?? 0));
    return { class: "ham", score: eightDigits(known?.label === "ham" ? -size : size) };
  }
  const { label, logOdds } = classify();
  return { class: label as Judgement, score: eightDigits(label === "spam" ? logOdds : -logOdds) };
}

/** The track prints eight digits. */
function eightDigits(score: number): number {
  return Number(score.toFixed(8));
}
