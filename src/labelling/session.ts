import { UsageError } from "../base/errors.js";
import { quoted, safeText } from "../base/safe-text.js";
import { UNLABELLED } from "../features/sparse-matrix.js";
import type { AnswerJournal } from "./answers/answer-journal.js";
import { Decisions } from "./answers/decisions.js";
import { NONE, type Step } from "./answers/step.js";
import { classKeys, TypedNames } from "./answers/typed-names.js";
import { questionAbout } from "./ask-question.js";
import type { EngineAnswers, Forecast, PlannedQuestion } from "./engine/forecast.js";
import { namedByWords } from "./groups/name-groups.js";
import { groupStates, type ProposedGroup } from "./groups/propose-groups.js";
import type { Items } from "./pile/items.js";
import { findDocuments, openItems } from "./pile/search-pile.js";
import { randomOrder } from "./questions/next-questions.js";
import { documentsOf, type SessionEnd, sharesBySample, sureItems } from "./session-end.js";
import type { Change, FoundDocuments, GroupState, LabellingState, Question } from "./state.js";

/** Minimum number of random answers before the accuracy is shown. */
const MIN_ANSWERS = 10;

/** Keys that views use for other things: all alike, finish, merge, new class, quit, skip, undo. */
const TAKEN = "afmnqsu";

/** The changes that become steps of the journal. */
type StepChange = Exclude<Change, { readonly do: "ask" | "finish" }>;

/** The parts of the state that depend on the session. */
export type SessionState = Omit<LabellingState, "version" | "ending" | "notices" | "filing" | "result">;

/** A session whose pile is read: the steps of the user, the latest forecast, and the question that is asked now. */
export class Session {
  readonly #items: Items;
  readonly #journal: AnswerJournal;
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
  constructor(items: Items, journal: AnswerJournal, steps: readonly Step[], seed: number) {
    this.#items = items;
    this.#journal = journal;
    this.#steps = [...steps];
    this.#order = randomOrder(items.size, seed);
    this.#decisions = new Decisions(items.given, steps);
    this.#ask();
  }

