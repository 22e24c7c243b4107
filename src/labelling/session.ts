import { UsageError } from "../base/errors.js";
import { ascending, countedBy } from "../base/lists.js";
import { safeText } from "../base/safe-text.js";
import { safeName } from "../delivery/filing/safe-name.js";
import { Decisions } from "./answers/decisions.js";
import type { DocumentKey, Step } from "./answers/step.js";
import { classKeys } from "./class-keys.js";
import { ENOUGH, type EngineAnswers, type Forecast, SURE } from "./engine/forecast.js";
import { examplesOf, groupState, type UserGroup, userGroups } from "./group-states.js";
import type { ProposedGroup } from "./groups/propose-groups.js";
import type { Items } from "./pile/items.js";
import type { AskedQuestion, Questioner } from "./questioner.js";
import { type SessionEnd, sessionEnd } from "./session-end.js";
import type { Change, LabellingState } from "./state.js";

/** A session whose pile is read: the steps of the user, the latest forecast, and the question that is asked now. */
export class Session {
  readonly #items: Items;
  readonly #questioner: Questioner;
  readonly #steps: Step[];
  #decisions: Decisions;
  #proposed: readonly ProposedGroup[] | undefined;
  #groups: readonly UserGroup[] = [];
  #forecast: Forecast | undefined;
  #asked: AskedQuestion | undefined;

  /** @param steps of earlier sessions, without those that were undone */
  constructor(items: Items, questioner: Questioner, steps: readonly Step[]) {
    this.#items = items;
    this.#questioner = questioner;
    this.#steps = [...steps];
    this.#decisions = new Decisions(items.given, steps);
    this.#ask();
  }

  get decisions(): Decisions {
    return this.#decisions;
  }

