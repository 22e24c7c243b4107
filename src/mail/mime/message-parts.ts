import { base64Size } from "../base64.js";
import { type HeaderField, type MessageHeader, readHeader } from "../header/header.js";
import { bufferOf } from "../lines.js";
import { MESSAGE_LIMITS, type MessageNote, type MessagePart } from "../message.js";
import { contentOf, type PartContent } from "./content.js";
import { beforeLine, Delimiters, guessBoundary, MAX_BOUNDARY } from "./delimiters.js";
import { readText } from "./part-text.js";
import { decodeTransferEncoding, isIdentity } from "./transfer-encoding.js";

/** Splits a message, and messages attached to it, into `parts`; collects `notes`. */
export class PartReader {
  readonly parts: MessagePart[] = [];
  readonly notes = new Set<MessageNote>();
  #textLeft: number = MESSAGE_LIMITS.textBytes;

  /** Reads a whole message. @returns its header */
  readMessage(bytes: Buffer, depth: number): readonly HeaderField[] {
    const walk = new MessageWalk(bytes, this);
    const { fields, end } = walk.header(0);
    walk.body(contentOf(fields, "text/plain"), end, depth);
    return fields;
  }

  get full(): boolean {
    return this.parts.length >= MESSAGE_LIMITS.parts;
  }

  /** Adds a part without parts of its own. */
  addLeaf(content: PartContent, bytes: Uint8Array): void {
    if (content.faulty) this.notes.add("bad-type");
    const part = describedPart(content);
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

function describedPart({ type, charset, encoding, disposition, fileName }: PartContent): Omit<MessagePart, "size"> {
  return { type, charset, encoding, disposition, ...(fileName === undefined ? {} : { fileName }) };
}

/** The size of an attachment. Base64, which nearly all have, is counted and not decoded. */
function sizeOf(bytes: Uint8Array, encoding: string): number {
  return encoding === "base64" ? base64Size(bytes) : decodeTransferEncoding(bytes, encoding).bytes.length;
}

/** Walks through the bytes of one message, once. After each part, `#lines` is at the line that ended it. */
class MessageWalk {
  readonly #bytes: Buffer;
  readonly #lines: Delimiters;
  readonly #reader: PartReader;

  constructor(bytes: Buffer, reader: PartReader) {
    this.#bytes = bytes;
    this.#lines = new Delimiters(bytes);
    this.#reader = reader;
  }

  header(start: number): MessageHeader {
    const { notes } = this.#reader;
    const header = readHeader(this.#bytes, start, (line) => this.#lines.isAt(line));
    if (header.tooLong) notes.add("header-bytes");
    if (header.tooMany) notes.add("header-fields");
    if (!header.separated && header.fields.length > 0) notes.add("no-separator");
    return header;
  }

  /** Reads the body after a header. */
  body(content: PartContent, start: number, depth: number): void {
    const { notes } = this.#reader;
    const taken = content.isMultipart || content.isMessage;
    if (taken && depth >= MESSAGE_LIMITS.depth) {
      notes.add("depth");
      this.#leaf(content, start);
    } else if (content.isMessage) this.#message(content, start, depth);
    else if (content.isMultipart) this.#multipart(content, start, depth);
    else this.#leaf(content, start);
  }

  #leaf(content: PartContent, start: number): void {
    this.#lines.next(start);
    this.#reader.addLeaf(content, this.#from(start));
  }

  #from(start: number): Buffer {
    return this.#bytes.subarray(start, beforeLine(this.#bytes, start, this.#lines.start));
  }

  #message(content: PartContent, start: number, depth: number): void {
    const { parts } = this.#reader;
    const place = parts.length;
    const part = { ...describedPart(content), size: 0 };
    parts.push(part);
    if (isIdentity(content.encoding)) {
      const { fields, end } = this.header(start);
      parts[place] = { ...part, header: fields };
      if (this.#reader.full) this.#stop();
      else this.body(contentOf(fields, "text/plain"), end, depth + 1);
    } else {
      this.#lines.next(start);
      parts[place] = { ...part, header: this.#encoded(content, start, depth) };
    }
  }

  /** Encoded multiparts and messages break RFC 2046, and occur. */
  #encoded(content: PartContent, start: number, depth: number): readonly HeaderField[] {
    const { bytes, faulty } = decodeTransferEncoding(this.#from(start), content.encoding);
    if (faulty) this.#reader.notes.add("bad-encoding");
    const whole = bufferOf(bytes);
    if (content.isMessage) return this.#reader.readMessage(whole, depth + 1);
    new MessageWalk(whole, this.#reader).body({ ...content, encoding: "" }, 0, depth + 1);
    return [];
  }

  #multipart(content: PartContent, start: number, depth: number): void {
    const { notes } = this.#reader;
    const lines = this.#lines;
    const given = content.boundary;
    if (given.length > MAX_BOUNDARY) notes.add("boundary-bytes");
    else if (given === "") notes.add("no-boundary");
    else {
      const level = lines.open(given);
      lines.next(start);
      if (lines.level === level) {
        this.#parts(level, content, start, depth);
        return;
      }
      lines.drop(level);
    }
    const guess = guessBoundary(this.#bytes, start, (line) => lines.isAt(line));
    if (guess !== undefined) {
      if (given !== "") notes.add("wrong-boundary");
      const level = lines.open(guess);
      lines.next(start);
      this.#parts(level, content, start, depth);
      return;
    }
    lines.next(start);
    if (!isIdentity(content.encoding)) {
      this.#encoded(content, start, depth);
      return;
    }
    notes.add("no-parts");
    this.#reader.addLeaf(content, this.#from(start));
  }

  /** Reads the parts of a multipart, from its first dividing line on. */
  #parts(level: number, content: PartContent, start: number, depth: number): void {
    const { notes, parts } = this.#reader;
    const lines = this.#lines;
    const before = parts.length;
    // The default type in a digest (RFC 2046, section 5.1.5).
    const type = content.type === "multipart/digest" ? "message/rfc822" : "text/plain";
    let closed = false;
    while (lines.level === level) {
      if (lines.closing) {
        if (parts.length === before) notes.add("end-before-start");
        closed = true;
        lines.close(level);
        lines.next(lines.end);
      } else {
        if (closed && parts.length > before) notes.add("after-end");
        if (this.#reader.full) {
          this.#stop();
          return;
        }
        const { fields, end } = this.header(lines.end);
        this.body(contentOf(fields, type), end, depth + 1);
      }
    }
    if (!closed) notes.add("unclosed");
    lines.drop(level);
    if (parts.length === before) this.#reader.addLeaf(content, this.#from(start));
  }

  /** Skips the rest of the message: there are too many parts. */
  #stop(): void {
    this.#reader.notes.add("parts");
    this.#lines.drop(0);
    this.#lines.next(this.#bytes.length);
  }
}
