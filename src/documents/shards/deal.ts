import { DataError } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import type { CorpusShare } from "../corpora/corpus.js";
import { type DividedCorpus, type Leaf, openLeaves, type SizeOf, weightOf } from "./divide.js";
import type { ArchivePiece, FilePiece, Shard } from "./shard.js";

/** Into how many blocks for each shard an archive is cut. */
const BLOCKS = 32;

/**
 * Deals a corpus out to shards, as cards are dealt: of files, every `count`-th document goes to the same shard; of an
 * archive, every `count`-th of `BLOCKS` × `count` blocks of neighbouring documents. So each shard has about its part of
 * each class.
 *
 * @param count how many shards; there are fewer if there are fewer documents
 * @throws DataError if an archive cannot be divided, or as `divideCorpus`.
 */
export function dealCorpus(share: CorpusShare, count: number, sizeOf?: SizeOf): DividedCorpus {
  const { root, leaves } = openLeaves(share, sizeOf);
  const shards = Array.from({ length: count }, (): (FilePiece | ArchivePiece)[] => []);
  for (const leaf of leaves) {
    // Each leaf begins with shard 0, which therefore has a piece of all: `gathered` takes their order from it.
    for (const [i, piece] of dealt(leaf, count).entries()) shards[i % count].push(piece);
  }
  const filled = shards.filter((shard) => shard.length > 0);
  return { root, shards: filled, weights: filled.map(weightOf) };
}

function dealt({ weight, path, canDivide, divide }: Leaf, count: number): (FilePiece | ArchivePiece)[] {
  if (!canDivide()) {
    throw new DataError(
      `${path}: cannot be dealt out to shards: it is packed or lies elsewhere; unpack it here, or plan without --deal`,
    );
  }
  const [[first]] = divide([]);
  if (first === undefined) return [];
  if (first.kind === "files") {
    const parts = Array.from({ length: Math.min(count, first.ids.length) }, (_, shard) => shard);
    return parts.map((shard) => ({
      ...first,
      ids: first.ids.filter((_, i) => i % count === shard),
      sizes: first.sizes.filter((_, i) => i % count === shard),
    }));
  }
  const blocks = count * BLOCKS;
  const places = Array.from({ length: blocks - 1 }, (_, b) => ((b + 1) * weight) / blocks);
  return divide(places).flat();
}

/**
 * The documents of dealt shards as one shard, in the order of the corpus.
 *
 * @param shards those of `dealCorpus`
 */
export function gathered(shards: readonly Shard[]): Shard {
  const leaves = new Map<string, (FilePiece | ArchivePiece)[]>();
  for (const shard of shards) {
    for (const piece of shard) {
      const { ids: _, sizes: __, range: ___, layout, ...leaf } = { ids: null, sizes: null, range: null, ...piece };
      const key = JSON.stringify(leaf);
      leaves.set(key, [...(leaves.get(key) ?? []), piece]);
    }
  }
  return [...leaves.values()].flatMap((pieces): Shard => {
    const files = pieces.flatMap((piece) => (piece.kind === "files" ? [piece] : []));
    if (files.length > 0) return [interleaved(files)];
    const archives = pieces.flatMap((piece) => (piece.kind === "archive" ? [piece] : []));
    return archives.sort((a, b) => (a.range?.from ?? 0) - (b.range?.from ?? 0));
  });
}

function interleaved(pieces: readonly FilePiece[]): FilePiece {
  const ids: string[] = [];
  const sizes: (number | null)[] = [];
  for (let i = 0; i < pieces[0].ids.length; i++) {
    append(
      ids,
      pieces.flatMap((piece) => piece.ids.slice(i, i + 1)),
    );
    append(
      sizes,
      pieces.flatMap((piece) => piece.sizes.slice(i, i + 1)),
    );
  }
  return { ...pieces[0], ids, sizes };
}
