import type { LimitedBytes } from "../document.js";
import { ByteWindow } from "../files/byte-window.js";
import { type Chunks, fileChunks, type Opener, readDocument } from "../files/open-file.js";
import { hasPackedMagic, unpackedDocument } from "../packing/unpack.js";
import type { FileProblem } from "./archive.js";
import { NO_COLUMNS } from "./columns.js";
import { foreignProblem } from "./magic-numbers.js";
import { MAILBOX } from "./mailbox.js";
import { deletedProblem, isSeparator } from "./mailbox-header.js";

/** A file that is one document or contains several. If it was packed, its bytes are unpacked. */
export interface SingleFile extends LimitedBytes {
  /** Whether it is a mailbox with several messages or a message that is left out, or one above the size limit. */
  readonly isMailbox: boolean;
  /** Why it cannot be used: it is packed in another format, of an office program, or a mailbox in another format. */
  readonly problem: FileProblem | undefined;
}

/**
 * Reads a file that does not have the name of an archive. Its bytes tell whether it is packed or is a mailbox.
 *
 * @param open default: opens any path
 * @throws Error with the system's code, or with a message if the path is not a regular file or is packed and damaged
 */
export function readSingleFile(path: string, open?: Opener): SingleFile {
  const plain = readDocument(path, open);
  return singleFile(plain, () => (plain.isTruncated ? fileChunks(path, open) : [plain.bytes]));
}

/**
 * Examines the bytes of a file to find out what kind of file it is.
 *
 * @param plain the bytes as they are in the file
 * @param whole returns all bytes of the file, for unpacking
 * @throws Error if the bytes are packed and damaged
 */
export function singleFile(plain: LimitedBytes, whole: () => Chunks): SingleFile {
  const content = hasPackedMagic(plain.bytes) ? unpackedDocument(whole()) : plain;
  // Not `...content`: V8 would keep copies made by spreading, and with them their documents, until a full collection.
  const { bytes, isTruncated } = content;
  return { bytes, isTruncated, isMailbox: isMailbox(content), problem: foreignProblem(bytes) };
}

const [CAPITAL_F, SPACE] = Buffer.from("F ");

/** How many bytes are needed to recognize a mailbox. */
const BEGINNING = 2048;

/** Whether a file is a mailbox. The slow parser runs only if there is a second line that may separate messages. */
function isMailbox({ bytes, isTruncated }: LimitedBytes): boolean {
  // A mailbox begins with `From `, a message or a post often with `From: `.
  if (bytes[0] !== CAPITAL_F || bytes[4] !== SPACE) return false;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isSeparator(file.subarray(0, BEGINNING))) return false;
  if (isTruncated || deletedProblem(file) !== undefined) return true;
  if (!file.includes("\nFrom ")) return false;
  const [, second] = MAILBOX.entries(new ByteWindow([file]), { columns: NO_COLUMNS, path: "" });
  return second !== undefined;
}
