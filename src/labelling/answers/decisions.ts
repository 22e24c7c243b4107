import { safeText } from "../../base/safe-text.js";
import { nameKey } from "../../documents/files/numbered-name.js";
import type { Ending } from "../state.js";
import type { Step } from "./step.js";

/** What the user has decided so far: the sum of all steps. Items are numbers. */
export class Decisions {
  /** In the order in which they were made. */
  readonly classes: string[] = [];
  /** The label of each item that has an answer or is in a folder already. */
  readonly labels = new Map<number, string>();
  /** The labels of examples of named groups. They are no answers, but better than nothing. */
  readonly hints = new Map<number, string>();
  readonly skipped = new Set<number>();
  /** The names of groups, by their first example. */
  readonly names = new Map<number, string>();
  /** The groups that are merged, each by the first examples of its parts. */
  readonly merged: (readonly number[])[] = [];
  readonly aside = new Set<number>();
  /** The labels of sure items that `finish` files too. */
  readonly sure = new Map<number, string>();
  isAsking = false;
  /** How the session ends, once the user has finished it. */
  ending: Ending | undefined;

  /**
   * @param given the labels of items that are in a folder already
   * @param steps without those that were undone
   */
  constructor(given: ReadonlyMap<number, string>, steps: Iterable<Step>) {
    for (const [item, label] of given) this.labels.set(item, this.addClass(label));
    for (const step of steps) this.take(step);
  }

  /** Returns the class of this name, which may differ in case or in the form of accents; makes it if there is none. */
  addClass(label: string): string {
    const known = this.classOf(label);
    if (known === undefined) this.classes.push(label);
    return known ?? label;
  }

  /** Returns the class of this name, or of this name as views show it; undefined if there is none. */
  classOf(label: string): string | undefined {
    const key = nameKey(safeText(label));
    return this.classes.find((name) => nameKey(safeText(name)) === key);
  }

  take({ do: what, items, label: named, how }: Step): void {
    const label = named === undefined ? "" : this.addClass(named);
    const first = items.at(0);
    if (what === "answer") {
      for (const item of items) this.labels.set(item, label);
    } else if (what === "skip") {
      for (const item of items) this.skipped.add(item);
    } else if (what === "name-group") {
      if (first !== undefined) this.names.set(first, label);
      for (const item of items) this.hints.set(item, label);
    } else if (what === "merge-groups") {
      this.merged.push(items);
    } else if (what === "set-aside-group") {
      for (const item of items) this.aside.add(item);
    } else if (what === "sure") {
      for (const item of items) this.sure.set(item, label);
    } else {
      this.isAsking = true;
      this.ending = how;
    }
  }
}

/**
 * Returns the steps with which a new session goes on: without those that `undo` has taken back, and without the end of
 * earlier sessions. Only an end that was stopped is kept, because it has to be finished.
 */
export function stepsToGoOn<S extends Pick<Step, "do">>(steps: readonly S[]): S[] {
  const left: S[] = [];
  for (const step of steps) {
    if (step.do === "undo") left.pop();
    else left.push(step);
  }
  const isEnd = ({ do: what }: S) => what === "sure" || what === "finish" || what === "finished";
  const stopped = left.at(-1)?.do === "finish" ? left.slice(left.findLastIndex((step) => !isEnd(step)) + 1) : [];
  const unfinished = stopped.slice(stopped.findLastIndex((step) => step.do === "finished") + 1);
  return [...left.filter((step) => !isEnd(step)), ...unfinished];
}
