import { gzipSync } from "node:zlib";

/** A table as a program writes it. */
interface WrittenTable {
  /** The program, or what is special about the table. */
  readonly name: string;
  readonly file: string;
  readonly bytes: string | Uint8Array;
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
const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const TABS = { separator: "\t", end: "\r\n", cell: unquoted };
const WINDOWS = { end: "\r\n" };
const columns = (label: string, text: string, what = "separated values") =>
  `${what}, class in "${label}" and text in "${text}"`;

export const TABLES: readonly WrittenTable[] = [
  { name: "Excel, CSV UTF-8", file: "a.csv", bytes: `\ufeff${table(withHeader("label", "text"), WINDOWS)}` },
  {
    name: "Excel in German, CSV in Windows-1252",
    file: "a.csv",
    bytes: latin1(table(withHeader("label", "text"), { ...WINDOWS, separator: ";" })),
  },
  { name: "Excel, text with tabs", file: "a.txt", bytes: latin1(table(withHeader("label", "text"), TABS)) },
  { name: "Excel, Unicode text", file: "a.txt", bytes: utf16(table(withHeader("label", "text"), TABS)) },
  {
    name: "Excel, with the separator in a line of its own",
    file: "a.csv",
    bytes: `sep=;\r\n${table(withHeader("label", "text"), { ...WINDOWS, separator: ";" })}`,
  },
  { name: "UTF-16, big-endian", file: "a.csv", bytes: utf16(table(withHeader("label", "text"))).swap16() },
  {
    name: "UTF-16 without a byte-order mark",
    file: "a.csv",
    bytes: utf16(table(withHeader("label", "text"))).subarray(2),
  },
  {
    name: "columns without usual names, and empty ones behind them",
    file: "a.csv",
    bytes: latin1(table(withHeader("v1", "v2").map((row) => [...row, "", "", ""]))),
    title: columns("v1", "v2"),
  },
  {
    name: "Google Sheets, CSV",
    file: "a.csv",
    bytes: table(withHeader("Category", "Message"), WINDOWS),
    title: columns("Category", "Message"),
  },
  {
    name: "TSV in which everything is quoted",
    file: "a.tsv",
    bytes: table(withHeader("label", "text"), { separator: "\t", cell: alwaysQuoted }),
  },
  {
    name: "TSV whose cells have line breaks in quotes",
    file: "a.tsv",
    bytes: table([...withHeader("label", "text"), ["ham", "two\nlines"]], { separator: "\t" }),
    documents: [...DOCUMENTS, ["ham", "two\nlines"]],
  },
  {
    name: "TSV whose cells begin with a quote that nothing closes",
    file: "a.tsv",
    bytes: table([...withHeader("label", "text"), ["ham", '"hello'], ["spam", 'more" of it']], TABS),
    documents: [...DOCUMENTS, ["ham", '"hello'], ["spam", 'more" of it']],
  },
  {
    name: "tabs without a header",
    file: "collection",
    bytes: table(DOCUMENTS, TABS),
    title: "separated values without a header, class in column 1 and text in column 2",
  },
  {
    name: "CSV without a header, text first",
    file: "a.csv",
    bytes: table(DOCUMENTS.map(([label, text]) => [text, label])),
    title: "separated values without a header, class in column 2 and text in column 1",
  },
  {
    name: "fastText",
    file: "train.txt",
    bytes: DOCUMENTS.map(([label, text]) => `__label__${label} ${text}\n`).join(""),
    title: "lines of fastText",
  },
  {
    name: "fastText with a comma",
    file: "train.ft",
    bytes: DOCUMENTS.map(([label, text]) => `__label__${label} , ${text}\r\n`).join(""),
    title: "lines of fastText",
  },
  {
    name: "Label Studio, JSON",
    file: "a.json",
    bytes: JSON.stringify([
      ...objects((label, text, id) => ({
        id,
        data: { text },
        annotations: [
          { was_cancelled: true, result: [{ type: "choices", value: { choices: ["other"] } }] },
          { result: [{ from_name: "class", to_name: "text", type: "choices", value: { choices: [label] } }] },
        ],
      })),
      { id: 8, data: { text: "not annotated" }, annotations: [] },
    ]),
    title: columns("label", "text", "JSON array"),
    problems: ['no class in "label"'],
  },
  {
    name: "Prodigy, one label a task",
    file: "a.jsonl",
    bytes: lines([
      ...objects((label, text) => ({ text, _input_hash: 1, label, answer: "accept" })),
      { text: "not ham", label: "ham", answer: "reject" },
      { text: "who knows", label: "ham", answer: "ignore" },
    ]),
    title: columns("label", "text", "JSON lines"),
    problems: ["the answer is reject", "the answer is ignore"],
  },
  {
    name: "Prodigy, choices",
    file: "a.jsonl",
    bytes: lines(objects((label, text) => ({ text, options: [{ id: "ham" }], accept: [label], answer: "accept" }))),
    title: columns("label", "text", "JSON lines"),
  },
  {
    name: "doccano, JSON lines",
    file: "a.jsonl",
    bytes: lines(objects((label, text, id) => ({ id, text, label: [label], Comments: [] }))),
    title: columns("label", "text", "JSON lines"),
  },
  { name: "doccano, CSV", file: "a.csv", bytes: table(withRowNumbers("id", "label", "text")) },
  {
    name: "Hugging Face, JSON lines",
    file: "train.jsonl",
    bytes: lines(objects((label_text, sentence, idx) => ({ sentence, label_text, idx }))),
    title: columns("label_text", "sentence", "JSON lines"),
  },
  {
    name: "a packed JSON array",
    file: "a.json.gz",
    bytes: gzipSync(JSON.stringify(objects((label, text) => ({ label, text, more: { braces: '}"{\\' } })))),
    title: columns("label", "text", "JSON array"),
  },
  { name: "packed CSV", file: "a.csv.gz", bytes: gzipSync(table(withHeader("label", "text"))) },
  { name: "R, write.csv", file: "a.csv", bytes: table(withRowNumbers("", "label", "text"), { cell: alwaysQuoted }) },
  {
    name: "line ends of old Macintosh programs",
    file: "a.csv",
    bytes: table(withHeader("label", "text"), { end: "\r" }),
  },
  {
    name: "bars between cells",
    file: "a.csv",
    bytes: table(withHeader("target", "content"), { separator: "|" }),
    title: columns("target", "content"),
  },
  {
    name: "quotes inside cells that are not quoted",
    file: "a.csv",
    bytes: 'label,text\nham,a 5" disk\nspam,the "best" price\nham,x\n',
    documents: [
      ["ham", 'a 5" disk'],
      ["spam", 'the "best" price'],
      ["ham", "x"],
    ],
  },
  {
    name: "cells of several lines",
    file: "a.csv",
    bytes: table([["label", "text"], ...DOCUMENTS.map(([label, text]) => [label, `${text}\r\nand more`])]),
    documents: DOCUMENTS.map(([label, text]) => [label, `${text}\r\nand more`] as const),
  },
  {
    name: "a column for each label",
    file: "a.csv",
    bytes: table([
      ["id", "text", "ham", "spam"],
      ...DOCUMENTS.map(([label, text], i) => [
        `${i}`,
        text,
        ...["ham", "spam"].map((name) => (name === label ? "1" : "0")),
      ]),
    ]),
    title: 'separated values, classes in the columns "ham", "spam" and text in "text"',
  },
  {
    name: "pandas with lists in cells",
    file: "a.csv",
    bytes: table([["text", "labels"], ...DOCUMENTS.map(([label, text]) => [text, `['${label}']`])]),
    title: columns("labels", "text"),
    documents: DOCUMENTS.map(([label, text]) => [`['${label}']`, text] as const),
  },
  {
    name: "classes that are missing",
    file: "a.csv",
    bytes: table([
      ...withHeader("label", "text"),
      ...["NA", "nan", "null", "", " N/A "].map((missing) => [missing, "text"]),
    ]),
    problems: Array.from({ length: 5 }, () => 'no class in "label"'),
  },
  {
    name: "text cut by an unquoted comma",
    file: "a.csv",
    bytes: "label,text\nham,hello, dear\nspam,win\nham,see you,,\n",
    documents: [
      ["spam", "win"],
      ["ham", "see you"],
    ],
    problems: ["too many cells"],
  },
];
