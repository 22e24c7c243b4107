import { ascending, groupedBy, sumOf } from "../../base/lists.js";
import { seededRandom, shuffle } from "../../base/random.js";
import { neighbourGraph } from "../../classifiers/unlabelled/neighbour-graph.js";
import { columnMap, selectTerms, termStatistics } from "../../features/selection.js";
import { rowCopy, rowView, type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import type { Vocabulary } from "../../features/vocabulary.js";
import type { Decisions } from "../answers/decisions.js";
import type { Items } from "../pile/items.js";
import type { GroupState } from "../state.js";
import { communities } from "./communities.js";
import { tellingTerms } from "./telling-terms.js";

/** Items that belong together. */
export interface ProposedGroup {
  /** The items of a sample that are in the group, the most typical first. */
  readonly items: Uint32Array;
  /** The number of all items of the group, as far as the sample tells. */
  readonly size: number;
  /** The terms that tell it from the others, the strongest first. */
  readonly terms: readonly string[];
}

/** Number of items in the sample in which groups are found: the graph of all items would take long. */
const SAMPLE = 4000;

/** A group with fewer items of the sample is chance. */
const MIN_ITEMS = 3;

/** Maximum number of groups: nobody looks at more. */
const MAX_GROUPS = 40;

/** The stream of the seed for the sample. */
const STREAM = 33;

/**
 * Proposes groups of items that belong together: the communities of the graph of neighbours, in a sample if there are
 * more than 4,000 items.
 *
 * @param x weighted terms, a row of length 1 or 0 per item
 * @returns the largest group first; empty if there is only one
 */
export function proposeGroups(x: SparseMatrix, vocabulary: Vocabulary, seed: number): ProposedGroup[] {
  const sample = shuffle(ascending(x.rows), seededRandom(seed, STREAM)).slice(0, SAMPLE).sort();
  const all = selectRows(x, sample);
  const kept = selectTerms(termStatistics(all), { minDocuments: 2 });
  const rows = selectRows(all, ascending(all.rows), columnMap(kept, all.columns));
  const community = communities(neighbourGraph(rows));
  const groups = [...groupedBy(sample.keys(), (row) => community[row]).values()]
    .filter(({ length }) => length >= MIN_ITEMS)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_GROUPS)
    .map((group) => typicalFirst(rows, group));
  if (groups.length < 2) return [];
  const terms = tellingTerms(rows, groups, vocabulary.subset(kept));
  return groups.map((group, g) => {
    const size = Math.round((group.length * x.rows) / sample.length);
    return { items: group.map((row) => sample[row]), size, terms: terms[g] };
  });
}

/** Returns the rows of a group in the order of their cosine with the sum of them all, the nearest first. */
function typicalFirst(x: SparseMatrix, group: readonly number[]): Uint32Array {
  const { counts: middle } = termStatistics(x, group);
  const cosines = group.map((row) => {
    const { ids, values } = rowCopy(rowView(x, row));
    return sumOf(values.map((value, i) => value * middle[ids[i]]));
  });
  const order = ascending(group.length).sort((a, b) => cosines[b] - cosines[a]);
  return order.map((i) => group[i]);
}

/** Number of example documents of a group: they are shown, and get its name as a hint. */
const EXAMPLES = 6;

/** Number of terms shown for a group. */
const TERMS = 8;

/** Returns the groups that the user has not set aside. */
export function groupStates(proposed: readonly ProposedGroup[], items: Items, decisions: Decisions): GroupState[] {
  const states = proposed.map((group): GroupState => {
    const id = group.items[0];
    const examples = [...group.items.subarray(0, EXAMPLES)].map((item) => items.lineOf(item));
    return { id, size: group.size, terms: group.terms.slice(0, TERMS), examples, name: decisions.names.get(id) };
  });
  return states.filter(({ id }) => !decisions.aside.has(id));
}
