import { safeText } from "../../base/safe-text.js";
import { nameKey } from "../../documents/files/safe-name.js";
import { NONE, type Step } from "./step.js";

/** The decisions of the user so far: the sum of all steps. Items are numbers. */
export class Decisions {
  /** In the order in which they were made. */
  readonly classes: string[] = [];
  /** The label of each item that is in a folder already, then of each that has an answer, the latest last. May be `NONE`. */
  readonly labels = new Map<number, string>();
  /** Items that were at first answered together with another one, without a look at each: no random sample. */
  readonly unseen = new Set<number>();
  /** The labels of examples of named groups. They are no answers, but better than nothing. */
  readonly hints = new Map<number, string>();
  readonly skipped = new Set<number>();
  /** The names of groups, by their first example. */
  readonly names = new Map<number, string>();
  /** The groups that were set aside, by their first example. */
  readonly aside = new Set<number>();
  /** Whether the user has gone on from the groups to the questions. */
  isAsking = false;
  /** The labels of items that are in a folder already. */
  readonly given: ReadonlyMap<number, string>;

  /**
   * @param given the labels of items that are in a folder already
   * @param steps without those that were undone
   */
  constructor(given: ReadonlyMap<number, string>, steps: Iterable<Step>) {
    this.given = given;
    for (const [item, label] of given) this.labels.set(item, this.#addClass(label));
    for (const step of steps) this.take(step);
  }

  /** Returns the class of this name, or of this name as views show it; undefined if there is none. */
  classOf(label: string): string | undefined {
    const key = nameKey(safeText(label));
    return this.classes.find((name) => nameKey(safeText(name)) === key);
  }

  /** Returns the items with a label. */
  itemsOf(label: string): number[] {
    return [...this.labels.keys()].filter((item) => this.labels.get(item) === label);
  }

  /** Adds a step. */
  take({ do: what, items, label: named, name, isNone }: Step): void {
    // A step with the `name` of a class renames it: see `Step`. If no class has that name, it is an ordinary answer.
    const renamed = name === undefined ? undefined : this.classOf(name);
    if (renamed !== undefined) return void this.#rename(renamed, named ?? NONE);
    const label = named === undefined ? NONE : this.#addClass(named);
    if (what === "name-group") this.names.set(items[0], label);
    if (what === "start-questions") this.isAsking = true;
    for (const item of items) {
      if (what === "answer") this.#answer(item, label, item !== items[0]);
      // A skip of items that belong to none of the classes.
      else if (isNone) this.#answer(item, NONE, false);
      else if (what === "skip") this.skipped.add(item);
      else if (what === "name-group") this.hints.set(item, label);
      else if (what === "set-aside-group") this.aside.add(item);
    }
  }

  /** Labels an item. One that is in a folder keeps the class of that folder, because the user may have moved it there. */
  #answer(item: number, label: string, isUnseen: boolean): void {
    if (this.given.has(item)) return;
    this.labels.delete(item);
    this.labels.set(item, label);
    if (isUnseen) this.unseen.add(item);
  }

  /** Gives a class another name. If that is the name of another class, they become one. */
  #rename(from: string, to: string): void {
    const known = this.classOf(to);
    const isMerged = known !== undefined && known !== from;
    const label = isMerged ? known : to;
    const at = this.classes.indexOf(from);
    if (isMerged) this.classes.splice(at, 1);
    else this.classes[at] = label;
    for (const labels of [this.labels, this.hints, this.names]) {
      for (const [key, own] of labels) if (own === from) labels.set(key, label);
    }
  }

  /** Returns the class of this name, which may differ in case or in the form of accents; makes it if there is none. */
  #addClass(label: string): string {
    const known = this.classOf(label);
    if (known === undefined) this.classes.push(label);
    return known ?? label;
  }
}
