import { argmax } from "../classifier.js";
import { bestLogOdds } from "./log-odds.js";
import type { ScoredDocument } from "./scored-document.js";
import { type Temperature, temperInPlace } from "./temper.js";

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

/**
 * Makes the points of documents whose scores have been divided by their temperature.
 *
 * @param documents with finite log odds, in ascending order: see `inOrder`
 */
export function pointsOf(documents: readonly TemperedDocument[], classes: number): Points {
  const isTwo = classes === 2;
  return {
    logOdds: Float64Array.from(documents, ({ logOdds }) => logOdds),
    yes: Uint8Array.from(documents, ({ scores, actual }) => (actual === (isTwo ? 1 : argmax(scores)) ? 1 : 0)),
    isTwo,
    lowest: -Math.log(classes - 1),
  };
}

/** A document with scores after the temperature. */
export interface TemperedDocument {
  readonly scores: Float64Array;
  readonly actual: number;
  /** See `Points`. */
  readonly logOdds: number;
}

/** Returns the documents after the temperature, by ascending log odds, without those with only one possible class. */
export function inOrder(documents: readonly ScoredDocument[], temperature: Temperature): TemperedDocument[] {
  return documents
    .map(({ scores, tokens, actual }) => {
      const tempered = temperInPlace(scores.slice(), tokens, temperature);
      return { scores: tempered, actual, logOdds: logOddsOf(tempered) };
    })
    .filter(({ logOdds }) => Number.isFinite(logOdds))
    .sort((a, b) => a.logOdds - b.logOdds);
}

function logOddsOf(scores: Float64Array): number {
  return scores.length === 2 ? scores[1] - scores[0] : bestLogOdds(scores);
}

/** Selects points by their indices, which ascend. */
export function pointsAt({ logOdds, yes, ...shared }: Points, chosen: Uint32Array): Points {
  return {
    ...shared,
    logOdds: Float64Array.from(chosen, (i) => logOdds[i]),
    yes: Uint8Array.from(chosen, (i) => yes[i]),
  };
}
