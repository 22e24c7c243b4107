import { join } from "node:path";
import { NO_COLUMNS } from "../archives/columns.js";
import { ArchiveCorpus } from "./archive-corpus.js";
import { classOfArchive } from "./class-folders.js";
import type { Corpus, CorpusForm, CorpusOptions } from "./corpus.js";
import { FolderCorpus } from "./folder-corpus.js";
import type { ClassArchive, FolderListing } from "./folder-listing.js";
import { JoinedCorpus } from "./joined-corpus.js";

/**
 * Opens the classes in a listing: first the files, then each archive.
 *
 * @param root the folder that the paths of the listing are below
 * @param form the description of the corpus. Default: none
 */
export function openListed(
  root: string,
  { ids, archives, problems, layout = "folders" }: FolderListing,
  { strict = false, labelField, multiLabel = false }: CorpusOptions,
  form?: CorpusForm,
): Corpus {
  const open = ({ path: name, form, label: named = classOfArchive(name), isNamed }: ClassArchive) => {
    const hasLabels = labelField !== undefined && form === "mailbox";
    const label = hasLabels ? undefined : named;
    const columns = hasLabels ? { label: labelField, text: "", several: multiLabel } : NO_COLUMNS;
    const isListed = isNamed ? undefined : true;
    const path = join(root, name);
    return new ArchiveCorpus({ reader: "archive", root: path, form, name, label, columns, strict, isListed });
  };
  const files = new FolderCorpus(root, ids, problems, strict, { form, layout });
  return archives.length === 0 ? files : new JoinedCorpus(root, strict, [files, ...archives.map(open)], form);
}
