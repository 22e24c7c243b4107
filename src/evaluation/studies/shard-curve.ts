import { requireWhole } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { type ColumnMap, selectRows } from "../../features/sparse-matrix.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import { compareBytes } from "../../text/sorted-terms.js";
import {
  type CountedPlan,
  labelsOf,
  modelOfShards,
  readShards,
  requireDealt,
  type ShardTestOptions,
  testedRows,
} from "../evaluate-shards.js";
import { type Baselines, meanBaselines, outcomeOf } from "../metrics/outcome.js";
import { CURVE_DEFAULTS, curveOf, type LearningCurves, type Repeat } from "./learning-curve.js";

/** How the learning curve of counted shards is made. */
export interface ShardCurveOptions extends Omit<ShardTestOptions, "binary"> {
  /** How many shards are tested. Default: a third of them, at least 1. */
  readonly withheld?: number | undefined;
  /** How many sizes, spread evenly on a logarithmic axis; at least 2. Default 7. */
  readonly points?: number | undefined;
  /** Each withholds other shards. At most the number of shards; default 5. */
  readonly repeats?: number | undefined;
}

/** A learning curve, and how many shards were tested. */
export interface ShardCurve {
  readonly curves: LearningCurves;
  readonly withheld: number;
  readonly repeats: number;
}

/**
 * The learning curve of counted shards: the counts of more and more shards are added up, and each sum is tested on the
 * same withheld shards, whose documents are read once in each repeat.
 *
 * @throws UsageError if an option is out of range, or the plan was not dealt; DataError as `evaluateShards`.
 */
export function shardCurve(counted: CountedPlan, options: ShardCurveOptions = {}): ShardCurve {
  requireDealt(counted);
  const { length } = counted.plan.shards;
  const { jobs, onStep, points = CURVE_DEFAULTS.points, repeats = Math.min(CURVE_DEFAULTS.repeats, length) } = options;
  const withheld = options.withheld ?? Math.max(1, Math.round(length * CURVE_DEFAULTS.holdout));
  requireWhole("withheld", withheld, 1);
  requireWhole("points", points, 2);
  requireWhole("repeats", repeats, 1);
  if (withheld >= length) throw new UsageError(`${withheld} withheld shards leave none of ${length} to learn from`);
  if (repeats > length) throw new UsageError(`${repeats} repeats are more than the ${length} shards of the plan`);
  const sizes = sizesOf(length - withheld, points);
  const results = sizes.map((): Repeat[] => []);
  const baselines: Baselines[] = [];
  const labels = labelsOf(counted);
  let tested = 0;
  let done = 0;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const first = Math.floor((repeat * length) / repeats);
    const order = Array.from({ length }, (_, i) => (first + i) % length);
    const learned = order.slice(withheld);
    const whole = modelOfShards(counted, learned);
    const { vocabulary } = whole.training;
    const data = readShards(counted, order.slice(0, withheld), { vocabulary, labels }, { jobs });
    if (repeat === 0) tested = data.x.rows;
    for (const [s, size] of sizes.entries()) {
      const model = size === learned.length ? whole : modelOfShards(counted, learned.slice(0, size));
      const rows = selectRows(data.x, [...data.ids.keys()], mapTo(vocabulary, model.vocabulary));
      const outcome = outcomeOf(model.model, testedRows(model, { ...data, x: rows }), labels.length);
      const right = outcome.predictions.filter(({ actual, predicted }) => actual === predicted).length;
      const { documents, vocabulary: terms } = outcome;
      results[s].push({ documents: documents.train, vocabulary: terms, right, tested: documents.test });
      if (size === sizes.at(-1)) baselines.push(outcome.baselines);
      onStep?.(++done);
    }
  }
  const documents = { train: results[results.length - 1][0].documents, test: tested };
  const curve = curveOf(counted.parts.settings.classifier, results, documents, false);
  return { curves: { curves: [curve], documents, baselines: meanBaselines(baselines) }, withheld, repeats };
}

/** Numbers of shards from 1 to all, spread evenly on a logarithmic axis; ascending and distinct. */
function sizesOf(all: number, points: number): number[] {
  const sizes = Array.from({ length: points }, (_, i) => Math.round(all ** (i / (points - 1))));
  return [...new Set(sizes)];
}

/** The number in another vocabulary of each term of this one. Both are in the order of their bytes. */
function mapTo(from: Vocabulary, to: Vocabulary): ColumnMap {
  const [a, b] = [from.contents(), to.contents()];
  const numbers = new Int32Array(from.size).fill(-1);
  for (let n = 0, m = 0; n < from.size && m < to.size; n++) {
    const order = () => compareBytes(b.pool, b.offsets[m], b.offsets[m + 1], a.pool, a.offsets[n], a.offsets[n + 1]);
    while (m < to.size && order() < 0) m++;
    if (m < to.size && order() === 0) numbers[n] = m;
  }
  return { to: numbers, columns: to.size };
}
