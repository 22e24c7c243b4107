import { UsageError } from "../base/errors.js";
import { quoted, safeText } from "../base/safe-text.js";
import { UNLABELLED } from "../features/sparse-matrix.js";
import { Decisions } from "./answers/decisions.js";
import { type DocumentKey, NONE, type Step } from "./answers/step.js";
import { classKeys, TypedNames } from "./answers/typed-names.js";
import type { AskQuestion } from "./ask-question.js";
import type { EngineAnswers, Forecast, PlannedQuestion } from "./engine/forecast.js";
import { groupStates, type ProposedGroup } from "./groups/propose-groups.js";
import type { Items } from "./pile/items.js";
import { findDocuments, openItems, type SearchPile } from "./pile/search-pile.js";
import { randomOrder } from "./questions/next-questions.js";
import { documentsOf, type SessionEnd, sureItems } from "./session-end.js";
import type { Change, FoundDocuments, GroupState, LabellingState, Question } from "./state.js";

/** Minimum number of random answers before the accuracy is shown. */
const FEWEST = 10;

/** The changes that become steps of the journal. */
type StepChange = Exclude<Change, { readonly do: "ask" | "finish" }>;

/** A session whose pile is read: the steps of the user, the latest forecast, and the question that is asked now. */
export class Session {
  readonly #items: Items;
  readonly #prepared: AskQuestion;
  readonly #search: SearchPile;
  readonly #typed = new TypedNames();
  readonly #steps: Step[];
  /** The order of questions that the forecast does not plan. */
  readonly #order: Uint32Array;
  /** Items whose documents cannot be read any more. */
  readonly #gone = new Set<number>();
  #decisions: Decisions;
  #proposed: readonly ProposedGroup[] | undefined;
  #latest: Forecast | undefined;
  #isFailed = false;
  #question: Question | undefined;
  /** The items that are like the one that is asked about. */
  #alike: readonly number[] = [];

  /** @param steps of earlier sessions, without those that were undone */
  constructor(items: Items, prepared: AskQuestion, search: SearchPile, steps: readonly Step[], seed: number) {
    this.#items = items;
    this.#prepared = prepared;
    this.#search = search;
    this.#steps = [...steps];
    this.#order = randomOrder(items.size, seed);
    this.#decisions = new Decisions(items.given, steps);
    this.#ask();
  }

