import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MergeNode, mergeTree } from "../../../src/model/parts/merge-tree.js";

/** All nodes, each after its inputs. */
function nodesIn(node: MergeNode): MergeNode[] {
  return [...node.inputs.flatMap(nodesIn), node];
}

describe("the tree of sums", () => {
  it("has each shard once, in order, and no sum of one file or of too many", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 2, max: 20 }), (shards, most) => {
        const tree = mergeTree(shards, most);
        const nodes = nodesIn(tree);
        expect(tree).toMatchObject({ from: 0, to: shards });
        expect(nodes.filter(({ inputs }) => inputs.length === 0).map(({ from, to }) => [from, to])).toEqual(
          Array.from({ length: shards }, (_, shard) => [shard, shard + 1]),
        );
        for (const { from, to, inputs } of nodes.filter((node) => node.inputs.length > 0)) {
          expect(inputs.length).toBeGreaterThan(1);
          expect(inputs.length).toBeLessThanOrEqual(most);
          expect([inputs[0].from, inputs[inputs.length - 1].to]).toEqual([from, to]);
          for (const [i, input] of inputs.entries()) expect(input.from).toBe(i === 0 ? from : inputs[i - 1].to);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("adds up 200 shards in 13 sums and one over these", () => {
    const { inputs } = mergeTree(200);
    expect(inputs).toHaveLength(13);
    expect(inputs.every((sum) => sum.inputs.every((part) => part.inputs.length === 0))).toBe(true);
  });
});
