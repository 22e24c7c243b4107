import { DataError } from "../../src/errors.js";

/** The two judgements of the track. */
export type Judgement = "ham" | "spam";

/** What a filter says of a message. */
export interface Answer {
  readonly class: Judgement;
  /** The higher, the likelier it is spam; on any scale. */
  readonly score: number;
}

/** One line of a result file. */
export interface JigResult extends Answer {
  readonly file: string;
  /** What the message is. */
  readonly judge: Judgement;
}

/** What the track writes where a filter gives no answer, before it goes on with the next message. */
export const NO_ANSWER: Answer = { class: "ham", score: 0 };

/** What `classify` prints. Nothing is kept from classifying to training: there is no auxiliary file. */
export function answerLine({ class: said, score }: Answer): string {
  return `class=${said} score=${score} tfile=\n`;
}

/** Reads what a `classify` printed; undefined if that is no answer. */
export function parseAnswer(text: string): Answer | undefined {
  const [, said, score] = /^\s*class=(ham|spam)\s+score=(\S+)/i.exec(text) ?? [];
  if (said === undefined || !Number.isFinite(Number(score))) return undefined;
  return { class: said.toLowerCase() as Judgement, score: Number(score) };
}

/** Readers of result files split at white space: it is escaped in names, as is what escapes it. */
export function resultLine({ file, judge, class: said, score }: JigResult): string {
  const name = file.replace(/[\s%\p{Cc}]/gu, (character) => encodeURIComponent(character));
  return `${name} judge=${judge} class=${said} score=${score}\n`;
}

/** @throws DataError if a line is none of a result file. */
export function parseResults(text: string): JigResult[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, at) => {
      const [, file, judge] = /^(\S+) judge=(ham|spam) /.exec(line) ?? [];
      const answer = parseAnswer(line.slice(line.indexOf(" class=")));
      if (file === undefined || answer === undefined) {
        throw new DataError(`results, line ${at + 1}: required FILE judge=… class=… score=…, found ${line}`);
      }
      return { file: decodeURIComponent(file), judge: judge as Judgement, ...answer };
    });
}
