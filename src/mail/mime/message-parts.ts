import { append } from "../../base/lists.js";
import { base64Size } from "../base64.js";
import { type HeaderField, type MessageHeader, readHeader } from "../header/header.js";
import { bufferOf, plainLength } from "../lines.js";
import { MESSAGE_LIMITS, type MessageNote, type MessagePart } from "../message.js";
import { beforeLine, Delimiters, guessBoundary, MAX_BOUNDARY } from "./delimiters.js";
import { contentOf, type PartContent, readText } from "./part-text.js";
import { signedContent } from "./signed-content.js";
import { decodeTransferEncoding, isIdentity } from "./transfer-encoding.js";

/** The parts that were read of a message and of the messages attached to it. */
export interface MessageParts {
  readonly parts: MessagePart[];
  readonly notes: Set<MessageNote>;
  /** How many more bytes of text are read. */
  textLeft: number;
}

/**
 * Splits a whole message into parts.
 *
 * @param depth the number of multiparts and messages around it
 * @param found receives the parts, and notes about them
 * @returns its header
 */
export function readParts(bytes: Uint8Array, depth: number, found: MessageParts): readonly HeaderField[] {
  const walk = new MessageWalk(bufferOf(bytes), found);
  const { fields, end } = walk.header(0);
  walk.body(contentOf(fields, "text/plain"), end, depth);
  return fields;
}

/** A signed message counts as this many levels of depth, because reading it may copy it. */
const SIGNED_DEPTH = 8;

/** Matches a header field that only mail has. */
const MIME_FIELD = /^(?:content-[a-z-]+|mime-version):/im;

/** Returns the part that a header describes, still without its size and content. */
function partFields({ type, charset, encoding, disposition, fileName }: PartContent): Omit<MessagePart, "size"> {
  return { type, charset, encoding, disposition, ...(fileName === undefined ? {} : { fileName }) };
}

/** Returns the decoded size of an attachment. For base64, the usual encoding, it is calculated without decoding. */
function decodedSize(bytes: Uint8Array, encoding: string): number {
  return encoding === "base64" ? base64Size(bytes) : plainLength(decodeTransferEncoding(bytes, encoding).bytes);
}

/**
 * Reads the bytes of one message in one pass. After each part, `#delimiters` is at the line that ended it. In the
 * methods, `depth` is the number of multiparts and messages around the part.
 */
class MessageWalk {
  readonly #bytes: Buffer;
  readonly #delimiters: Delimiters;
  readonly #found: MessageParts;

  constructor(bytes: Buffer, found: MessageParts) {
    this.#bytes = bytes;
    this.#delimiters = new Delimiters(bytes);
    this.#found = found;
  }

  /** Reads the header that begins at `start`. */
  header(start: number): MessageHeader {
    const { notes } = this.#found;
    const header = readHeader(this.#bytes, start, (line) => this.#delimiters.isAt(line));
    if (header.isTooLong) notes.add("header-bytes");
    if (header.hasTooManyFields) notes.add("header-fields");
    if (!header.isSeparated && header.fields.length > 0) notes.add("no-separator");
    return header;
  }

  /** Reads the body that begins at `start`: a single part, a message or several parts. */
  body(content: PartContent, start: number, depth: number): void {
    const isDeep = depth >= MESSAGE_LIMITS.depth;
    const hasParts = content.isMultipart || content.isMessage;
    if (hasParts && isDeep) this.#found.notes.add("depth");
    if (hasParts && !isDeep) {
      if (content.isMessage) this.#readMessage(content, start, depth);
      else this.#readMultipart(content, start, depth);
      return;
    }
    this.#delimiters.next(start);
    this.#addLeaf(content, start);
    if (content.maySign && !isDeep && !hasParts) this.#readSigned(content, start, depth);
  }

  /** Whether no more parts can be added. */
  get #isFull(): boolean {
    return this.#found.parts.length >= MESSAGE_LIMITS.parts;
  }

