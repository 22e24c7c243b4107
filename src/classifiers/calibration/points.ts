import { argmax } from "../scores.js";
import { type ScoredDocument, type Temperature, temperInPlace } from "./fit-temperature.js";
import { bestLogOdds } from "./log-odds.js";

/**
 * Documents as the input of a shape. With two classes, the log odds are those of the second class, and the question is
 * whether it is the second. With more, they are those of the best class, and the question is whether it is right.
 */
export interface Points {
  /** Finite, ascending. */
  readonly logOdds: Float64Array;
  /** 1 for yes, 0 for no. */
  readonly yes: Uint8Array;
  readonly isTwo: boolean;
  /** The log odds of the best class if all classes are equally probable; its lower bound. */
  readonly lowest: number;
}

/** Points, and the documents that they stand for, with their scores after the temperature. */
export interface TemperedPoints extends Points {
  readonly documents: readonly Pick<ScoredDocument, "scores" | "actual">[];
}

/**
 * Divides the scores of documents by their temperature, and makes points of them. Documents with only one possible class
 * are left out.
 */
export function pointsOf(documents: readonly ScoredDocument[], temperature: Temperature): TemperedPoints {
  const { length: classes } = documents[0].scores;
  const isTwo = classes === 2;
  const tempered = documents
    .map(({ scores: given, tokens, actual }) => {
      const scores = temperInPlace(given.slice(), tokens, temperature);
      return { scores, actual, logOdds: isTwo ? scores[1] - scores[0] : bestLogOdds(scores) };
    })
    .filter(({ logOdds }) => Number.isFinite(logOdds))
    .sort((a, b) => a.logOdds - b.logOdds);
  return {
    documents: tempered,
    logOdds: Float64Array.from(tempered, ({ logOdds }) => logOdds),
    yes: Uint8Array.from(tempered, ({ scores, actual }) => (actual === (isTwo ? 1 : argmax(scores)) ? 1 : 0)),
    isTwo,
    lowest: -Math.log(classes - 1),
  };
}

/** Selects points by their indices, which ascend. */
export function pointsAt({ logOdds, yes, isTwo, lowest }: Points, chosen: Uint32Array): Points {
  return {
    isTwo,
    lowest,
    logOdds: Float64Array.from(chosen, (i) => logOdds[i]),
    yes: Uint8Array.from(chosen, (i) => yes[i]),
  };
}
