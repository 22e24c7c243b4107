import { argmax } from "../classifier.js";
import { minimizeByNewton } from "../newton.js";
import type { ScoredDocument } from "./scored-document.js";
import type { Temperature } from "./temper.js";

/** The weight of the prior that changes nothing, in documents. It keeps the fit finite if no document is wrong. */
const PRIOR_WEIGHT = 1;

/**
 * Minimizes -ln P(actual), summed over the documents, plus half the squares of offset and
 * slope. It uses Fisher scoring and halves steps that raise the loss.
 *
 * With two classes it ignores the length, which would change the ranking of documents.
 *
 * @param start the first guess; it affects only the speed
 */
export function fitTemperature(documents: readonly ScoredDocument[], start = USUAL_START): Temperature {
  if (documents.at(0)?.scores.length !== 2) return fitted(documents, start);
  const withoutLength = documents.map((document) => ({ ...document, tokens: 0 }));
  return { ...fitted(withoutLength, start), slope: 0 };
}

/** The scores of naive Bayes grow with the length, so start there. */
const USUAL_START: Temperature = { offset: 0, slope: 1 };

function fitted(documents: readonly ScoredDocument[], start: Temperature): Temperature {
  return minimizeByNewton(
    start,
    (at) => slopeAt(documents, at),
    (at, { gradient, information: [down, side, across] }) => {
      const determinant = down * across - side * side;
      const offset = (across * gradient[0] - side * gradient[1]) / determinant;
      const slope = (down * gradient[1] - side * gradient[0]) / determinant;
      return (share) => ({ offset: at.offset - share * offset, slope: at.slope - share * slope });
    },
    // Upper bound; a dozen steps are usual.
    { maxSteps: 200, minShare: 5e-13, tolerance: 1e-12 },
  );
}

/** Returns the loss, its gradient and the Fisher information [oo, os, ss] at a calibration. */
function slopeAt(documents: readonly ScoredDocument[], { offset, slope }: Temperature) {
  let loss = (PRIOR_WEIGHT / 2) * (offset * offset + slope * slope);
  const gradient = [PRIOR_WEIGHT * offset, PRIOR_WEIGHT * slope];
  const information = [PRIOR_WEIGHT, 0, PRIOR_WEIGHT];
  for (const { scores, actual, tokens } of documents) {
    const length = Math.log1p(tokens);
    const factor = Math.exp(-offset - slope * length);
    const max = scores[argmax(scores)];
    let sum = 0;
    let first = 0;
    let second = 0;
    for (let c = 0; c < scores.length; c++) {
      if (scores[c] === Number.NEGATIVE_INFINITY) continue;
      const behind = scores[c] - max;
      const weight = Math.exp(factor * behind);
      sum += weight;
      first += weight * behind;
      second += weight * behind * behind;
    }
    const mean = first / sum;
    loss += Math.log(sum) - factor * (scores[actual] - max);
    const down = factor * (scores[actual] - max - mean);
    const spread = factor * factor * Math.max(0, second / sum - mean * mean);
    gradient[0] += down;
    gradient[1] += down * length;
    information[0] += spread;
    information[1] += spread * length;
    information[2] += spread * length * length;
  }
  return { loss, gradient, information };
}
