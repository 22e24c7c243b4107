import { base64Size } from "../base64.js";
import { type HeaderField, type MessageHeader, readHeader } from "../header/header.js";
import { bufferOf, plainLength } from "../lines.js";
import { MESSAGE_LIMITS, type MessageNote, type MessagePart } from "../message.js";
import { contentOf, type PartContent } from "./content.js";
import { beforeLine, Delimiters, guessBoundary, MAX_BOUNDARY } from "./delimiters.js";
import { readText } from "./part-text.js";
import { signedContent } from "./signed-content.js";
import { decodeTransferEncoding, isIdentity } from "./transfer-encoding.js";

/** Splits a message, and the messages attached to it, into parts. Collects the parts and notes about them. */
export class PartReader {
  readonly parts: MessagePart[] = [];
  readonly notes = new Set<MessageNote>();
  /** How many more bytes of text are read. */
  #textLeft: number = MESSAGE_LIMITS.textBytes;

  /**
   * Reads a whole message.
   *
   * @param depth the number of multiparts and messages around it
   * @returns its header
   */
  readMessage(bytes: Buffer, depth: number): readonly HeaderField[] {
    const walk = new MessageWalk(bytes, this);
    const { fields, end } = walk.header(0);
    walk.body(contentOf(fields, "text/plain"), end, depth);
    return fields;
  }

  /** Whether no more parts can be added. */
  get full(): boolean {
    return this.parts.length >= MESSAGE_LIMITS.parts;
  }

  /** Adds a part that has no parts of its own: a text together with the files in it, or an attachment. */
  addLeaf(content: PartContent, bytes: Uint8Array): void {
    if (content.faulty) this.notes.add("bad-type");
    const part = partFields(content);
    if (!content.isText) {
      this.parts.push({ ...part, size: sizeOf(bytes, content.encoding) });
      return;
    }
    const { text, size, files, notes } = readText(bytes, content, this.#textLeft);
    for (const note of notes) this.notes.add(note);
    this.#textLeft -= size;
    if (content.type === "text/rfc822-headers" && text !== undefined) {
      this.parts.push({ ...part, size, header: readHeader(text, 0).fields });
    } else {
      this.parts.push({ ...part, size, ...(text === undefined ? {} : { text }) });
    }
    for (const file of files) {
      if (this.full) {
        this.notes.add("parts");
        break;
      }
      this.parts.push(file);
    }
  }
}

/** A signed message counts as this many multiparts around its parts, because reading it may copy it. */
const SIGNED_DEPTH = 8;

/** A field that the header of a part begins with. */
const MIME_FIELD = /^(?:content-[a-z-]+|mime-version):/im;

/** Returns the part that a header describes, still without its size and content. */
function partFields({ type, charset, encoding, disposition, fileName }: PartContent): Omit<MessagePart, "size"> {
  return { type, charset, encoding, disposition, ...(fileName === undefined ? {} : { fileName }) };
}

/** Returns the size of an attachment. Calculates it for base64, the usual encoding, without decoding. */
function sizeOf(bytes: Uint8Array, encoding: string): number {
  return encoding === "base64" ? base64Size(bytes) : plainLength(decodeTransferEncoding(bytes, encoding).bytes);
}

/**
 * Reads the bytes of one message in one pass. After each part, `#delimiters` is at the line that ended it. In the
 * methods, `depth` is the number of multiparts and messages around the part.
 */
class MessageWalk {
  readonly #bytes: Buffer;
  readonly #delimiters: Delimiters;
  readonly #reader: PartReader;

  constructor(bytes: Buffer, reader: PartReader) {
    this.#bytes = bytes;
    this.#delimiters = new Delimiters(bytes);
    this.#reader = reader;
  }

  /** Reads the header that begins at `start`. */
  header(start: number): MessageHeader {
    const { notes } = this.#reader;
    const header = readHeader(this.#bytes, start, (line) => this.#delimiters.isAt(line));
    if (header.isTooLong) notes.add("header-bytes");
    if (header.hasTooManyFields) notes.add("header-fields");
    if (!header.isSeparated && header.fields.length > 0) notes.add("no-separator");
    return header;
  }

  /** Reads the body that begins at `start`: a single part, a message or several parts. */
  body(content: PartContent, start: number, depth: number): void {
    const { notes } = this.#reader;
    const hasParts = content.isMultipart || content.isMessage;
    if (hasParts && depth >= MESSAGE_LIMITS.depth) {
      notes.add("depth");
      this.#readLeaf(content, start);
    } else if (content.isMessage) this.#readMessage(content, start, depth);
    else if (content.isMultipart) this.#readMultipart(content, start, depth);
    else if (content.maySign && depth < MESSAGE_LIMITS.depth) this.#readSigned(content, start, depth);
    else this.#readLeaf(content, start);
  }

  /** Reads a part that has no parts of its own. */
  #readLeaf(content: PartContent, start: number): void {
    this.#delimiters.next(start);
    this.#reader.addLeaf(content, this.#contentFrom(start));
  }