  /** Returns the content of the part that begins at `start` and ends at the current delimiter. */
  #contentFrom(start: number): Buffer {
    return this.#bytes.subarray(start, beforeLine(this.#bytes, start, this.#delimiters.start));
  }

  /** Adds a part that has no parts of its own: a text together with the files in it, or an attachment. */
  #addLeaf(content: PartContent, start: number): void {
    const { parts, notes } = this.#found;
    const bytes = this.#contentFrom(start);
    if (content.hasFaultyType) notes.add("bad-type");
    const part = partFields(content);
    if (!content.isText) {
      parts.push({ ...part, size: decodedSize(bytes, content.encoding) });
      return;
    }
    const { text, size, files, notes: ofText } = readText(bytes, content, this.#found.textLeft);
    for (const note of ofText) notes.add(note);
    this.#found.textLeft -= size;
    const isHeader = content.type === "text/rfc822-headers" && text !== undefined;
    if (isHeader) parts.push({ ...part, size, header: readHeader(text, 0).fields });
    else parts.push({ ...part, size, ...(text !== undefined && { text }) });
    const room = Math.max(0, MESSAGE_LIMITS.parts - parts.length);
    if (files.length > room) notes.add("parts");
    append(parts, files.slice(0, room));
  }

  /** Reads the message in an attachment that has its signature, too. Its parts follow the entry of the attachment. */
  #readSigned({ encoding }: PartContent, start: number, depth: number): void {
    const inner = signedContent(decodeTransferEncoding(this.#contentFrom(start), encoding).bytes);
    // Other documents are signed in the same way, such as invoices.
    const isMail = inner !== undefined && MIME_FIELD.test(bufferOf(inner).toString("latin1", 0, 1000));
    if (isMail && !this.#isFull) readParts(inner, depth + SIGNED_DEPTH, this.#found);
  }

  /** Reads an attached message. The entry for its header comes before the entries for its parts. */
  #readMessage(content: PartContent, start: number, depth: number): void {
    const { parts } = this.#found;
    const index = parts.length;
    const part = { ...partFields(content), size: 0 };
    parts.push(part);
    if (isIdentity(content.encoding)) {
      const { fields, end } = this.header(start);
      parts[index] = { ...part, header: fields };
      if (this.#isFull) this.#skipRest();
      else this.body(contentOf(fields, "text/plain"), end, depth + 1);
    } else {
      this.#delimiters.next(start);
      parts[index] = { ...part, header: readParts(this.#decoded(content, start), depth + 1, this.#found) };
    }
  }

  /** Decodes a multipart or message with a transfer encoding. RFC 2046 forbids it, but it occurs. */
  #decoded({ encoding }: PartContent, start: number): Buffer {
    const { bytes, isFaulty } = decodeTransferEncoding(this.#contentFrom(start), encoding);
    if (isFaulty) this.#found.notes.add("bad-encoding");
    return bufferOf(bytes);
  }

  /** Reads a multipart. Uses the boundary that its header names or, if no line has this boundary, guesses one. */
  #readMultipart(content: PartContent, start: number, depth: number): void {
    const { notes } = this.#found;
    const { boundary } = content;
    if (boundary.length > MAX_BOUNDARY) notes.add("boundary-bytes");
    else if (boundary === "") notes.add("no-boundary");
    else if (this.#readBetween(boundary, content, start, depth)) return;
    const guess = guessBoundary(this.#bytes, start, (line) => this.#delimiters.isAt(line));
    if (guess !== undefined) {
      if (boundary !== "") notes.add("wrong-boundary");
      this.#readBetween(guess, content, start, depth);
      return;
    }
    this.#delimiters.next(start);
    if (isIdentity(content.encoding)) {
      notes.add("no-parts");
      this.#addLeaf(content, start);
    } else {
      const walk = new MessageWalk(this.#decoded(content, start), this.#found);
      walk.body({ ...content, encoding: "" }, 0, depth + 1);
    }
  }

  /**
   * Reads the parts of a multipart between the lines with its boundary. If it has no parts, its text becomes a part.
   *
   * @returns false if no line has the boundary; nothing is read then
   */
  #readBetween(boundary: string, content: PartContent, start: number, depth: number): boolean {
    const { notes, parts } = this.#found;
    const delimiters = this.#delimiters;
    const level = delimiters.open(boundary);
    delimiters.next(start);
    if (delimiters.level !== level) {
      delimiters.drop(level);
      return false;
    }
    const before = parts.length;
    // The default type of the parts. It is a message in a digest (RFC 2046, section 5.1.5).
    const type = content.type === "multipart/digest" ? "message/rfc822" : "text/plain";
    let isClosed = false;
    while (delimiters.level === level) {
      if (delimiters.isClosing) {
        // Some programs write parts after the closing line. These parts are read, too.
        if (parts.length === before) notes.add("end-before-start");
        isClosed = true;
        delimiters.close(level);
        delimiters.next(delimiters.end);
      } else {
        if (isClosed && parts.length > before) notes.add("after-end");
        if (this.#isFull) {
          this.#skipRest();
          return true;
        }
        const { fields, end } = this.header(delimiters.end);
        this.body(contentOf(fields, type), end, depth + 1);
      }
    }
    if (!isClosed) notes.add("unclosed");
    delimiters.drop(level);
    if (parts.length === before) this.#addLeaf(content, start);
    return true;
  }

  /** Skips the rest of the message, because there are too many parts. */
  #skipRest(): void {
    this.#found.notes.add("parts");
    this.#delimiters.drop(0);
    this.#delimiters.next(this.#bytes.length);
  }
}
