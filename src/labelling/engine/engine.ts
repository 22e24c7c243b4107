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
import { type ItemShares, itemShares } from "./item-shares.js";
import { alikeItems, itemsOf } from "./items-of.js";

/** Number of questions planned ahead, so that a view never waits. */
const AHEAD = 50;

/** Maximum number of classes proposed for a question. */
const PROPOSALS = 9;

/** Items added to the graph before new answers are checked: about 0.1 s at 50,000 items. */
const SLICE = 32;

/** Forecasts use the new part of the graph only after it has grown by this factor, because rebuilding is slow. */
const WORTH = 1.3;

/** The accuracy is estimated again when the number of answers has changed by this factor. */
const CHANGED = 1.1;

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
  #next = 0;
  #matrix: SparseMatrix;
  /** How far the graph had grown when the matrix was made of it. */
  #grown = 0;
  #answers: EngineAnswers | undefined;
  /** Whether answers, graph or estimate have changed since the last forecast. */
  #isNew = false;
  #posted: Forecast | undefined;
  /** The estimate that is being made, and how many answers the last one that was begun knows. */
  #estimate: ReturnType<typeof estimateAccuracy> | undefined;
  #judged = 0;
  /** The terms of the columns, until groups are proposed. */
  #terms: Vocabulary | undefined;

  /** Finds the items. @param post gets all results */
  constructor({ x, terms, threads, seed }: EngineTask, post: (news: EngineNews) => void) {
    this.#post = post;
    this.#seed = seed;
    const counts = packedRows(x);
    const items = itemsOf(counts, threads);
    post({ items });
    // The first document of each item: items are numbered in the order of these.
    let seen = 0;
    const firsts = ascending(counts.rows).filter((row) => items[row] === seen && ++seen > 0);
    const kept = selectTerms(termStatistics(counts, firsts), { minDocuments: 2 });
    this.#x = tfIdfRows(selectRows(counts, firsts, columnMap(kept, counts.columns)));
    this.#terms = Vocabulary.fromContents(terms.pool, terms.offsets).subset(kept);
    this.#graph = new NeighbourGraph(this.#x);
    this.#matrix = this.#graph.matrix();
    collectGarbage(this.#x.ids.length);
    this.#order = shuffle(ascending(this.#x.rows), seededRandom(seed, STREAM));
  }

  /** Takes the answers so far. */
  hear(answers: EngineAnswers): void {
    this.#answers = answers;
    this.#isNew = true;
  }

  /**
   * Does the next slice of work: a step of the estimate, and a forecast if something is new. Until the graph is complete,
   * it then grows for as long as they took. Returns whether more is to be done.
   */
  work(): boolean {
    if (this.#terms !== undefined && this.#answers?.isGrouping) {
      this.#post({ groups: proposeGroups(this.#x, this.#terms, this.#seed) });
      this.#terms = undefined;
      return true;
    }
    const begin = performance.now();
    this.#judgeOn();
    if (this.#isNew && this.#answers !== undefined) {
      this.#isNew = false;
      this.#postForecast(this.#forecast(this.#answers));
    }
    // Now, and once more the time since the beginning.
    const growUntil = 2 * performance.now() - begin;
    let isGrowing = this.#grow();
    while (isGrowing && performance.now() < growUntil) isGrowing = this.#grow();
    return isGrowing || this.#estimate !== undefined || (this.#isNew && this.#answers !== undefined);
  }

  /** Grows the graph by a slice. Returns whether it is not complete then. */
  #grow(): boolean {
    this.#graph.grow(this.#order.subarray(this.#next, this.#next + SLICE));
    this.#next += SLICE;
    const { grown } = this.#graph;
    const isGrowing = grown < this.#order.length;
    if (isGrowing ? grown > WORTH * this.#grown + SLICE : grown > this.#grown) {
      this.#matrix = this.#graph.matrix();
      this.#grown = grown;
      this.#isNew = true;
    }
    return isGrowing;
  }

  /** Makes a step of the estimate. When it is done, a new forecast is as sure as the estimate allows. */
  #judgeOn(): void {
    const step = this.#estimate?.next();
    if (!step?.done || this.#posted === undefined) return;
    this.#estimate = undefined;
    this.#postForecast({ ...this.#posted, accuracy: step.value ?? this.#posted.accuracy });
    this.#isNew = true;
  }

  #postForecast(forecast: Forecast): void {
    this.#posted = forecast;
    this.#post({ forecast });
  }

  #forecast(answers: EngineAnswers): Forecast {
    const { classes, labels, skipped, given, number } = answers;
    const { accuracy } = this.#posted ?? {};
    const found = itemShares(this.#x, this.#matrix, answers, accuracy);
    const closed = new Set([...labels.map(([item]) => item), ...skipped]);
    const isOpen = (item: number) => !closed.has(item);
    const isGiven = new Set(given);
    const order = randomOrder(this.#x.rows, this.#seed).filter((item) => !isGiven.has(item));
    const seed = this.#seed;
    const asking = { order, isOpen, shares: found.shares, classes: classes.length, answers: labels.length, seed };
    const { best, probabilities } = found;
    const questions = nextQuestions(asking, AHEAD).map(({ item, isRandom }): PlannedQuestion => {
      const isAlike = (other: number) => isOpen(other) && probabilities[other] > 0 && best[other] === best[item];
      const proposals = proposalsOf(found, item, classes.length);
      return { item, isRandom, proposals, alike: proposals.length === 0 ? [] : alikeItems(this.#graph, item, isAlike) };
    });
    if (this.#estimate === undefined) this.#judge(answers, order, isOpen);
    return { answers: number, classes, best, probabilities, questions, accuracy };
  }

  /** Begins a new estimate of the accuracy if the last one is out of date. */
  #judge(answers: EngineAnswers, order: Uint32Array, isOpen: (item: number) => boolean): void {
    const { labels, given } = answers;
    const known = labels.length - given.length;
    if (known <= CHANGED * this.#judged && CHANGED * known >= this.#judged) return;
    const matrix = this.#matrix;
    const predict = (left: EngineAnswers["labels"]) => itemShares(this.#x, matrix, { ...answers, labels: left }).best;
    const estimate = estimateAccuracy({ labels, order, isOpen, predict });
    this.#judged = known;
    // The first step makes no forecast. The estimate is done at once if nothing was asked at random.
    if (!estimate.next().done) this.#estimate = estimate;
  }
}

/** Returns the most probable classes of an item; none if there is no choice between classes yet. */
function proposalsOf({ shares }: ItemShares, item: number, classes: number): PlannedQuestion["proposals"] {
  if (classes < 2) return [];
  const own = shares.subarray(item * classes, (item + 1) * classes);
  const best = ranked(own).slice(0, PROPOSALS);
  return best.filter((c) => own[c] > 0).map((c) => [c, own[c]] as const);
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
