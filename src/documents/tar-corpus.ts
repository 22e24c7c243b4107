import { DataError } from "../errors.js";
import { entriesOf } from "./archive.js";
import { ArchiveCorpus } from "./archive-corpus.js";
import { classOf, foldersAround, isReadme } from "./class-folders.js";
import type { Columns } from "./columns.js";
import type { Corpus } from "./corpus.js";
import type { Problem } from "./document.js";
import { type TarEntry, tarDocuments } from "./tar-documents.js";

/**
 * Opens a tar archive with a folder per class, packed or not, by reading the names in it.
 * Folders that the classes lie in together do not count, as in `mail/ham/1` and `mail/spam/1`.
 *
 * @param name of the file, as problems call it
 * @throws DataError if there is no document in a folder.
 */
export function openTar(root: string, name: string, strict: boolean): Corpus {
  const problems: Problem[] = [];
  const found: (TarEntry | undefined)[] = [];
  for (const entry of entriesOf(root, (window) => tarDocuments(window, false))) {
    found.push("problem" in entry ? undefined : (entry as TarEntry));
    if ("problem" in entry) {
      const { problem: kind, place: where = name, detail } = entry;
      problems.push({ kind, where, ...(detail !== undefined && { detail }) });
    }
  }
  const files = found.flatMap((entry) => entry ?? []);
  const inside = foldersAround(files.map(({ place }) => place));
  const last = new Map(found.map((entry, number) => [entry?.place, number]));
  const left = new Set<number>();
  const ids: string[] = [];
  const times = new Map<string, number>();
  for (const [number, entry] of found.entries()) {
    if (entry === undefined) continue;
    const id = entry.place.slice(inside.length);
    if (id.includes("/") && last.get(entry.place) === number) {
      ids.push(id);
      const { modified } = entry.member;
      if (modified !== undefined) times.set(id, modified);
      continue;
    }
    left.add(number);
    if (!id.includes("/") && !isReadme(id)) problems.push({ kind: "no class", where: id });
  }
  if (ids.length === 0) {
    const why = problems.find(({ where }) => where === name)?.detail ?? "no file in a folder";
    throw new DataError(`${root}: required a tar archive with a folder per class, found ${why}`);
  }
  const labels = [...new Set(ids.map(classOf))].sort();
  const columns: Columns = { label: undefined, text: "" };
  return new ArchiveCorpus(
    { reader: "archive", root, form: "tar", name, label: undefined, columns, layout: { inside, left }, strict },
    { form: { title: "tar archive", unit: "document" }, ids, labels, problems, times },
  );
}
