import { safeText } from "../base/safe-text.js";
import { PackedRows } from "../features/packed-rows.js";
import type { Settings } from "../model/settings.js";
import type { Decisions } from "./answers/decisions.js";
import type { Forecast, PlannedQuestion } from "./engine/forecast.js";
import type { Items } from "./pile/items.js";
import { marksIn } from "./pile/marks.js";
import type { Pile, PileDocument } from "./pile/pile.js";
import { digestOf, type ReadPile } from "./pile/read-pile.js";
import { shownDocument } from "./pile/shown-document.js";
import { randomOrder } from "./questions/next-questions.js";
import type { Question } from "./state.js";

/** So many classes are proposed, and so many examples are shown of documents that are alike. */
const PROPOSALS = 9;
const EXAMPLES = 5;

/** "These look the same: file them all?" is asked for so many other documents at least. */
const FEW_ALIKE = 3;

/** A question, and the items that are alike. */
export interface AskedQuestion {
  readonly question: Question;
  readonly alike: readonly number[];
}

/** Finds the next document to ask about, reads it again and prepares it for a view. */
export class Questioner {
  /** Items whose documents cannot be read any more. */
  readonly gone = new Set<number>();
  readonly #pile: Pile;
  readonly #read: ReadPile;
  readonly #items: Items;
  readonly #settings: Settings;
  readonly #x: PackedRows;
  /** The order of questions that the forecast does not plan. */
  readonly #order: Uint32Array;

  constructor(pile: Pile, read: ReadPile, items: Items, { settings, seed }: { settings: Settings; seed: number }) {
    this.#pile = pile;
    this.#read = read;
    this.#items = items;
    this.#settings = settings;
    this.#x = new PackedRows(read.x);
    this.#order = randomOrder(items.size, seed);
  }

  /**
   * Returns the next question, or undefined if no document is left that can be read.
   *
   * @param again an item to ask about once more, with the proposals of the forecast
   */
  next(decisions: Decisions, forecast: Forecast | undefined, again?: number): AskedQuestion | undefined {
    for (const plan of this.#plans(decisions, forecast, again)) {
      const bytes = this.#content(plan.item);
      if (bytes !== undefined) return this.#prepared(plan, bytes, decisions, forecast);
      this.gone.add(plan.item);
    }
    return undefined;
  }

  #prepared(
    { item, isRandom, proposals: planned, alike: similar }: PlannedQuestion,
    { id, bytes }: PileDocument,
    decisions: Decisions,
    forecast: Forecast | undefined,
  ): AskedQuestion {
    const shown = shownDocument(bytes, this.#settings);
    const proposals = planned.slice(0, PROPOSALS).map(([c, probability]) => {
      return { label: safeText(forecast?.classes[c] ?? ""), probability };
    });
    const alike = similar.filter((other) => this.#isOpen(other, decisions));
    const examples = alike.slice(0, EXAMPLES).map((other) => this.#items.line(other));
    const question: Question = {
      item,
      name: safeText(id),
      copies: this.#items.documents[item].length,
      isRandom,
      ...shown,
      marks: this.#marks(shown.text, proposals.at(0)?.label, decisions),
      proposals,
      alike: alike.length < FEW_ALIKE ? undefined : { count: alike.length, examples },
    };
    return { question, alike };
  }

  /** Reads the first document of an item that is still there, unchanged. */
  #content(item: number): PileDocument | undefined {
    for (const { id, label, digest } of this.#items.of(item)) {
      const bytes = label === undefined ? this.#pile.read(id) : undefined;
      if (bytes !== undefined && digestOf(bytes) === digest) return { id, bytes };
    }
    return undefined;
  }

  /** The planned questions that are still open, then all other open items in random order. */
  *#plans(decisions: Decisions, forecast: Forecast | undefined, again?: number): Generator<PlannedQuestion> {
    if (again !== undefined) yield this.#plan(again, forecast);
    for (const plan of forecast?.questions ?? []) if (this.#isOpen(plan.item, decisions)) yield plan;
    for (const item of this.#order) if (this.#isOpen(item, decisions)) yield this.#plan(item, forecast);
  }

  /** A question about an item that the forecast has not planned, so that chance has chosen it. */
  #plan(item: number, forecast: Forecast | undefined): PlannedQuestion {
    const planned = forecast?.questions.find((plan) => plan.item === item);
    if (planned !== undefined || forecast === undefined)
      return planned ?? { item, isRandom: true, proposals: [], alike: [] };
    const probability = forecast.probabilities[item];
    return { item, isRandom: true, proposals: probability > 0 ? [[forecast.best[item], probability]] : [], alike: [] };
  }

  #isOpen(item: number, { labels, skipped }: Decisions): boolean {
    return !labels.has(item) && !skipped.has(item) && !this.gone.has(item);
  }

  #marks(text: string, proposal: string | undefined, { labels }: Decisions): Question["marks"] {
    if (proposal === undefined) return [];
    const examples = Array.from(labels, ([item, label]) => {
      return { row: this.#items.documents[item][0], isOfClass: safeText(label) === proposal };
    });
    return marksIn(text, examples, this.#x, this.#read.vocabulary);
  }
}
