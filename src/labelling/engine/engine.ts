import { ascending } from "../../base/lists.js";
import { collectGarbage } from "../../base/process.js";
import { seededRandom, shuffle } from "../../base/random.js";
import { ranked } from "../../classifiers/scores.js";
import { NeighbourGraph } from "../../classifiers/unlabelled/neighbour-graph.js";
import { columnMap, selectTerms, termStatistics } from "../../features/selection.js";
import { type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import { packedRows } from "../../features/viewed-rows.js";
import { Vocabulary } from "../../features/vocabulary.js";
import { tfIdfRows } from "../../features/weighting.js";
import { proposeGroups } from "../groups/propose-groups.js";
import { estimateAccuracy } from "../questions/accuracy-estimate.js";
import { nextQuestions, randomOrder } from "../questions/next-questions.js";
import type { EngineAnswers, EngineNews, EngineTask, Forecast, PlannedQuestion, StartEngine } from "./forecast.js";
import { itemShares } from "./item-shares.js";
import { alikeItems, itemsOf } from "./items-of.js";

/** Number of questions planned ahead, so that a view never waits. */
const AHEAD = 50;

/** Maximum number of classes proposed for a question. */
const PROPOSALS = 9;

/** Items added to the graph before new answers are checked: about 0.1 s at 50,000 items. */
const SLICE = 32;

/** Forecasts use the new part of the graph only after it has grown by this factor, because rebuilding is slow. */
const MIN_GROWTH = 1.3;

/** The stream of the seed for the order in which the graph grows. */
const STREAM = 32;

/**
 * Forecasts the classes of all items from the answers so far, and plans the next questions. It works in slices, so that
 * new answers are seen soon: the graph of neighbours grows while the user answers.
 */
export class ForecastEngine {
  readonly #post: (news: EngineNews) => void;
  readonly #seed: number;
  /** Weighted terms, a row per item: those of its first document. */
  readonly #x: SparseMatrix;
  readonly #graph: NeighbourGraph;
  /** The items in the order in which the graph grows. */
  readonly #order: Uint32Array;
  /** How many items of `#order` are in the graph. */
  #next = 0;
  #matrix: SparseMatrix;
  /** How far the graph had grown when the matrix was made of it. */
  #grown = 0;
  #answers: EngineAnswers | undefined;
  /** Whether answers, graph or estimate have changed since the last forecast. */
  #isNew = false;
  /** Whether there are new answers since the last estimate began. */
  #isUnjudged = false;
  /** The estimate that is being made. */
  #estimate: ReturnType<typeof estimateAccuracy> | undefined;
  #accuracy: Forecast["accuracy"];
  /** The terms of the columns, until groups are proposed. */
  #terms: Vocabulary | undefined;

  /** Finds the items. @param post gets all results */
  constructor({ x, terms, threads, seed }: EngineTask, post: (news: EngineNews) => void) {
    this.#post = post;
    this.#seed = seed;
    const counts = packedRows(x);
    const items = itemsOf(counts, threads);
    post({ items });
    const firsts = firstRows(items);
    const kept = selectTerms(termStatistics(counts, firsts), { minDocuments: 2 });
    this.#x = tfIdfRows(selectRows(counts, firsts, columnMap(kept, counts.columns)));
    this.#terms = new Vocabulary(terms.pool, terms.offsets).subset(kept);
    this.#graph = new NeighbourGraph(this.#x);
    this.#matrix = this.#graph.matrix();
    collectGarbage(this.#x.ids.length);
    this.#order = shuffle(ascending(this.#x.rows), seededRandom(seed, STREAM));
  }

  /** Takes the answers so far. */
  hear(answers: EngineAnswers): void {
    this.#answers = answers;
    this.#isNew = this.#isUnjudged = true;
  }

  /** Does the next slice of work, the most urgent first. Returns whether there was any. */
  work(): boolean {
    const answers = this.#answers;
    if (this.#terms !== undefined && answers?.isGrouping) {
      this.#post({ groups: proposeGroups(this.#x, this.#terms, this.#seed) });
      this.#terms = undefined;
    } else if (this.#isNew && answers !== undefined) {
      this.#isNew = false;
      this.#post({ forecast: this.#forecast(answers) });
    } else if (this.#graph.grown < this.#order.length) this.#grow();
    else if (this.#estimate !== undefined) this.#judge(this.#estimate);
    else if (this.#isUnjudged && answers !== undefined) this.#beginEstimate(answers);
    else return false;
    return true;
  }

  /** Grows the graph by a slice. */
  #grow(): void {
    this.#graph.grow(this.#order.subarray(this.#next, this.#next + SLICE));
    this.#next += SLICE;
    const { grown } = this.#graph;
    if (grown < this.#order.length && grown <= MIN_GROWTH * this.#grown + SLICE) return;
    this.#matrix = this.#graph.matrix();
    this.#grown = grown;
    this.#isNew = true;
  }

  /** Begins an estimate. This comes after the graph is complete, because before that the forecast is worse than it will be. */
  #beginEstimate(answers: EngineAnswers): void {
    this.#isUnjudged = false;
    const predict = (labels: EngineAnswers["labels"]) => itemShares(this.#x, this.#matrix, { ...answers, labels }).best;
    this.#estimate = estimateAccuracy({ labels: answers.labels, ...this.#asking(answers), predict });
  }

  /** Makes a step of the estimate. When it is done, a new forecast is as sure as it allows. */
  #judge(estimate: ReturnType<typeof estimateAccuracy>): void {
    const step = estimate.next();
    if (!step.done) return;
    this.#estimate = undefined;
    this.#isNew = step.value !== undefined;
    this.#accuracy = step.value ?? this.#accuracy;
  }

  /** The items that may be asked about at random, in order, and which of all are open. */
  #asking({ labels, skipped, given }: EngineAnswers) {
    const closed = new Set([...labels.map(([item]) => item), ...skipped]);
    const isGiven = new Set(given);
    const order = randomOrder(this.#x.rows, this.#seed).filter((item) => !isGiven.has(item));
    return { order, isOpen: (item: number) => !closed.has(item) };
  }

  #forecast(answers: EngineAnswers): Forecast {
    const { classes, labels, number } = answers;
    const accuracy = this.#accuracy;
    const { shares, best, probabilities } = itemShares(this.#x, this.#matrix, answers, accuracy);
    const asking = this.#asking(answers);
    const size = { classes: classes.length, answers: labels.length, seed: this.#seed };
    const questions = nextQuestions({ ...asking, shares, ...size }, AHEAD).map(
      ({ item, isRandom }): PlannedQuestion => {
        const proposals = proposalsOf(shares.subarray(item * classes.length, (item + 1) * classes.length));
        const isAlike = (other: number) =>
          asking.isOpen(other) && probabilities[other] > 0 && best[other] === best[item];
        return {
          item,
          isRandom,
          proposals,
          alike: proposals.length === 0 ? [] : alikeItems(this.#graph, item, isAlike),
        };
      },
    );
    return { answersNumber: number, classes, best, probabilities, questions, accuracy };
  }
}

/** Returns the row of the first document of each item. Items are numbered in the order of these. */
function firstRows(items: Uint32Array): Uint32Array {
  const firsts: number[] = [];
  for (const [row, item] of items.entries()) if (item === firsts.length) firsts.push(row);
  return Uint32Array.from(firsts);
}

/** Returns the most probable classes of an item; none if there is no choice between classes yet. */
function proposalsOf(shares: Float64Array): PlannedQuestion["proposals"] {
  if (shares.length < 2) return [];
  const best = ranked(shares).slice(0, PROPOSALS);
  return best.filter((c) => shares[c] > 0).map((c) => [c, shares[c]] as const);
}

/** Runs an engine in this thread, in slices of the event loop. */
export const runEngine: StartEngine = (task, onNews) => {
  let engine: ForecastEngine | undefined;
  const work = () => {
    engine ??= new ForecastEngine(task, onNews);
    next = engine.work() ? setImmediate(work) : undefined;
  };
  /** The next slice; undefined if there is nothing to do. */
  let next: NodeJS.Immediate | undefined = setImmediate(work);
  return {
    tell(answers) {
      // Nobody tells answers before the engine has posted the items.
      engine?.hear(answers);
      next ??= setImmediate(work);
    },
    stop: async () => clearImmediate(next),
  };
};
