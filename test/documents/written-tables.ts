import { gzipSync } from "node:zlib";

/** What is special about a table. */
interface TableFacts {
  /** The title of the form. Default: that of separated values with the columns label and text. */
  readonly title?: string;
  /** The documents, if they are not `DOCUMENTS`. */
  readonly documents?: readonly (readonly [label: string, text: string])[];
  /** The problems of the rows without a document. */
  readonly problems?: readonly string[];
}

/** The documents that most of the tables have. Some need quotes in one form or another. */
export const DOCUMENTS: readonly (readonly [label: string, text: string])[] = [
  ["ham", "Dear Anna, lunch on Friday?"],
  ["spam", "WIN a prize now! Call 0900"],
  ["ham", 'She said "yes", then left'],
  ["spam", "Cash; loans, all approved"],
  ["ham", "See you at the station"],
  ["spam", "Free entry in a weekly draw"],
  ["ham", "Grüße aus dem Büro"],
  ["spam", "Claim your free tone today"],
];

type Row = readonly string[];

const alwaysQuoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const unquoted = (text: string) => text;
const quotedIfNeeded = (separator: string) => (text: string) =>
  text.includes(separator) || /["\r\n]/.test(text) ? alwaysQuoted(text) : text;

function table(rows: readonly Row[], { separator = ",", end = "\n", cell = quotedIfNeeded(separator) } = {}): string {
  return rows.map((row) => row.map(cell).join(separator) + end).join("");
}

const withHeader = (...names: readonly string[]) => [names, ...DOCUMENTS];
const withRowNumbers = (...names: readonly string[]) => [names, ...DOCUMENTS.map((row, i) => [String(i), ...row])];
const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const objects = (member: (label: string, text: string, i: number) => object) =>
  DOCUMENTS.map(([label, text], i) => member(label, text, i));
const labelled = withHeader("label", "text");
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const TABS = { separator: "\t", end: "\r\n", cell: unquoted };
const WINDOWS = { end: "\r\n" };
const columns = (label: string, text: string, what = "separated values") =>
  `${what}, class in "${label}" and text in "${text}"`;

const inJsonLines = { title: columns("label", "text", "JSON lines") };
const inJsonArray = { title: columns("label", "text", "JSON array") };
const fastText = (between: string) => DOCUMENTS.map(([label, text]) => `__label__${label}${between}${text}\n`).join("");
const withDocuments = (...more: readonly (readonly [string, string])[]) => ({ documents: [...DOCUMENTS, ...more] });
const numbered = (column: string, other: string) =>
  `separated values without a header, class in column ${column} and text in column ${other}`;
const inLines = DOCUMENTS.map(([label, text]) => [label, `${text}\r\nand more`] as const);
const isEach = (label: string) => ["ham", "spam"].map((name) => (name === label ? "1" : "0"));
/** A task of Label Studio. */
const task = (label: string, text: string, id: number) => ({
  id,
  data: { text },
  annotations: [
    { was_cancelled: true, result: [{ type: "choices", value: { choices: ["other"] } }] },
    { result: [{ from_name: "class", to_name: "text", type: "choices", value: { choices: [label] } }] },
  ],
});

/** A table as a program writes it: the program or what is special, the name of the file, and its bytes. */
type WrittenTable = [name: string, file: string, bytes: string | Uint8Array, facts?: TableFacts];

export const TABLES: readonly WrittenTable[] = [
  ["Excel, CSV UTF-8", "a.csv", `\ufeff${table(labelled, WINDOWS)}`],
  ["Excel in German, CSV in Windows-1252", "a.csv", latin1(table(labelled, { ...WINDOWS, separator: ";" }))],
  ["Excel, text with tabs", "a.txt", latin1(table(labelled, TABS))],
  ["Excel, Unicode text", "a.txt", utf16(table(labelled, TABS))],
  ["Excel, with a line that has the separator", "a.csv", `sep=;\r\n${table(labelled, { ...WINDOWS, separator: ";" })}`],
  ["UTF-16, big-endian", "a.csv", utf16(table(labelled)).swap16()],
  ["UTF-16 without a byte-order mark", "a.csv", utf16(table(labelled)).subarray(2)],
  [
    "columns without usual names, and empty ones behind them",
    "a.csv",
    latin1(table(withHeader("v1", "v2").map((row) => [...row, "", "", ""]))),
    { title: columns("v1", "v2") },
  ],
  [
    "Google Sheets, CSV",
    "a.csv",
    table(withHeader("Category", "Message"), WINDOWS),
    { title: columns("Category", "Message") },
  ],
  ["TSV in which everything is quoted", "a.tsv", table(labelled, { separator: "\t", cell: alwaysQuoted })],
  [
    "TSV whose cells have line breaks in quotes",
    "a.tsv",
    table([...labelled, ["ham", "two\nlines"]], { separator: "\t" }),
    withDocuments(["ham", "two\nlines"]),
  ],
  [
    "TSV whose cells begin with a quote that nothing closes",
    "a.tsv",
    table([...labelled, ["ham", '"hello'], ["spam", 'more" of it']], TABS),
    withDocuments(["ham", '"hello'], ["spam", 'more" of it']),
  ],
  ["tabs without a header", "collection", table(DOCUMENTS, TABS), { title: numbered("1", "2") }],
  [
    "CSV without a header, text first",
    "a.csv",
    table(DOCUMENTS.map(([label, text]) => [text, label])),
    { title: numbered("2", "1") },
  ],
  ["fastText", "train.txt", fastText(" "), { title: "lines of fastText" }],
  ["fastText with a comma", "train.ft", fastText(" , ").replaceAll("\n", "\r\n"), { title: "lines of fastText" }],
  [
    "Label Studio, JSON",
    "a.json",
    JSON.stringify([...objects(task), { id: 8, data: { text: "not annotated" }, annotations: [] }]),
    { ...inJsonArray, problems: ['no class in "label"'] },
  ],
  [
    "Prodigy, one label a task",
    "a.jsonl",
    lines([
      ...objects((label, text) => ({ text, _input_hash: 1, label, answer: "accept" })),
      { text: "not ham", label: "ham", answer: "reject" },
      { text: "who knows", label: "ham", answer: "ignore" },
    ]),
    { ...inJsonLines, problems: ["the answer is reject", "the answer is ignore"] },
  ],
  [
    "Prodigy, choices",
    "a.jsonl",
    lines(objects((label, text) => ({ text, options: [{ id: "ham" }], accept: [label], answer: "accept" }))),
    inJsonLines,
  ],
  [
    "doccano, JSON lines",
    "a.jsonl",
    lines(objects((label, text, id) => ({ id, text, label: [label], Comments: [] }))),
    inJsonLines,
  ],
  ["doccano, CSV", "a.csv", table(withRowNumbers("id", "label", "text"))],
  [
    "Hugging Face, JSON lines",
    "train.jsonl",
    lines(objects((label_text, sentence, idx) => ({ sentence, label_text, idx }))),
    { title: columns("label_text", "sentence", "JSON lines") },
  ],
  [
    "a packed JSON array",
    "a.json.gz",
    gzipSync(JSON.stringify(objects((label, text) => ({ label, text, more: { braces: '}"{\\' } })))),
    inJsonArray,
  ],
  ["packed CSV", "a.csv.gz", gzipSync(table(labelled))],
  ["R, write.csv", "a.csv", table(withRowNumbers("", "label", "text"), { cell: alwaysQuoted })],
  ["line ends of old Macintosh programs", "a.csv", table(labelled, { end: "\r" })],
  [
    "bars between cells",
    "a.csv",
    table(withHeader("target", "content"), { separator: "|" }),
    { title: columns("target", "content") },
  ],
  [
    "quotes inside cells that are not quoted",
    "a.csv",
    `${table(labelled)}ham,a 5" disk\nspam,the "best" price\n`,
    withDocuments(["ham", 'a 5" disk'], ["spam", 'the "best" price']),
  ],
  ["cells of several lines", "a.csv", table([["label", "text"], ...inLines]), { documents: inLines }],
  [
    "a column for each label",
    "a.csv",
    table([["id", "text", "ham", "spam"], ...DOCUMENTS.map(([label, text], i) => [`${i}`, text, ...isEach(label)])]),
    { title: 'separated values, classes in the columns "ham", "spam" and text in "text"' },
  ],
  [
    "pandas with lists in cells",
    "a.csv",
    table([["text", "labels"], ...DOCUMENTS.map(([label, text]) => [text, `['${label}']`])]),
    {
      title: columns("labels", "text"),
      documents: DOCUMENTS.map(([label, text]) => [`['${label}']`, text] as const),
    },
  ],
  [
    "classes that are missing",
    "a.csv",
    table([...labelled, ...["NA", "nan", "null", "", " N/A "].map((missing) => [missing, "text"])]),
    { problems: Array.from({ length: 5 }, () => 'no class in "label"') },
  ],
  [
    "text cut by an unquoted comma",
    "a.csv",
    `${table(labelled)}ham,hello, dear\nham,see you,,\n`,
    { ...withDocuments(["ham", "see you"]), problems: ["too many cells"] },
  ],
];
