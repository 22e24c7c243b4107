import { groupedBy, sumOf } from "../base/lists.js";
import type { Decisions } from "./answers/decisions.js";
import type { ProposedGroup } from "./groups/propose-groups.js";
import type { Items } from "./pile/items.js";
import type { GroupState } from "./state.js";

/** Number of example documents of a group: they are shown, and get its name as a hint. */
const EXAMPLES = 6;

/** Number of terms shown for a group. */
const TERMS = 8;

/** Returns the groups that are left after the user has merged some and set some aside, the largest first. */
export function groupStates(proposed: readonly ProposedGroup[], items: Items, decisions: Decisions): GroupState[] {
  const parts = groupedBy(proposed, (group) => decisions.groupOf(group.items[0]));
  const states = Array.from(parts, ([id, own]): GroupState => {
    /** Divides a number of examples or terms among the groups that were merged into this one. */
    const share = (all: number) => Math.ceil(all / own.length);
    const examples = own.flatMap((part) => [...part.items.subarray(0, share(EXAMPLES))]);
    return {
      id,
      size: sumOf(own.map(({ size }) => size)),
      terms: own.flatMap(({ terms }) => terms.slice(0, share(TERMS))),
      examples: examples.map((item) => items.line(item)),
      name: decisions.names.get(id),
    };
  });
  return states.filter(({ id }) => !decisions.aside.has(id)).sort((a, b) => b.size - a.size);
}