  /** The parts of the state that depend on the session. */
  state(): Pick<
    LabellingState,
    "classes" | "groups" | "isGrouping" | "question" | "isForecasting" | "progress" | "canUndo"
  > {
    const { classes, labels, isAsking } = this.#decisions;
    const keys = classKeys(classes, TAKEN);
    const items = (label: string) => this.#decisions.itemsOf(label);
    const { accuracy } = this.#latest ?? {};
    const isKnown = accuracy !== undefined && accuracy.answers >= FEWEST;
    return {
      classes: classes.map((name, c) => {
        return { name: safeText(name), key: keys[c], labelled: this.#items.count(items(name)) };
      }),
      groups: isAsking ? [] : this.#groups,
      isGrouping: this.#isGrouping,
      question: this.#question,
      isForecasting: this.#isForecasting,
      progress: {
        labelled: this.#items.count(labels.keys()) - this.#items.count(items(NONE)),
        documents: this.#items.all,
        expectedAccuracy: isKnown ? accuracy : undefined,
        sure: this.#forecast && this.#items.count(sureItems(this.#forecast, this.#decisions).keys()),
      },
      canUndo: this.#steps.length > 0,
    };
  }

  get phase(): "groups" | "questions" {
    return this.#decisions.isAsking ? "questions" : "groups";
  }

  /** Returns a step with the names of its documents, for the journal. */
  named(step: Step): Step<DocumentKey> {
    return { ...step, items: this.#items.keys(step.items) };
  }

  /** The answers for the engine. @param number grows with each change */
  answers(number: number): EngineAnswers {
    const { classes, labels, hints, skipped, unseen } = this.#decisions;
    const byIndex = (all: ReadonlyMap<number, string>) =>
      Array.from(all, ([item, label]) => [item, label === NONE ? UNLABELLED : classes.indexOf(label)] as const);
    return {
      number,
      classes: [...classes],
      labels: byIndex(labels),
      hints: byIndex(hints),
      skipped: [...skipped, ...this.#gone],
      given: [...this.#items.given.keys(), ...unseen],
      isGrouping: this.#isGrouping,
    };
  }

  /** The result of the session so far. @param sureToo whether the documents without an answer whose class is sure count */
  end(sureToo: boolean): Pick<SessionEnd, "decided" | "open"> {
    const sure = sureItems(sureToo ? this.#forecast : undefined, this.#decisions);
    return documentsOf(this.#items, this.#decisions.labels, sure);
  }

  /** Takes the groups that the engine proposes. */
  propose(groups: readonly ProposedGroup[]): void {
    this.#proposed = groups;
  }

  /** Takes a new forecast; without one, there will be none. A question that did not wait for it stays as it is. */
  expect(forecast?: Forecast): void {
    const hasWaited = this.#isForecasting;
    this.#latest = forecast ?? this.#latest;
    this.#isFailed = forecast === undefined;
    if (this.#question === undefined || (hasWaited && !this.#isForecasting)) this.#ask(this.#question?.item);
  }

  /** Makes a step. */
  take(step: Step): void {
    this.#steps.push(step);
    this.#decisions.take(step);
    if (step.name !== undefined) this.#ask(this.#question?.item);
    else if (this.#question === undefined || !this.#isOpen(this.#question.item)) this.#ask();
  }

  /** Takes back the last step. The document of an answer is asked about again. @throws UsageError if there is none */
  undo(): void {
    const step = this.#steps.pop();
    this.#decisions = new Decisions(this.#items.given, this.#steps);
    const isAgain = (step?.do === "answer" && step.name === undefined) || step?.do === "skip";
    this.#ask(isAgain ? step.items[0] : this.#question?.item);
  }

  /** Shows an item as the question. @throws UsageError if it cannot get another answer */
  ask(item: number): void {
    const folder = this.#items.given.get(this.#item(item));
    if (folder !== undefined) {
      throw new UsageError(`the document is in ${quoted([safeText(folder)])} already: move its file to another folder`);
    }
    this.#ask(item);
  }

  /** Finds documents: see `findDocuments`. */
  find(text: string): FoundDocuments {
    return findDocuments(text, this.#items, this.#decisions, this.#search);
  }

  /** Turns a change into a step. @throws UsageError if it is not allowed */
  stepOf(change: StepChange): Step {
    if (change.do === "undo" && this.#steps.length === 0) throw new UsageError("there is nothing to undo");
    if (change.do === "answer-none") return { do: "skip", items: [this.#item(change.item)], isNone: true };
    const name = "name" in change ? this.#typed.renamed(change.name, this.#decisions) : undefined;
    const label = "label" in change ? this.#typed.read(change.label, this.#decisions, name) : undefined;
    const isAnswer = change.do === "answer-alike" || change.do === "answer-found" || change.do === "rename-class";
    return { do: isAnswer ? "answer" : change.do, items: this.#itemsOf(change, name), label, name };
  }

  /**
   * The items that a change is about, as its step names them. A group is named by its first example; `name-group` has the
   * others after it, as hints.
   */
  #itemsOf(change: StepChange, renamed: string | undefined): number[] {
    if ("group" in change) {
      const { id, examples } = this.#group(change.group);
      return change.do === "name-group" ? [...new Set([id, ...examples.map(({ item }) => item)])] : [id];
    }
    if (change.do === "answer-found") return openItems(change.text, this.#items, this.#decisions, this.#search);
    if (!("item" in change)) return renamed === undefined ? [] : this.#decisions.itemsOf(renamed);
    const item = this.#item(change.item);
    const isAlike = change.do === "answer-alike" && item === this.#question?.item;
    return isAlike ? [item, ...this.#alike.filter((other) => this.#isOpen(other))] : [item];
  }

  /** The latest forecast. Undefined if there is none, or if it knows a class that was undone or renamed since. */
  get #forecast(): Forecast | undefined {
    const { classes } = this.#decisions;
    return this.#latest?.classes.every((name) => classes.includes(name)) ? this.#latest : undefined;
  }

  /** Whether the answers of the user are not in a forecast yet: after a restart, or when a class has another name. */
  get #isForecasting(): boolean {
    const { classes, isAsking } = this.#decisions;
    return isAsking && classes.length > 1 && this.#forecast === undefined && !this.#isFailed;
  }

  get #isGrouping(): boolean {
    return this.phase === "groups" && this.#proposed === undefined;
  }

  get #groups(): GroupState[] {
    return groupStates(this.#proposed ?? [], this.#items, this.#decisions);
  }

  /** Finds the next question. @param again an item to ask about once more, if it can still be read */
  #ask(again?: number): void {
    this.#question = undefined;
    if (!this.#decisions.isAsking) return;
    for (const plan of this.#plans(again)) {
      this.#alike = plan.alike.filter((item) => this.#isOpen(item));
      const shown = { ...plan, alike: this.#alike };
      this.#question = this.#prepared(shown, this.#forecast?.classes ?? [], this.#decisions.labels);
      if (this.#question !== undefined) return;
      this.#gone.add(plan.item);
    }
  }

  /** The planned questions that are still open, then all other open items in random order. */
  *#plans(again: number | undefined): Generator<PlannedQuestion> {
    const planned = this.#forecast?.questions ?? [];
    const open = [...planned.map(({ item }) => item), ...this.#order].filter((item) => this.#isOpen(item));
    for (const item of again === undefined ? open : [again, ...open]) {
      const { best, probabilities } = this.#forecast ?? { best: [], probabilities: [] };
      const proposals = probabilities[item] > 0 ? [[best[item], probabilities[item]] as const] : [];
      yield planned.find((plan) => plan.item === item) ?? { item, isRandom: item !== again, proposals, alike: [] };
    }
  }

  #isOpen(item: number): boolean {
    const { labels, skipped } = this.#decisions;
    return !labels.has(item) && !skipped.has(item) && !this.#gone.has(item);
  }

  #item(item: number): number {
    if (Number.isInteger(item) && item >= 0 && item < this.#items.size) return item;
    throw new UsageError(`there is no document ${safeText(String(item))}`);
  }

  #group(id: number): GroupState {
    const group = this.#groups.find((group) => group.id === id);
    if (group === undefined) throw new UsageError(`there is no group ${safeText(String(id))}`);
    return group;
  }
}

/** Keys that views use for other things: all alike, finish, merge, new class, quit, skip, undo. */
const TAKEN = "afmnqsu";