  /** The phase before the session has ended. It is `reading` until groups are proposed. */
  get phase(): "reading" | "groups" | "questions" {
    if (this.#decisions.isAsking) return "questions";
    return this.#proposed === undefined ? "reading" : "groups";
  }

  /** What the session has come to. */
  end(onProgress: SessionEnd["onProgress"]): SessionEnd {
    return sessionEnd(this.#items, this.#decisions, onProgress);
  }

  /** Returns a step with the names of its documents, for the journal. */
  named(step: Step): Step<DocumentKey> {
    return { ...step, items: this.#items.keys(step.items) };
  }

  /** The answers for the engine. */
  answers(number: number): EngineAnswers {
    const { classes, labels, hints, skipped } = this.#decisions;
    const byIndex = (all: ReadonlyMap<number, string>) =>
      Array.from(all, ([item, label]) => [item, classes.indexOf(label)] as const);
    const gone = [...this.#questioner.gone];
    const skippedToo = [...skipped, ...gone];
    return {
      number,
      classes,
      labels: byIndex(labels),
      hints: byIndex(hints),
      skipped: skippedToo,
      given: [...this.#items.given.keys()],
    };
  }

  /** Takes the groups that the engine proposes. */
  propose(groups: readonly ProposedGroup[]): void {
    this.#proposed = groups;
    this.#groups = userGroups(groups, this.#decisions);
  }

  /** Takes a new forecast. The question on the screen stays, but gets proposals if it had none. */
  expect(forecast: Forecast): void {
    this.#forecast = forecast;
    const { item, proposals } = this.#asked?.question ?? {};
    if (item === undefined || proposals?.length === 0) this.#ask(item);
  }

  /** Makes a step. */
  take(step: Step): void {
    this.#steps.push(step);
    this.#decisions.take(step);
    this.#update();
  }

  /** Takes back the last step. The document of an answer is asked about again. */
  undo(): void {
    const step = this.#steps.pop();
    this.#decisions = new Decisions(this.#items.given, this.#steps);
    this.#update();
    if (step?.do === "answer" || step?.do === "skip") this.#ask(step.items[0]);
  }

  /** Whether the last step is part of the end of the session. */
  get isEnding(): boolean {
    return ["sure", "finish"].includes(this.#steps.at(-1)?.do ?? "");
  }

  get canUndo(): boolean {
    const last = this.#steps.at(-1);
    // Without proposed groups, there is nothing before the questions to go back to.
    return last !== undefined && (last.do !== "start-questions" || this.#proposed !== undefined);
  }

  /** Turns a change into steps, the last of which is the change itself. @throws UsageError if it is not allowed */
  stepsOf(change: Exclude<Change, { readonly do: "undo" }>): Step[] {
    switch (change.do) {
      case "start-questions":
        return [{ do: change.do, items: [] }];
      case "merge-groups":
        return [{ do: change.do, items: change.groups.map((id) => this.#group(id).id) }];
      case "set-aside-group":
        return [{ do: change.do, items: [this.#group(change.group).id] }];
      case "name-group":
        return [{ do: change.do, label: this.#label(change.label), items: examplesOf(this.#group(change.group)) }];
      case "skip":
        return [{ do: change.do, items: [this.#item(change.item)] }];
      case "finish":
        return [...(change.sureToo ? this.#sureSteps() : []), { do: change.do, items: [], how: change.how }];
      default:
        return [this.#answer(change)];
    }
  }

  /** The documents that the forecast is sure about, by class, as steps. */
  #sureSteps(): Step[] {
    const sure = this.#sureItems;
    const steps = this.#decisions.classes.map((label): Step => {
      return { do: "sure", label, items: [...sure.filter((item) => this.#expected(item) === label)] };
    });
    return steps.filter(({ items }) => items.length > 0);
  }

  /** The items without an answer whose class is sure. No class is sure that has few answers, or is the only one. */
  get #sureItems(): Uint32Array {
    const { labels, classes } = this.#decisions;
    if (this.#forecast === undefined || classes.length < 2) return new Uint32Array();
    const { probabilities, best } = this.#forecast;
    const answered = countedBy(labels.values(), (label) => label);
    const isKnown = this.#forecast.classes.map((name) => (answered.get(name) ?? 0) >= ENOUGH);
    return ascending(probabilities.length).filter(
      (item) => probabilities[item] >= SURE && isKnown[best[item]] && !labels.has(item),
    );
  }

  #expected(item: number): string | undefined {
    return this.#forecast?.classes[this.#forecast.best[item]];
  }

  /** The parts of the state that depend on the session. */
  state(): Pick<LabellingState, "classes" | "groups" | "question" | "progress" | "canUndo"> {
    const { classes, labels } = this.#decisions;
    const counts = new Map(classes.map((name) => [name, 0]));
    for (const [item, label] of labels) counts.set(label, (counts.get(label) ?? 0) + this.#items.count([item]));
    const keys = classKeys(classes, TAKEN);
    const { accuracy, gain } = this.#forecast ?? {};
    return {
      classes: classes.map((name, c) => ({ name: safeText(name), key: keys[c], labelled: counts.get(name) ?? 0 })),
      groups: this.#groups.map((group) => groupState(group, this.#items, this.#decisions)),
      question: this.phase === "questions" ? this.#asked?.question : undefined,
      progress: {
        labelled: this.#items.count(labels.keys()),
        documents: this.#items.all,
        expectedAccuracy: accuracy,
        sure: this.#forecast && this.#items.count(this.#sureItems),
        gain,
      },
      canUndo: this.canUndo,
    };
  }

  #answer({ do: what, item, label }: Extract<Change, { readonly label: string; readonly item: number }>): Step {
    const asked = this.#asked?.question.item === this.#item(item) ? this.#asked : undefined;
    const alike = what === "answer-alike" ? (asked?.alike ?? []) : [];
    return { do: "answer", items: [item, ...alike], label: this.#label(label) };
  }

  #update(): void {
    if (this.#proposed !== undefined) this.#groups = userGroups(this.#proposed, this.#decisions);
    const { item } = this.#asked?.question ?? {};
    const isOpen = item !== undefined && !this.#decisions.labels.has(item) && !this.#decisions.skipped.has(item);
    if (!isOpen) this.#ask();
  }

  /** Finds the next question. @param item the item to ask about again, if it can still be read */
  #ask(item?: number): void {
    this.#asked = this.#decisions.isAsking ? this.#questioner.next(this.#decisions, this.#forecast, item) : undefined;
  }

  #item(item: number): number {
    if (Number.isInteger(item) && item >= 0 && item < this.#items.size) return item;
    throw new UsageError(`there is no document ${safeText(String(item))}`);
  }

  #group(id: number): UserGroup {
    const group = this.#groups.find((group) => group.id === id);
    if (group === undefined) throw new UsageError(`there is no group ${safeText(String(id))}`);
    return group;
  }

  /** Returns the class of a name that the user typed. @throws UsageError if it cannot be the name of a folder */
  #label(typed: string): string {
    const label = String(typed).trim().normalize("NFC");
    const known = this.#decisions.classOf(label);
    if (known !== undefined) return known;
    if (label === "" || safeName(label) !== label || safeText(label) !== label) {
      throw new UsageError(
        `${JSON.stringify(safeText(label))} cannot be the name of a folder: give a short name without slashes and control characters that does not begin with a dot`,
      );
    }
    return label;
  }
}

/** Keys that views use for other things: all alike, finish, new class, quit, skip, undo. */
const TAKEN = "afnqsu";
