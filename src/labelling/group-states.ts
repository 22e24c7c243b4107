import { sumOf } from "../base/lists.js";
import type { Decisions } from "./answers/decisions.js";
import type { ProposedGroup } from "./groups/propose-groups.js";
import type { Items } from "./pile/items.js";
import type { GroupState } from "./state.js";

/** So many items stand for a group: they are shown, and get its name as a hint. */
const EXAMPLES = 5;

/** A group that is shown has at most so many terms. */
const TERMS = 8;

/** A group as the user has it before him. Its id is its first example. */
export interface UserGroup extends ProposedGroup {
  readonly id: number;
}

/** Returns the groups that are left after the user has merged some and set some aside, the largest first. */
export function userGroups(proposed: readonly ProposedGroup[], { merged, aside }: Decisions): UserGroup[] {
  let groups: UserGroup[] = proposed.map((group) => ({ ...group, id: group.items[0] }));
  for (const ids of merged) {
    const parts = groups.filter(({ id }) => ids.includes(id));
    if (parts.length < 2) continue;
    const items = inTurn(parts.map(({ items }) => [...items]));
    const terms = [...new Set(inTurn(parts.map(({ terms }) => [...terms])))];
    const whole = {
      id: parts[0].id,
      items: Uint32Array.from(items),
      size: sumOf(parts.map(({ size }) => size)),
      terms,
    };
    groups = [whole, ...groups.filter((group) => !parts.includes(group))];
  }
  return groups.filter(({ id }) => !aside.has(id)).sort((a, b) => b.size - a.size);
}

/** Returns the typical items of a group, its id first. */
export function examplesOf({ id, items }: UserGroup): number[] {
  return [...new Set([id, ...items.subarray(0, EXAMPLES)])];
}

export function groupState(group: UserGroup, items: Items, { names }: Decisions): GroupState {
  return {
    id: group.id,
    size: group.size,
    terms: group.terms.slice(0, TERMS),
    examples: examplesOf(group).map((item) => items.line(item)),
    name: names.get(group.id),
  };
}

/** Returns the first of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}
