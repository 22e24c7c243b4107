import { join } from "node:path";
import type { ArchiveShare } from "../corpora/archive-corpus.js";
import type { Corpus, FolderShare } from "../corpora/corpus.js";
import { JoinedCorpus } from "../corpora/joined-corpus.js";
import { openShare } from "../corpora/readers.js";
import { PathList } from "../files/path-list.js";
import type { Shard } from "./shard.js";

/**
 * Opens a shard, a slice of a corpus as a plan describes it. Does not follow symbolic links that lead out of the root.
 *
 * @param root the place of the corpus on this machine
 * @param strict whether a document that cannot be read is an error
 */
export function openShard(shard: Shard, root: string, strict: boolean): Corpus {
  const corpora = shard.map((piece) => {
    if (piece.kind === "files") {
      const { folder, layout, ids } = piece;
      const { packed: paths } = PathList.of(ids);
      const share: FolderShare = { reader: "folders", root: join(root, folder), strict, paths, layout, within: root };
      return openShare(share);
    }
    const { file, form, name, label, columns, layout, range } = piece;
    const path = join(root, file);
    const inArchive = layout && { inside: layout.inside, left: new Set(layout.left) };
    const facts = { form, name, label, columns, range, layout: inArchive };
    const share: ArchiveShare = { reader: "archive", root: path, strict, within: root, ...facts };
    return openShare(share);
  });
  return new JoinedCorpus(root, strict, corpora);
}