  state(): SessionState {
    const { classes, labels, isAsking } = this.#decisions;
    const keys = classKeys(classes, TAKEN);
    const count = (label: string) => this.#items.count(this.#decisions.itemsOf(label));
    const { accuracy } = this.#latest ?? {};
    const { documents, sampledFrom } = this.#items.read;
    return {
      phase: isAsking ? "questions" : "groups",
      sampledFrom,
      classes: classes.map((name, c) => ({ name: safeText(name), key: keys[c], labelled: count(name) })),
      groups: isAsking ? [] : this.#groups,
      isGrouping: this.#isGrouping,
      question: this.#question,
      isForecasting: this.#isForecasting,
      progress: {
        labelled: this.#items.count(labels.keys()) - count(NONE),
        documents: documents.length,
        expectedAccuracy: accuracy && accuracy.answers >= MIN_ANSWERS ? accuracy : undefined,
        sure: this.#forecast && this.#items.count(sureItems(this.#forecast, this.#decisions).keys()),
      },
      canUndo: this.#steps.length > 0,
    };
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
  end(sureToo: boolean): Pick<SessionEnd, "decided" | "open" | "shares"> {
    const sure = sureItems(sureToo ? this.#forecast : undefined, this.#decisions);
    const { labels, unseen } = this.#decisions;
    const isAsked = (item: number) => !this.#items.given.has(item) && !unseen.has(item);
    const shares = sharesBySample(this.#order.filter(isAsked), labels, (item) => this.#isOpen(item));
    return { ...documentsOf(this.#items, labels, sure), shares };
  }

  /** Takes the groups that the engine proposes. */
  propose(groups: readonly ProposedGroup[]): void {
    this.#proposed = groups.map((group) => namedByWords(group, this.#items));
  }

  /** Takes a new forecast; without one, there will be none. A question that did not wait for it stays as it is. */
  expect(forecast?: Forecast): void {
    const hasWaited = this.#isForecasting;
    this.#latest = forecast ?? this.#latest;
    this.#isFailed = forecast === undefined;
    if (this.#question === undefined || (hasWaited && !this.#isForecasting)) this.#ask(this.#question?.item);
  }

  /** Finds documents: see `findDocuments`. */
  find(text: string): FoundDocuments {
    return findDocuments(text, this.#items, this.#decisions.labels);
  }

  /** Makes a change, after it is in the journal. @throws UsageError if it is not allowed */
  change(change: Exclude<Change, { readonly do: "finish" }>): void {
    if (change.do === "ask") return void this.#askAgain(change.item);
    const step = this.#stepOf(change);
    this.#journal.add({ ...step, items: this.#items.keysOf(step.items) });
    if (step.do === "undo") return void this.#undo();
    this.#steps.push(step);
    this.#decisions.take(step);
    if (step.name !== undefined) this.#ask(this.#question?.item);
    else if (this.#question === undefined || !this.#isOpen(this.#question.item)) this.#ask();
  }

  /** Takes back the last step. The document of an answer is asked about again. */
  #undo(): void {
    const step = this.#steps.pop();
    this.#decisions = new Decisions(this.#items.given, this.#steps);
    const isAgain = (step?.do === "answer" && step.name === undefined) || step?.do === "skip";
    this.#ask(isAgain ? step.items[0] : this.#question?.item);
  }

  /** Shows an item as the question. @throws UsageError if it cannot get another answer */
  #askAgain(item: number): void {
    const folder = this.#items.given.get(this.#requireItem(item));
    if (folder === undefined) return void this.#ask(item);
    throw new UsageError(`the document is in ${quoted([safeText(folder)])} already: move its file to another folder`);
  }

  /** Turns a change into a step. @throws UsageError if it is not allowed */
  #stepOf(change: StepChange): Step {
    const decisions = this.#decisions;
    const name = change.do === "rename-class" ? this.#typed.classToRename(change.name, decisions) : undefined;
    const label = "label" in change ? this.#typed.read(change.label, decisions, name) : undefined;
    switch (change.do) {
      case "rename-class":
        return { do: "answer", items: decisions.itemsOf(name ?? NONE), label, name };
      case "answer-found":
        return { do: "answer", items: openItems(change.text, this.#items, decisions.labels), label };
      case "answer-alike":
        return { do: "answer", items: this.#alikeTo(this.#requireItem(change.item)), label };
      case "answer-none":
        return { do: "skip", items: [this.#requireItem(change.item)], isNone: true };
      case "answer":
      case "skip":
        return { do: change.do, items: [this.#requireItem(change.item)], label };
      case "name-group": {
        const { id, examples } = this.#requireGroup(change.group);
        return { do: change.do, items: [...new Set([id, ...examples.map(({ item }) => item)])], label };
      }
      case "set-aside-group":
        return { do: change.do, items: [this.#requireGroup(change.group).id] };
      case "undo":
        if (this.#steps.length === 0) throw new UsageError("there is nothing to undo");
    }
    return { do: change.do, items: [] };
  }

  /** Returns an item, and those that are like it if it is the question. */
  #alikeTo(item: number): number[] {
    return [item, ...(item === this.#question?.item ? this.#alike : []).filter((other) => this.#isOpen(other))];
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
    return !this.#decisions.isAsking && this.#proposed === undefined;
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
      const { labels } = this.#decisions;
      const classes = this.#forecast?.classes ?? [];
      this.#question = questionAbout({ ...plan, alike: this.#alike }, this.#items, classes, labels);
      if (this.#question !== undefined) return;
      this.#gone.add(plan.item);
    }
  }

  /** The planned questions that are still open, then all other open items in random order. */
  *#plans(again: number | undefined): Generator<PlannedQuestion> {
    const { questions = [], best = [], probabilities = [] } = this.#forecast ?? {};
    const open = [...questions.map(({ item }) => item), ...this.#order].filter((item) => this.#isOpen(item));
    for (const item of again === undefined ? open : [again, ...open]) {
      const proposals = probabilities[item] > 0 ? [[best[item], probabilities[item]] as const] : [];
      yield questions.find((plan) => plan.item === item) ?? { item, isRandom: item !== again, proposals, alike: [] };
    }
  }

  #isOpen(item: number): boolean {
    const { labels, skipped } = this.#decisions;
    return !labels.has(item) && !skipped.has(item) && !this.#gone.has(item);
  }

  /** Returns an item. @throws UsageError if there is none with this number */
  #requireItem(item: number): number {
    if (Number.isInteger(item) && item >= 0 && item < this.#items.size) return item;
    throw new UsageError(`there is no document ${safeText(String(item))}`);
  }

  /** Returns a proposed group. @throws UsageError if there is none of this id */
  #requireGroup(id: number): GroupState {
    const group = this.#groups.find((group) => group.id === id);
    if (group === undefined) throw new UsageError(`there is no group ${safeText(String(id))}`);
    return group;
  }
}
