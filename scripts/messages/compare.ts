import { firstAddress } from "../../src/mail/header/address.js";
import { firstValue } from "../../src/mail/header/header.js";
import { subjectLine } from "../../src/mail/header/subject.js";
import { fileName } from "../../src/mail/mime/content.js";
import { readMessage } from "../../src/mail/read-message.js";
import type { PythonReading } from "./python-email.js";

/** One thing that Thresher and Python read differently. */
export interface Difference {
  readonly what: "subject" | "from" | "to" | "number of parts" | "types" | "file names" | "texts";
  readonly ours: string;
  readonly theirs: string;
}

/** Compares what Thresher reads of a message with what Python's `email` reads. White space does not count. */
export function differences(bytes: Uint8Array, python: PythonReading): Difference[] {
  const { header, parts } = readMessage(bytes);
  const found: Difference[] = [];
  const compare = (what: Difference["what"], ours: string, theirs: string) => {
    if (plain(ours) !== plain(theirs)) found.push({ what, ours: plain(ours), theirs: plain(theirs) });
  };
  compare("subject", subjectLine(header) ?? "", python.subject ?? "");
  for (const name of ["from", "to"] as const) {
    const value = firstValue(header, name);
    const address = firstAddress(value ?? "") ?? "";
    // Python finds no sender in a name alone.
    compare(name, address.includes("@") ? address : "", python[name]?.includes("@") ? python[name] : "");
  }
  const theirs = python.parts;
  compare("number of parts", String(parts.length), String(theirs.length));
  if (parts.length !== theirs.length) return found;
  compare("types", parts.map(({ type }) => type).join(", "), theirs.map(({ type }) => type).join(", "));
  compare(
    "file names",
    parts.map((part) => part.fileName ?? "").join(", "),
    theirs.map(({ name }) => fileName(name ?? undefined) ?? "").join(", "),
  );
  for (const [i, { text }] of parts.entries()) {
    compare("texts", text === undefined ? "" : Buffer.from(text).toString(), theirs[i].text ?? "");
  }
  return found;
}

function plain(text: string): string {
  // Bytes that Python could not decode are half surrogate pairs: they become U+FFFD.
  return Buffer.from(text)
    .toString()
    .replace(/[\s\0\ufeff]+/g, " ")
    .trim();
}
