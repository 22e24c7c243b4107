import { basename } from "node:path";
import { DataError } from "../../base/errors.js";
import type { EntryDocument } from "../archives/archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm } from "../archives/archives.js";
import { NO_COLUMNS } from "../archives/columns.js";
import { archiveEntries } from "../archives/read-archive.js";
import type { Problem } from "../problem.js";
import { ArchiveCorpus } from "./archive-corpus.js";
import { classOf, foldersAround, isReadme } from "./class-folders.js";
import type { Corpus, CorpusOptions } from "./corpus.js";

/**
 * Opens an archive, such as a tar archive, that contains a folder per class. Reads only the names in it. Ignores
 * folders around all classes, such as `mail` in `mail/ham/1` and `mail/spam/1`.
 *
 * @throws DataError if no document is in a folder.
 */
export function openPackedFolders(
  { path: root, form = "tar" }: { readonly path: string; readonly form: ArchiveForm | undefined },
  { strict = false }: CorpusOptions,
): Corpus {
  const name = basename(root);
  const problems: Problem[] = [];
  const found: (EntryDocument | undefined)[] = [];
  for (const entry of archiveEntries(root, form, { hasContents: false })) {
    found.push("problem" in entry ? undefined : entry);
    if ("problem" in entry) {
      const { problem: kind, place: where = name, detail } = entry;
      problems.push({ kind, where, detail });
    }
  }
  const { layout, times, outside } = layoutOf(found);
  for (const where of outside) problems.push({ kind: "no class", where });
  const ids = [...times.keys()];
  if (ids.length === 0) {
    const why = problems.find(({ where }) => where === name)?.detail ?? "there is no file in a folder";
    throw new DataError(
      `${root}: cannot be read as a ${ARCHIVE_FORMATS[form].title[0]} with a folder per class: ${why}`,
    );
  }
  const labels = [...new Set(ids.map(classOf))].sort();
  const share = { reader: "archive", root, form, name, columns: NO_COLUMNS, layout, strict } as const;
  return new ArchiveCorpus(share, { ids, labels, problems, times });
}

/**
 * Finds the classes of an archive.
 *
 * @param found its entries in order; undefined in place of a problem
 * @returns the layout for `ArchiveCorpus`, the time of each document by its id, and the files in no class folder. Of
 *   several entries with one path, the last counts, as it does when the archive is unpacked
 */
function layoutOf(found: readonly (EntryDocument | undefined)[]) {
  const inside = foldersAround(found.flatMap((entry) => entry?.place ?? []));
  // The number of the last entry with each path.
  const last = new Map(found.map((entry, number) => [entry?.place, number]));
  const left = new Set<number>();
  const times = new Map<string, number | undefined>();
  const outside: string[] = [];
  for (const [number, entry] of found.entries()) {
    if (entry === undefined) continue;
    const id = entry.place.slice(inside.length);
    if (id.includes("/") && last.get(entry.place) === number) {
      times.set(id, entry.time);
      continue;
    }
    left.add(number);
    if (!id.includes("/") && !isReadme(id)) outside.push(id);
  }
  return { layout: { inside, left }, times, outside };
}
