import { orElse } from "../../base/errors.js";
import { type ArchiveForm, givenForm } from "../../documents/archives/archives.js";
import { statusOf } from "../../documents/files/file-status.js";
import { readRegular } from "../../documents/files/read-file.js";

/** A document in a file that holds many. */
export interface NamedDocument {
  readonly file: string;
  readonly form: ArchiveForm;
  /** Its number from 1, or its path in a tar archive. */
  readonly place: string;
}

/**
 * Parses the printed name of a document in an archive, such as `inbox.mbox#2` or `old.tar#june/1.eml`. If several
 * splits at `#` name a file, the longest file wins.
 *
 * @param given the format that the user names; found out if undefined
 * @returns undefined if the name is not that of a document in an archive
 */
export function namedDocument(name: string, given?: ArchiveForm): NamedDocument | undefined {
  for (let at = name.lastIndexOf("#"); at > 0; at = name.lastIndexOf("#", at - 1)) {
    const [file, place] = [name.slice(0, at), name.slice(at + 1)];
    if (!statusOf(file)?.isFile()) continue;
    const form = given ?? givenForm(file) ?? (beginsAsMailbox(file) ? "mailbox" : undefined);
    const isPlace = form === "tar" ? place !== "" : form !== undefined && /^[1-9]\d*$/.test(place);
    return form !== undefined && isPlace ? { file, form, place } : undefined;
  }
  return undefined;
}

/** Returns whether a file begins as a mailbox does. A single message taken from a mailbox begins like that, too. */
function beginsAsMailbox(path: string): boolean {
  // Reading the file tells why it cannot be read.
  return orElse(() => readRegular(path, 5).toString("latin1") === "From ", false);
}
