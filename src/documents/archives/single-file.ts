import { type Opener, readDocument } from "../files/files.js";
import type { FileProblem } from "./archive.js";
import { ByteWindow } from "./byte-window.js";
import { type Chunks, fileChunks, hasGzipMagic, unpackedDocument } from "./chunks.js";
import { deletedProblem } from "./deleted.js";
import { foreignProblem } from "./foreign-forms.js";
import { beginsAsMailbox, MAILBOX } from "./mailbox.js";

/** A file that is a document, or holds several. */
export interface SingleFile {
  /** Unpacked, if it was packed by gzip. */
  readonly bytes: Uint8Array;
  /** Whether they are only its beginning. */
  readonly truncated: boolean;
  /** Whether it is a mailbox with several messages, or with one that is left out. */
  readonly isMailbox: boolean;
  /** Why it cannot be used: it is packed in another way, or a mailbox in another format. */
  readonly problem: FileProblem | undefined;
}

/**
 * Reads a file whose name is not that of an archive. Its bytes tell whether it is packed by gzip or is a mailbox.
 *
 * @param isPassing whether the bytes are needed only until the next document is read: that takes no new memory
 * @param open default: opens any path
 * @throws Error with the system's code, or with a message if the path is no regular file or gzip that is damaged
 */
export function readSingleFile(path: string, isPassing = false, open?: Opener): SingleFile {
  const plain = readDocument(path, isPassing, open);
  return singleFile(plain, () => (plain.truncated ? fileChunks(path, 0, undefined, open) : [plain.bytes]));
}

/**
 * Finds out by its bytes what a file is.
 *
 * @param plain the bytes as they are in the file
 * @param whole gives all bytes of the file, to unpack
 * @throws Error if they are gzip that is damaged
 */
export function singleFile(plain: Pick<SingleFile, "bytes" | "truncated">, whole: () => Chunks): SingleFile {
  const { bytes, truncated } = hasGzipMagic(plain.bytes) ? unpackedDocument(whole()) : plain;
  return { bytes, truncated, isMailbox: isMailbox(bytes, truncated), problem: foreignProblem(bytes) };
}

const CAPITAL_F = "F".charCodeAt(0);

/** How many bytes tell a mailbox. */
const BEGINNING = 2048;

/** The parser is slow to start, so it runs only if there is a second line that may separate messages. */
function isMailbox(bytes: Uint8Array, truncated: boolean): boolean {
  if (bytes[0] !== CAPITAL_F) return false;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!beginsAsMailbox(file.subarray(0, BEGINNING))) return false;
  if (truncated || deletedProblem(file) !== undefined) return true;
  if (!file.includes("\nFrom ") && !file.includes("\rFrom ")) return false;
  const [, second] = MAILBOX.entries(new ByteWindow([file]), { columns: { label: undefined, text: "" }, path: "" });
  return second !== undefined;
}
