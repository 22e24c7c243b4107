import type { FileProblem } from "./archive.js";

/** Each makes the problem of a file: of a packed one, of an office program or zip, and of a mailbox. */
const packed = (by: string): FileProblem => ({ problem: "binary", detail: `packed by ${by}` });
const file = (detail: string): FileProblem => ({ problem: "binary", detail });
const mailbox = (format: string): FileProblem => ({
  problem: "unreadable",
  detail: `a mailbox in the ${format} format: save it in the mbox format, or as a file for each message`,
});

/** Formats that cannot be read, by the first bytes of their files. */
const FORMS: readonly (readonly [beginning: string, problem: FileProblem])[] = [
  ["\x28\xb5\x2f\xfd", packed("zstd")],
  ["\x04\x22\x4d\x18", packed("lz4")],
  ["\xfd7zXZ\0", packed("xz")],
  // The digit is the block size.
  ...Array.from({ length: 9 }, (_, i) => [`BZh${i + 1}1AY&SY`, packed("bzip2")] as const),
  ["PK\x03\x04", file("a file of Excel or Word, or a zip archive: save it as CSV or text, or unpack it")],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", file("a file of Excel, Word or Outlook: save it as CSV, text or .eml")],
  ["!BDN", mailbox("Outlook (PST)")],
  ["\x01\x01\x01\x01\n", mailbox("MMDF")],
  ["\x01\x01\x01\x01\r\n", mailbox("MMDF")],
  ["BABYL OPTIONS:", mailbox("Babyl")],
  ["*mbx*\r\n", mailbox("MBX")],
];

/** A quick test: most files begin with another byte. */
const FIRST_BYTES: ReadonlySet<number> = new Set(FORMS.map(([beginning]) => beginning.charCodeAt(0)));

/**
 * Returns why a file cannot be read: it is packed but not by gzip, of an office program, or a mailbox but not mbox.
 * Returns undefined for all other files.
 */
export function foreignProblem(file: Uint8Array): FileProblem | undefined {
  if (!FIRST_BYTES.has(file[0])) return undefined;
  // Longer than all beginnings in FORMS.
  const beginning = Buffer.from(file.subarray(0, 16)).toString("latin1");
  return FORMS.find(([start]) => beginning.startsWith(start))?.[1];
}
