import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { LabelledDocument } from "../../src/documents/document.js";
import { zstandard } from "../../src/documents/packing/zstandard.js";
import { writeParquet } from "../../src/documents/parquet/write-parquet.js";
import { folderWith, temporaryFolder, write } from "../helpers/folder.js";

/** A message of a class. */
export interface Labelled {
  readonly label: string;
  readonly text: string;
}

/** Messages with what containers stumble over: separators, quotes, line ends, characters of several bytes. */
export const MESSAGES: readonly Labelled[] = [
  { label: "ham", text: "From: a@example.org\nSubject: lunch\n\nFrom here it is not far.\n>From there neither.\n" },
  { label: "ham", text: 'Subject: "quoted", and more\n\nnaïve café, 漢字\n\nFrom dusk till dawn\n' },
  { label: "spam", text: "Subject: prize\n\n\nFrom\tX\n>>From far\n\n\n\nend\n" },
  { label: "ham", text: "no header at all\n" },
  { label: "spam", text: `Subject: long\n\n${"cash ".repeat(3000)}\n` },
  { label: "spam", text: "Subject: empty\n\n" },
];

/** Messages whose class their words tell, a month between one and the next. */
export const DATED_MESSAGES = Array.from({ length: 12 }, (_, i) => ({
  label: i % 2 === 0 ? "ham" : "spam",
  text: `From: a${i % 5}@example.org\nDate: ${i + 1} Jan 2024 10:00 +0000\nSubject: re ${i % 3}\n\n${
    i % 2 === 0 ? "lunch letter" : "prize cash"
  } word${i}\n`,
}));

/** The line that mailboxes begin a message with. */
export const SEPARATOR = "From sender@example.org Fri Jul  8 12:08:34 2011\n";

/** A mailbox in the mboxrd format. */
export function mailboxOf(texts: readonly string[]): string {
  return texts.map((text) => `${SEPARATOR}${text.replace(/^(>*From )/gm, ">$1")}\n`).join("");
}

/** A web archive with a record for each text. */
function webArchiveOf(texts: readonly string[]): string {
  const header = "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\nContent-Length: ";
  return texts.map((text) => `${header}${Buffer.byteLength(text)}\r\n\r\n${text}\r\n\r\n`).join("");
}

/** A file in a tar archive. */
export interface TarFile {
  readonly path: string;
  readonly content?: string | Uint8Array;
  readonly type?: string;
  readonly size?: string;
}

