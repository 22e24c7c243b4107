import { type ArchiveForm, archiveForm } from "./archive-form.js";
import { ByteWindow } from "./byte-window.js";
import { fileChunks, unpacked } from "./chunks.js";
import { isSeparator } from "./mailbox-separator.js";

/** The name of a tar archive's format stands within. */
const BEGINNING = 2048;

/** The form of an archive: what its name tells, or else what it begins with; undefined for neither. */
export function formOf(path: string): ArchiveForm | undefined {
  return archiveForm(path) ?? formByContent(path);
}

function formByContent(path: string): ArchiveForm | undefined {
  const window = new ByteWindow(unpacked(fileChunks(path)));
  try {
    window.reach(BEGINNING);
    const beginning = window.view(0, BEGINNING);
    if (beginning.toString("latin1", 257, 262) === "ustar") return "tar";
    if (isSeparator(beginning)) return "mailbox";
    return /^\s*\{\s*"/.test(beginning.toString("latin1")) ? "json-lines" : undefined;
  } finally {
    window.close();
  }
}
