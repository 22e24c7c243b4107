import { firstValue } from "../../src/mail/header/header.js";
import { subjectLine } from "../../src/mail/header/subject.js";
import type { Message } from "../../src/mail/message.js";
import { firstAddress } from "../../src/mail/message-facts.js";
import { fileName } from "../../src/mail/mime/part-text.js";
import { readMessage } from "../../src/mail/read-message.js";
import type { PythonReading } from "./python-email.js";

/** One thing that Thresher and Python read differently. */
export interface Difference {
  readonly what: "subject" | "from" | "to" | "number of parts" | "types" | "file names" | "texts" | "everything";
  readonly ours: string;
  readonly theirs: string;
  /** The cause, as `KINDS` names it. */
  readonly kind: string;
}

/** Compares what Thresher reads of a message with what Python's `email` reads. White space does not count. */
export function differences(bytes: Uint8Array, python: PythonReading): Difference[] {
  const message = readMessage(bytes);
  const { header, parts } = message;
  const found: Difference[] = [];
  const compare = (what: Difference["what"], ours: string, theirs: string) => {
    const difference = { what, ours: plain(ours), theirs: plain(theirs) };
    if (difference.ours === difference.theirs) return;
    const kind = KINDS.find(({ isCause }) => isCause(difference, message, python))?.name ?? "other";
    found.push({ ...difference, kind });
  };
  if (python.error !== undefined) {
    compare("everything", "", python.error);
    return found;
  }
  compare("subject", subjectLine(header) ?? "", python.subject ?? "");
  for (const name of ["from", "to"] as const) compare(name, ourAddress(firstValue(header, name)), python[name] ?? "");
  const theirs = python.parts;
  compare("number of parts", String(parts.length), String(theirs.length));
  if (parts.length !== theirs.length) return found;
  compare("types", parts.map(({ type }) => type).join(", "), theirs.map(({ type }) => type).join(", "));
  compare(
    "file names",
    parts.map((part) => part.fileName ?? "").join(", "),
    theirs.map(({ name }) => fileName(name ?? undefined) ?? "").join(", "),
  );
  for (const [i, { text, type }] of parts.entries()) {
    // Thresher reads the fields of a returned header.
    if (type === "text/rfc822-headers") continue;
    compare("texts", text === undefined ? "" : Buffer.from(text).toString(), theirs[i].text ?? "");
  }
  return found;
}

/** Python gives no name that stands alone. */
function ourAddress(value = ""): string {
  const address = firstAddress(value) ?? "";
  return address.includes("@") ? address : "";
}

interface Kind {
  readonly name: string;
  isCause(difference: Omit<Difference, "kind">, message: Message, python: PythonReading): boolean;
}

/** The causes of differences; the first that is true counts. `src/mail/README.md` says who is right. */
export const KINDS: readonly Kind[] = [
  { name: "Python fails", isCause: ({ what }) => what === "everything" },
  {
    name: "no field",
    isCause: (_, { notes }, { defects }) =>
      notes.includes("no-separator") ||
      defects.some((name) => /^(?:MissingHeaderBodySeparator|MisplacedEnvelopeHeader)/.test(name)),
  },
  {
    name: "boundary",
    isCause: (_, { notes }, { defects, parts }) =>
      parts.some(({ type }) => type.startsWith("multipart/")) ||
      defects.some((name) => /^(?:StartBoundary|NoBoundary|MultipartInvariant|CloseBoundary)/.test(name)) ||
      notes.some((note) => /boundary|^(?:after-end|end-before-start|no-parts|unclosed)$/.test(note)),
  },
  {
    name: "message/…",
    isCause: (_, __, { parts }) =>
      parts.some(({ type }) => /^message\/(?!rfc822$|global$|news$)/.test(type) || type === "text/rfc822-headers"),
  },
  {
    name: "encoded message",
    isCause: (_, { parts }) => parts.some(({ header, encoding }) => header && /^(?:base64|quoted)/.test(encoding)),
  },
  {
    name: "empty part",
    isCause: ({ what, ours, theirs }, { parts }) =>
      what === "number of parts" && Number(ours) > Number(theirs) && parts.some(({ size }) => size === 0),
  },
  {
    name: "data in a text",
    isCause: (_, { notes }) => notes.some((note) => /^(?:inline-file|encoded-lines|binary)$/.test(note)),
  },
  {
    name: "after base64",
    isCause: ({ what, ours, theirs }) => what === "texts" && theirs !== "" && ours.startsWith(theirs),
  },
  { name: "limit", isCause: (_, { notes }) => notes.includes("text-bytes") },
  { name: "charset", isCause: ({ ours, theirs }) => isCharset(ours, theirs) },
  { name: "address", isCause: ({ what }) => what === "from" || what === "to" },
  { name: "encoded words", isCause: ({ theirs }) => theirs.includes("=?") },
  {
    name: "blank",
    isCause: ({ ours, theirs }) => ours.replaceAll(" ", "") === theirs.replaceAll(" ", ""),
  },
];

/** Whether one of two texts has characters that could not be decoded, or control characters of ISO 8859-1. */
function isCharset(ours: string, theirs: string): boolean {
  const others = (text: string) => text.match(/[\ufffd\x80-\x9f]/g)?.length ?? 0;
  return others(ours) !== others(theirs) || ascii(ours) === ascii(theirs);
}

function ascii(text: string): string {
  return text.replace(/[^ -~]/g, "");
}

function plain(text: string): string {
  // Bytes that Python could not decode are half surrogate pairs: they become U+FFFD.
  return Buffer.from(text)
    .toString()
    .replace(/[\s\0\ufeff]+/g, " ")
    .trim();
}
