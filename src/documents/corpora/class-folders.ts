import { withoutEnding } from "../archives/archives.js";
import { labelOfName } from "../files/safe-name.js";

/**
 * How the path of a document determines its class: by its first folder (`folders`), or by a table of classes, as for
 * mail folders. The keys of the table are the paths of folders, with a slash at the end.
 */
export type FolderLayout = "folders" | Readonly<Record<string, string>>;

/** Returns the class of a document, determined by its path; "" if the layout does not have its folder. */
export function labelOf(layout: FolderLayout, id: string): string {
  return layout === "folders" ? classOf(id) : (layout[id.slice(0, id.lastIndexOf("/") + 1)] ?? "");
}

/** Returns the class of a document: the first folder of its path. `sort` writes some characters as `%2f`. */
export function classOf(id: string): string {
  return labelOfName(id.slice(0, id.indexOf("/")));
}

/** Returns the class of the documents of an archive in a corpus: its folder, or its own name. */
export function classOfArchive(name: string): string {
  return name.includes("/") ? classOf(name) : withoutEnding(name);
}

/** Whether a file beside the classes describes the corpus. If so, it is not reported as a document without a class. */
export function isReadme(name: string): boolean {
  return /^readme[^/]*$/i.test(name);
}
