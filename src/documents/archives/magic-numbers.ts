/** Recognizes files that other programs have packed or written, by their first bytes. */
import type { FileProblem } from "./archive.js";

/** Makes the problem of a file that another program has packed. */
const packed = (by: string): FileProblem => ({ problem: "binary", detail: `packed by ${by}` });
/** Makes the problem of a file of another program. */
const file = (detail: string): FileProblem => ({ problem: "binary", detail });
/** Makes the problem of a mailbox that is not in the mbox format. */
const mailbox = (format: string): FileProblem => ({
  problem: "unreadable",
  detail: `a mailbox in the ${format} format: save it in the mbox format, or as a file for each message`,
});
/** Makes the problem of a file with a table. */
const table = (format: string): FileProblem => file(`${format}: write the table as CSV or JSON lines`);

const ZIP = file("a zip archive: unpack it");

/** Formats that cannot be read, by the first bytes of their files. */
const FORMS: readonly (readonly [beginning: string, problem: FileProblem])[] = [
  ["\x04\x22\x4d\x18", packed("lz4")],
  ["\xfd7zXZ\0", packed("xz")],
  // The digit is the block size.
  ...Array.from({ length: 9 }, (_, i) => [`BZh${i + 1}1AY&SY`, packed("bzip2")] as const),
  ["PK\x03\x04", ZIP],
  ["7z\xbc\xaf\x27\x1c", file("a 7-Zip archive: unpack it")],
  ["Rar!\x1a\x07", file("a RAR archive: unpack it")],
  ["PAR1", file("a Parquet table: name it .parquet, or add --input-format parquet")],
  ["ARROW1", table("an Arrow file")],
  ["FEA1", table("a Feather file")],
  // The stream format, in which Hugging Face keeps data sets.
  ["\xff\xff\xff\xff", table("an Arrow file")],
  ["SQLite format 3\0", table("an SQLite database")],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", file("a file of Excel, Word or Outlook: save it as CSV, text or .eml")],
  ["!BDN", mailbox("Outlook (PST)")],
  ["\x01\x01\x01\x01\n", mailbox("MMDF")],
  ["\x01\x01\x01\x01\r\n", mailbox("MMDF")],
  ["BABYL OPTIONS:", mailbox("Babyl")],
  ["*mbx*\r\n", mailbox("MBX")],
  ...["#! rnews ", "#! cunbatch", "#! gunbatch"].map((start) => [start, mailbox("rnews (a batch of news)")] as const),
];

/** The first line of Dovecot's sdbox and mdbox: the version, and the size of headers and the time in hexadecimal. */
const DBOX_LINE = /^2 (?:[A-Z][\da-f]+ ?)+$/;

/** The beginning of each message of Dovecot's dbox. */
const DBOX_MESSAGE = "\x01\x02";

const DBOX: FileProblem = {
  problem: "unreadable",
  detail: "messages in the dbox format of Dovecot: write them as a Maildir, with doveadm backup maildir:FOLDER",
};

/** Files of office programs are zip archives: by a name near the beginning, which program, and what to save it as. */
const OFFICE: readonly (readonly [name: RegExp, detail: string])[] = [
  [/\bxl\//, "a file of Excel: save it as CSV"],
  [/opendocument\.spreadsheet/, "a file of LibreOffice Calc: save it as CSV"],
  [/\bword\//, "a file of Word: save it as text"],
  [/opendocument|docProps|\[Content_Types\]/, "a file of an office program: save it as text"],
];

/** The number of bytes at the beginning of a file in which `foreignProblem` looks. */
export const FOREIGN_BEGINNING = 4096;

/** The first two bytes of these files and of dbox (`2 `), as numbers: a quick test, which most files fail. */
const FIRST_TWO_BYTES: ReadonlySet<number> = new Set(
  ["2 ", ...FORMS.map(([start]) => start)].map((start) => (start.charCodeAt(0) << 8) | start.charCodeAt(1)),
);

/**
 * Returns why a file cannot be read: it is packed in another way than gzip or Zstandard, of an office program, or a
 * mailbox but not mbox. Returns undefined for all other files.
 */
export function foreignProblem(bytes: Uint8Array): FileProblem | undefined {
  if (!FIRST_TWO_BYTES.has((bytes[0] << 8) | bytes[1])) return undefined;
  // No beginning in FORMS, and no first line of dbox, is longer.
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString("latin1");
  const [line, rest = ""] = beginning.split("\n", 2);
  if (rest.startsWith(DBOX_MESSAGE) && DBOX_LINE.test(line)) return DBOX;
  const found = FORMS.find(([start]) => beginning.startsWith(start))?.[1];
  if (found !== ZIP) return found;
  const names = Buffer.from(bytes.subarray(0, FOREIGN_BEGINNING)).toString("latin1");
  const [, detail] = OFFICE.find(([name]) => name.test(names)) ?? [];
  return detail === undefined ? ZIP : file(detail);
}