  /** Reads an attachment that may be a message with its signature. The parts of the message follow its entry. */
  #readSigned(content: PartContent, start: number, depth: number): void {
    this.#readLeaf(content, start);
    const inner = signedContent(decodeTransferEncoding(this.#contentFrom(start), content.encoding).bytes);
    // Other documents are signed in the same way, such as invoices.
    if (inner === undefined || this.#reader.full || !MIME_FIELD.test(bufferOf(inner).toString("latin1", 0, 1000)))
      return;
    const walk = new MessageWalk(bufferOf(inner), this.#reader);
    const { fields, end } = walk.header(0);
    walk.body(contentOf(fields, "text/plain"), end, depth + SIGNED_DEPTH);
  }

  /** Returns the content of the part that begins at `start` and ends at the current delimiter. */
  #contentFrom(start: number): Buffer {
    return this.#bytes.subarray(start, beforeLine(this.#bytes, start, this.#delimiters.start));
  }

  /** Reads an attached message. The entry for its header comes before the entries for its parts. */
  #readMessage(content: PartContent, start: number, depth: number): void {
    const { parts } = this.#reader;
    const index = parts.length;
    const part = { ...partFields(content), size: 0 };
    parts.push(part);
    if (isIdentity(content.encoding)) {
      const { fields, end } = this.header(start);
      parts[index] = { ...part, header: fields };
      if (this.#reader.full) this.#skipRest();
      else this.body(contentOf(fields, "text/plain"), end, depth + 1);
    } else {
      this.#delimiters.next(start);
      parts[index] = { ...part, header: this.#decode(content, start, depth) };
    }
  }

  /**
   * Reads a multipart or message with a transfer encoding. RFC 2046 forbids it, but it occurs.
   *
   * @returns the header of a message
   */
  #decode(content: PartContent, start: number, depth: number): readonly HeaderField[] {
    const { bytes, faulty } = decodeTransferEncoding(this.#contentFrom(start), content.encoding);
    if (faulty) this.#reader.notes.add("bad-encoding");
    const whole = bufferOf(bytes);
    if (content.isMessage) return this.#reader.readMessage(whole, depth + 1);
    new MessageWalk(whole, this.#reader).body({ ...content, encoding: "" }, 0, depth + 1);
    return [];
  }

  /** Reads a multipart. Uses the boundary that its header names or, if no line has this boundary, guesses one. */
  #readMultipart(content: PartContent, start: number, depth: number): void {
    const { notes } = this.#reader;
    const delimiters = this.#delimiters;
    const { boundary } = content;
    if (boundary.length > MAX_BOUNDARY) notes.add("boundary-bytes");
    else if (boundary === "") notes.add("no-boundary");
    else {
      const level = delimiters.open(boundary);
      delimiters.next(start);
      if (delimiters.level === level) {
        this.#readParts(level, content, start, depth);
        return;
      }
      delimiters.drop(level);
    }
    // The header names no boundary, or no line has it.
    const guess = guessBoundary(this.#bytes, start, (line) => delimiters.isAt(line));
    if (guess !== undefined) {
      if (boundary !== "") notes.add("wrong-boundary");
      const level = delimiters.open(guess);
      delimiters.next(start);
      this.#readParts(level, content, start, depth);
      return;
    }
    delimiters.next(start);
    if (!isIdentity(content.encoding)) {
      this.#decode(content, start, depth);
      return;
    }
    notes.add("no-parts");
    this.#reader.addLeaf(content, this.#contentFrom(start));
  }

  /** Reads the parts of a multipart, from its first delimiter on. If it has no parts, its text becomes a part. */
  #readParts(level: number, content: PartContent, start: number, depth: number): void {
    const { notes, parts } = this.#reader;
    const delimiters = this.#delimiters;
    const before = parts.length;
    // The default type of the parts. It is a message in a digest (RFC 2046, section 5.1.5).
    const type = content.type === "multipart/digest" ? "message/rfc822" : "text/plain";
    let closed = false;
    while (delimiters.level === level) {
      if (delimiters.closing) {
        // Some programs write parts after the closing line. These parts are read, too.
        if (parts.length === before) notes.add("end-before-start");
        closed = true;
        delimiters.close(level);
        delimiters.next(delimiters.end);
      } else {
        if (closed && parts.length > before) notes.add("after-end");
        if (this.#reader.full) {
          this.#skipRest();
          return;
        }
        const { fields, end } = this.header(delimiters.end);
        this.body(contentOf(fields, type), end, depth + 1);
      }
    }
    if (!closed) notes.add("unclosed");
    delimiters.drop(level);
    if (parts.length === before) this.#reader.addLeaf(content, this.#contentFrom(start));
  }

  /** Skips the rest of the message, because there are too many parts. */
  #skipRest(): void {
    this.#reader.notes.add("parts");
    this.#delimiters.drop(0);
    this.#delimiters.next(this.#bytes.length);
  }
}
