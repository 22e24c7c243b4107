import { basename } from "node:path";
import { DataError } from "../../base/errors.js";
import type { EntryDocument } from "../archives/archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm } from "../archives/archives.js";
import { NO_COLUMNS } from "../archives/columns.js";
import { archiveEntries } from "../archives/read-archive.js";
import type { Problem } from "../problem.js";
import { Corpus } from "./corpus.js";
import type { CorpusOptions } from "./corpus-options.js";
import { isReadme } from "./folder-listing.js";

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
  const { unit, title } = ARCHIVE_FORMATS[form];
  const name = basename(root);
  const problems: Problem[] = [];
  const documents = new Map<number, EntryDocument>();
  let number = 0;
  for (const entry of archiveEntries(root, form, { hasContents: false })) {
    if ("problem" in entry) problems.push({ kind: entry.problem, where: entry.place ?? name, detail: entry.detail });
    else documents.set(number, entry);
    number++;
  }
  const around = foldersAround(Array.from(documents.values(), ({ place }) => place));
  // If several entries have one path, the last counts, as it does when the archive is unpacked.
  const last = new Map(Array.from(documents, ([n, { place }]) => [place, n]));
  /** The numbers of the entries to leave out. */
  const left: number[] = [];
  const times = new Map<string, number | undefined>();
  for (const [n, { place, time }] of documents) {
    const id = place.slice(around.length);
    const isInClass = id.includes("/");
    if (isInClass && last.get(place) === n) times.set(id, time);
    else left.push(n);
    if (!isInClass && !isReadme(id)) problems.push({ kind: "no class", where: id });
  }
  if (times.size === 0) {
    const why = problems.find(({ where }) => where === name)?.detail ?? "there is no file in a folder";
    throw new DataError(`${root}: cannot be read as a ${title[0]} with a folder per class: ${why}`);
  }
  const part = { kind: "archive", root, form, name, columns: NO_COLUMNS, layout: { inside: around, left } } as const;
  return new Corpus({ root, strict, parts: [part] }, { form: { title: title[0], unit }, problems, times });
}

/**
 * Returns the folders that all paths begin with, with a slash at the end. The rest of each path must still have a
 * folder or be a README.
 */
function foldersAround(places: readonly string[]): string {
  let around = "";
  for (;;) {
    const rest = places.map((place) => place.slice(around.length));
    const [first = ""] = rest;
    const folder = first.slice(0, first.indexOf("/") + 1);
    const isAround = (path: string) =>
      path.startsWith(folder) && (path.includes("/", folder.length) || isReadme(path.slice(folder.length)));
    const isLast = rest.every((path) => isReadme(path.slice(folder.length)));
    if (folder === "" || isLast || !rest.every(isAround)) return around;
    around += folder;
  }
}