/** A tar archive in the ustar format. */
export function tarOf(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap(({ path, content = "", type = "0", size }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write("0000644\0", 100);
    header.write(size ?? `${bytes.length.toString(8).padStart(11, "0")}\0`, 124, 12, "latin1");
    header.write("14000000000\0", 136);
    header.write(type, 156);
    header.write("ustar\x0000", 257);
    signHeader(header);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** Writes the checksum of a header of a tar archive. */
export function signHeader(header: Buffer): void {
  const sum = header.fill(" ", 148, 156).reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
}

/** The containers of documents, by name. Each is written and its path given. Class "ham" may have another name. */
export const CONTAINERS: Readonly<Record<string, (messages: readonly Labelled[]) => string>> = {
  "a folder per class": (messages) => folderOf(messages, ({ label }, i) => `${label}/${name(i)}`),
  "a folder per class of packed files": (messages) => {
    const packed = ({ text }: Labelled) => gzipSync(text);
    return folderOf(messages, ({ label }, i) => `${label}/${name(i)}.eml.gz`, packed);
  },
  "a Maildir per class": (messages) => {
    const inCur = (i: number) => i % 2 === 1;
    const pathOf = ({ label }: Labelled, i: number) => `${label}/${inCur(i) ? `cur/${name(i)}:2,S` : `new/${name(i)}`}`;
    return withMaildirs(folderOf(messages, pathOf), ["ham", "spam"]);
  },
  "a Maildir with folders": (messages) => {
    const pathOf = ({ label }: Labelled, i: number) => `.${label}/cur/${name(i)}:2,FS`;
    return withMaildirs(folderOf(messages, pathOf), [".", ".ham", ".spam"]);
  },
  "Maildirs in one another": (messages) => {
    const pathOf = ({ label }: Labelled, i: number) => `account/${label}/cur/${name(i)},U=${i + 1}:2,S`;
    return withMaildirs(folderOf(messages, pathOf), ["account/INBOX", "account/ham", "account/spam"]);
  },
  "MH folders": (messages) => {
    const root = folderOf(messages, ({ label }, i) => `${label}/${i + 1}`);
    write(root, { context: "Current-Folder: ham\n", inbox: { ".mh_sequences": "unseen: 3\n" } });
    return root;
  },
  "a profile of Thunderbird": (messages) => {
    const mailbox = textsOf(messages, mailboxOf);
    const rest = { "ham.msf": "// <!-- <mdb:mork", Trash: "", "Trash.msf": "// <!-- <mdb:mork" };
    const spam = { "imap.example.org": { INBOX: "", "INBOX.msf": "x", spam: mailbox("spam"), "spam.msf": "x" } };
    return folderWith({
      "prefs.js": "// Mozilla User Preferences\n",
      Mail: { "Local Folders": { ham: mailbox("ham"), ...rest } },
      ImapMail: spam,
    });
  },
  "folders of Apple Mail": (messages) => {
    const mailbox = textsOf(messages, mailboxOf);
    const folder = (label: string) => ({ mbox: mailbox(label), table_of_contents: Buffer.from([0, 1, 2]) });
    const account = { "INBOX.mbox": {}, "ham.mbox": folder("ham"), "spam.mbox": folder("spam") };
    return folderWith({ V10: { MailData: { "Envelope Index": "x" }, "IMAP-a@mail.example.org": account } });
  },
  "a mailbox per class": (messages) => mailboxes(messages, (text) => text, "mbox"),
  "a packed mailbox per class": (messages) => mailboxes(messages, (text) => gzipSync(text), "mbox.gz"),
  "a web archive per class": (messages) => mailboxes(messages, (text) => text, "warc", webArchiveOf),
  "a folder per class with all messages in one file": (messages) => {
    const labels = [...new Set(messages.map(({ label }) => label))];
    const mailbox = textsOf(messages, mailboxOf);
    return folderWith(Object.fromEntries(labels.map((label) => [label, { "2024": mailbox(label) }])));
  },
  "a tar archive": (messages) => fileOf("mail.tar", tarOf(inTar(messages, ""))),
  "a packed tar archive": (messages) => fileOf("mail.tgz", gzipSync(tarOf(inTar(messages, "./mail/")))),
  "JSON lines": (messages) => fileOf("mail.jsonl", messages.map((one) => `${JSON.stringify(one)}\n`).join("")),
  "packed JSON lines": (messages) =>
    fileOf("mail.ndjson.gz", gzipSync(messages.map((one) => `${JSON.stringify(one)}\r\n`).join(""))),
  "JSON lines packed as Zstandard": (messages) =>
    fileOf("mail.jsonl.zst", zstandard(Buffer.from(messages.map((one) => `${JSON.stringify(one)}\n`).join("")))),
  "a JSON array": (messages) => fileOf("mail.json", JSON.stringify(messages, undefined, 1)),
  "a Parquet table": (messages) => {
    const path = fileOf("mail.parquet", "");
    const columns = ["label", "text"].map((name) => ({ name, type: "string" }) as const);
    writeParquet(
      path,
      columns,
      messages.map(({ label, text }) => [label, text]),
    );
    return path;
  },
  "comma-separated values": (messages) => fileOf("mail.csv", separated(messages, ",")),
  "values without a header": (messages) =>
    fileOf("mail.csv", messages.map(({ label, text }) => `${label},"${text.replaceAll('"', '""')}"\n`).join("")),
  "values in UTF-16": (messages) => fileOf("mail.csv", Buffer.from(`\ufeff${separated(messages, ";")}`, "utf16le")),
  "packed tab-separated values": (messages) => fileOf("mail.tsv.gz", gzipSync(separated(messages, "\t"))),
};

/** Each document as `id label: text`. */
export function linesOf(corpus: Iterable<LabelledDocument>): string[] {
  return Array.from(corpus, ({ id, label, bytes }) => `${id} ${label}: ${Buffer.from(bytes).toString()}`);
}

/** A file by itself in a new folder. */
export function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

function name(i: number): string {
  return String(i).padStart(4, "0");
}

function folderOf(
  messages: readonly Labelled[],
  pathOf: (message: Labelled, i: number) => string,
  contentOf: (message: Labelled) => string | Uint8Array = ({ text }) => text,
): string {
  const root = temporaryFolder();
  for (const [i, message] of messages.entries()) {
    const path = join(root, pathOf(message, i));
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, contentOf(message));
  }
  return root;
}

/** Makes folders Maildirs. @returns the folder around them */
function withMaildirs(root: string, folders: readonly string[]): string {
  for (const folder of folders) write(join(root, folder), { cur: {}, new: {}, tmp: {} });
  return root;
}

function mailboxes(
  messages: readonly Labelled[],
  made: (text: string) => string | Uint8Array,
  ending: string,
  joined = mailboxOf,
): string {
  const of = textsOf(messages, joined);
  return folderWith(Object.fromEntries(["ham", "spam"].map((label) => [`${label}.${ending}`, made(of(label))])));
}

function textsOf(messages: readonly Labelled[], joined: (texts: readonly string[]) => string) {
  return (label: string) => joined(messages.filter((one) => one.label === label).map(({ text }) => text));
}

function inTar(messages: readonly Labelled[], before: string): TarFile[] {
  return messages.map(({ label, text }, i) => ({ path: `${before}${label}/${name(i)}`, content: text }));
}

function separated(messages: readonly Labelled[], separator: string): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = messages.map(({ label, text }) => [label, "x", cell(text)].join(separator));
  return `${[["label", "other", "text"].join(separator), ...lines].join("\n")}\n`;
}
