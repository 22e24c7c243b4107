/** Neighbouring shards whose counts are in one file: a part, or the sum of several files. */
export interface MergeNode {
  /** The first shard. */
  readonly from: number;
  /** The first shard after them. */
  readonly to: number;
  /** The files that are added up, in order. A part has none. */
  readonly inputs: readonly MergeNode[];
}

/** How many files one sum reads. With more, fewer machines can add up at a time; with fewer, more is written twice. */
const INPUTS = 16;

/** The sums that lead from the parts of a plan to one file with all counts; a single part needs none. */
export function mergeTree(shards: number, most = INPUTS): MergeNode {
  let level: MergeNode[] = Array.from({ length: shards }, (_, shard) => ({ from: shard, to: shard + 1, inputs: [] }));
  while (level.length > 1) {
    const groups = Math.ceil(level.length / most);
    const start = (group: number) => Math.round((group * level.length) / groups);
    level = Array.from({ length: groups }, (_, group) => sumOver(level.slice(start(group), start(group + 1))));
  }
  return level[0];
}

/** The node over these shards; undefined if the tree has none. */
export function nodeAt(tree: MergeNode, from: number, to: number): MergeNode | undefined {
  let node: MergeNode | undefined = tree;
  while (node !== undefined && (node.from !== from || node.to !== to)) {
    node = node.inputs.find((input) => input.from <= from && to <= input.to);
  }
  return node;
}

function sumOver(inputs: readonly MergeNode[]): MergeNode {
  return inputs.length === 1 ? inputs[0] : { from: inputs[0].from, to: inputs[inputs.length - 1].to, inputs };
}
