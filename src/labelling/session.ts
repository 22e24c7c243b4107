import { UsageError } from "../base/errors.js";
import { ascending, countedBy } from "../base/lists.js";
import { safeText } from "../base/safe-text.js";
import { Decisions } from "./answers/decisions.js";
import { type DocumentKey, isClassName, type Step } from "./answers/step.js";
import { classKeys } from "./class-keys.js";
import { ENOUGH, type EngineAnswers, type Forecast, type PlannedQuestion, SURE } from "./engine/forecast.js";
import { groupStates } from "./group-states.js";
import type { ProposedGroup } from "./groups/propose-groups.js";
import type { Items } from "./pile/items.js";
import type { KnownDocument } from "./pile/read-pile.js";
import { randomOrder } from "./questions/next-questions.js";
import type { DecidedDocument, SessionEnd } from "./session-end.js";
import type { Change, GroupState, LabellingState, Question } from "./state.js";

/** The accuracy is shown from so many random answers on. */
const FEWEST = 10;

/** Prepares a question for views. Returns undefined if its document cannot be read any more. */
export type AskQuestion = (
  plan: PlannedQuestion,
  classes: readonly string[],
  labels: ReadonlyMap<number, string>,
) => Question | undefined;

/** A session whose pile is read: the steps of the user, the latest forecast, and the question that is asked now. */
export class Session {
  readonly #items: Items;
  readonly #prepared: AskQuestion;
  readonly #steps: Step[];
  /** The order of questions that the forecast does not plan. */
  readonly #order: Uint32Array;
  /** Items whose documents cannot be read any more. */
  readonly #gone = new Set<number>();
  #decisions: Decisions;
  #proposed: readonly ProposedGroup[] | undefined;
  #forecast: Forecast | undefined;
  #question: Question | undefined;
  /** The items that are like the one that is asked about. */
  #alike: readonly number[] = [];

  /** @param steps of earlier sessions, without those that were undone */
  constructor(items: Items, prepared: AskQuestion, steps: readonly Step[], seed: number) {
    this.#items = items;
    this.#prepared = prepared;
    this.#steps = [...steps];
    this.#order = randomOrder(items.size, seed);
    this.#decisions = new Decisions(items.given, steps);
    this.#ask();
  }

