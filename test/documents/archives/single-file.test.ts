import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readSingleFile } from "../../../src/documents/archives/single-file.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { mailboxOf, SEPARATOR } from "../containers.js";

function read(content: string | Uint8Array) {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, content);
  const { bytes, ...rest } = readSingleFile(path);
  return { text: Buffer.from(bytes).toString("latin1"), ...rest };
}

const PLAIN = { isTruncated: false, isMailbox: false, problem: undefined };

describe("a file that is a document", () => {
  it("is unpacked if it is gzip, whatever its name is", () => {
    expect(read(gzipSync("Subject: x\n\nhello\n"))).toEqual({ text: "Subject: x\n\nhello\n", ...PLAIN });
    expect(read("\x1f")).toEqual({ text: "\x1f", ...PLAIN });
    expect(read("")).toEqual({ text: "", ...PLAIN });
  });

  it("is not read if it has messages in the dbox format of Dovecot, whose first line could be that of a text", () => {
    const dbox = "2 M1e C65a0b1c2\n\x01\x02N          0000001f\nSubject: x\n";
    expect(read(dbox).problem?.detail).toMatch(/^messages in the dbox format of Dovecot: write them as a Maildir/);
    expect(read("2 M1e C65a0b1c2\nSubject: x\n").problem).toBeUndefined();
  });

  it("has a clear error if the gzip is cut short, and is read up to the limit if it is a bomb", () => {
    const cut = gzipSync("Subject: x\n\nhello\n").subarray(0, -9);
    expect(() => read(cut)).toThrow("damaged gzip: unexpected end of file");
    const bomb = read(gzipSync(Buffer.alloc(3 * MAX_DOCUMENT_BYTES, " ")));
    expect([bomb.text.length, bomb.isTruncated]).toEqual([MAX_DOCUMENT_BYTES, true]);
    // More packed bytes than the limit: the file is read again.
    const large = Buffer.concat([gzipSync("hello "), gzipSync(Buffer.alloc(MAX_DOCUMENT_BYTES), { level: 0 })]);
    const { text, isTruncated } = read(large);
    expect([text.slice(0, 6), text.length, isTruncated]).toEqual(["hello ", MAX_DOCUMENT_BYTES, true]);
  });

  const asTable = "write the table as CSV or JSON lines";
  it.each([
    ["\x04\x22\x4d\x18\x64", "packed by lz4"],
    ["\xfd7zXZ\0\0", "packed by xz"],
    ["BZh91AY&SY", "packed by bzip2"],
    ["PK\x03\x04\x14\0", "a zip archive: unpack it"],
    ["PK\x03\x04\x14\0[Content_Types].xml\0_rels/.rels\0xl/workbook.xml", "a file of Excel: save it as CSV"],
    ["PK\x03\x04\x14\0docProps/app.xml\0word/document.xml", "a file of Word: save it as text"],
    ["PK\x03\x04\0vnd.oasis.opendocument.spreadsheet", "a file of LibreOffice Calc: save it as CSV"],
    ["PAR1\x15\x04", "a Parquet table: name it .parquet, or add --input-format parquet"],
    ["\xff\xff\xff\xff\x10\x01\0\0", `an Arrow file: ${asTable}`],
    ["SQLite format 3\0\x10", `an SQLite database: ${asTable}`],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "a file of Excel, Word or Outlook: save it as CSV, text or .eml"],
  ])("is binary if it is packed in another way, or by an office program: %j", (magic, detail) => {
    const bytes = Buffer.from(magic, "latin1");
    for (const file of [bytes, gzipSync(bytes)]) expect(read(file).problem).toEqual({ problem: "binary", detail });
  });

  it.each([
    ["\x01\x01\x01\x01\nFrom: a\n\n\x01\x01\x01\x01\n", "MMDF"],
    ["BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n", "Babyl"],
    ["*mbx*\r\n2a3b4c5d00000000\r\n", "MBX"],
    ["!BDN\x01\x02", "Outlook (PST)"],
    ["#! rnews 31\nFrom: a@b\nSubject: x\n\nnews\n", "rnews (a batch of news)"],
  ])("is not read if it is a mailbox of another format: %j", (text, format) => {
    const detail = `a mailbox in the ${format} format: save it in the mbox format, or as a file for each message`;
    expect(read(text).problem).toEqual({ problem: "unreadable", detail });
  });

  it("is text if it only looks a little like one of these", () => {
    const texts = ["BZh is a word", "*mbx* in brief", "BABYL", "(paren", "PK 4", "!BD", "From here on\n\nFrom there\n"];
    for (const text of texts) expect(read(text)).toEqual({ text, ...PLAIN });
  });

  it("is a mailbox if it has several messages, and a message if it has one", () => {
    const message = "Subject: x\n\nFrom me\n";
    const [one, two] = [mailboxOf([message]), mailboxOf([message, message])];
    const deleted = mailboxOf([`X-Mozilla-Status: 0008\n${message}`]);
    const quoting = `${SEPARATOR}${message}\nFrom you to me\n`;
    const mailboxes = [one, two, deleted, quoting, two.replaceAll("\n", "\r\n")];
    expect(mailboxes.map((text) => read(text).isMailbox)).toEqual([false, true, true, false, true]);
    expect(read(gzipSync(two)).isMailbox).toBe(true);
    expect(read(`Subject: x\n\n${two}`).isMailbox).toBe(false);
  });
});