  /** The parts of the state that depend on the session. */
  state(): Pick<LabellingState, "classes" | "groups" | "isGrouping" | "question" | "progress" | "canUndo"> {
    const { classes, labels, isAsking } = this.#decisions;
    const keys = classKeys(classes, TAKEN);
    const items = (label: string) => [...labels.keys()].filter((item) => labels.get(item) === label);
    const { accuracy, gain } = this.#forecast ?? {};
    const isKnown = accuracy !== undefined && accuracy.answers >= FEWEST;
    return {
      classes: classes.map((name, c) => {
        return { name: safeText(name), key: keys[c], labelled: this.#items.count(items(name)) };
      }),
      groups: isAsking ? [] : this.#groups,
      isGrouping: this.#isGrouping,
      question: this.#question,
      progress: {
        labelled: this.#items.count(labels.keys()),
        documents: this.#items.all,
        expectedAccuracy: isKnown ? accuracy : undefined,
        sure: this.#forecast && this.#items.count(this.#sure.keys()),
        gain: isKnown ? gain : undefined,
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
    const { classes, labels, hints, skipped } = this.#decisions;
    const byIndex = (all: ReadonlyMap<number, string>) =>
      Array.from(all, ([item, label]) => [item, classes.indexOf(label)] as const);
    return {
      number,
      classes,
      labels: byIndex(labels),
      hints: byIndex(hints),
      skipped: [...skipped, ...this.#gone],
      given: [...this.#items.given.keys()],
      isGrouping: this.#isGrouping,
    };
  }

  /** The result of the session so far. @param sureToo whether the documents without an answer whose class is sure count */
  end(sureToo: boolean): Pick<SessionEnd, "decided" | "open"> {
    const { labels } = this.#decisions;
    const sure = sureToo ? this.#sure : new Map<number, string>();
    const decided: DecidedDocument[] = [];
    const open: KnownDocument[] = [];
    for (const item of ascending(this.#items.size)) {
      for (const document of this.#items.of(item)) {
        const label = document.label ?? labels.get(item) ?? sure.get(item);
        if (label === undefined) open.push(document);
        else decided.push({ ...document, label, isAnswer: labels.has(item), isFiled: document.label !== undefined });
      }
    }
    return { decided, open };
  }

  /** Takes the groups that the engine proposes. */
  propose(groups: readonly ProposedGroup[]): void {
    this.#proposed = groups;
  }

  /** Takes a new forecast. The question on the screen stays, but gets proposals if it had none. */
  expect(forecast: Forecast): void {
    this.#forecast = forecast;
    if (this.#question === undefined || this.#question.proposals.length === 0) this.#ask(this.#question?.item);
  }

  /** Makes a step. */
  take(step: Step): void {
    this.#steps.push(step);
    this.#decisions.take(step);
    if (this.#question === undefined || !this.#isOpen(this.#question.item)) this.#ask();
  }

  /** Takes back the last step. The document of an answer is asked about again. @throws UsageError if there is none */
  undo(): void {
    const step = this.#steps.pop();
    this.#decisions = new Decisions(this.#items.given, this.#steps);
    this.#ask(step?.do === "answer" || step?.do === "skip" ? step.items[0] : this.#question?.item);
  }

  /** Turns a change into a step. @throws UsageError if it is not allowed */
  stepOf(change: Exclude<Change, { readonly do: "finish" }>): Step {
    if (change.do === "undo" && this.#steps.length === 0) throw new UsageError("there is nothing to undo");
    const kind = change.do === "answer-alike" ? "answer" : change.do;
    return { do: kind, items: this.#itemsOf(change), label: "label" in change ? this.#label(change.label) : undefined };
  }

  /**
   * The items that a change is about, as its step names them. A group is named by its first example; `name-group` has the
   * others after it, as hints.
   */
  #itemsOf(change: Exclude<Change, { readonly do: "finish" }>): number[] {
    if ("groups" in change) return change.groups.map((id) => this.#group(id).id);
    if ("group" in change) {
      const { id, examples } = this.#group(change.group);
      return change.do === "name-group" ? [...new Set([id, ...examples.map(({ item }) => item)])] : [id];
    }
    if (!("item" in change)) return [];
    const item = this.#item(change.item);
    return change.do === "answer-alike" && item === this.#question?.item ? [item, ...this.#alike] : [item];
  }

  get #isGrouping(): boolean {
    return this.phase === "groups" && this.#proposed === undefined;
  }

  get #groups(): GroupState[] {
    return groupStates(this.#proposed ?? [], this.#items, this.#decisions);
  }

  /** The items without an answer whose class is sure. No class is sure that has few answers, or is the only one. */
  get #sure(): Map<number, string> {
    const { labels, classes: known } = this.#decisions;
    if (this.#forecast === undefined || known.length < 2) return new Map();
    const { probabilities, best, classes } = this.#forecast;
    const answered = countedBy(labels.values(), (label) => label);
    const isSure = (item: number) =>
      probabilities[item] >= SURE && (answered.get(classes[best[item]]) ?? 0) >= ENOUGH && !labels.has(item);
    return new Map(Array.from(ascending(best.length).filter(isSure), (item) => [item, classes[best[item]]]));
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
      yield planned.find((plan) => plan.item === item) ?? { item, isRandom: true, proposals, alike: [] };
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

  /** Returns the class of a name that the user typed. @throws UsageError if it cannot be the name of a folder */
  #label(typed: string): string {
    const label = String(typed).trim().normalize("NFC");
    const known = this.#decisions.classOf(label);
    if (known !== undefined) return known;
    if (label === "") throw new UsageError("a folder needs a name");
    if (!isClassName(label)) {
      throw new UsageError(
        `${JSON.stringify(safeText(label))} cannot be the name of a folder: give a short name without slashes and control characters that does not begin with a dot`,
      );
    }
    return label;
  }
}

/** Keys that views use for other things: all alike, finish, merge, new class, quit, skip, undo. */
const TAKEN = "afmnqsu";
