import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { archiveEntries, columnsIn } from "../../../src/documents/archives/read-archive.js";
import { fileOf } from "../containers.js";

/** A record of a web archive. The fields follow its type. */
function record(type: string, fields: readonly string[], content: string | Buffer): Buffer {
  const block = Buffer.from(content);
  const header = ["WARC/1.0", `WARC-Type: ${type}`, ...fields, `Content-Length: ${block.length}`, "", ""];
  return Buffer.concat([Buffer.from(header.join("\r\n")), block, Buffer.from("\r\n\r\n")]);
}

/** An answer of a server. */
function answer(url: string, fields: readonly string[], body: string | Buffer): Buffer {
  const http = Buffer.from(["HTTP/1.1 200 OK", ...fields, "", ""].join("\r\n"));
  const own = [`WARC-Target-URI: <${url}>`, "Content-Type: application/http; msgtype=response"];
  return record("response", own, Buffer.concat([http, Buffer.from(body)]));
}

const WET = ["WARC-Target-URI: http://a/wet", "Content-Type: text/plain"];
const HTML = "Content-Type: text/html; charset=iso-8859-1";

const RECORDS = [
  record("warcinfo", ["Content-Type: application/warc-fields"], "software: x"),
  record("conversion", WET, "WARC/1.0 is a format\r\n\r\nlunch é"),
  answer("http://a/1", [HTML, "Transfer-Encoding: chunked"], "6;x=y\r\n<p>Hi \r\n3\r\né!\r\n0\r\n\r\n"),
  answer("http://a/2", ["content-type: TEXT/HTML", "Content-Encoding: gzip"], gzipSync("<p>packed")),
  answer("http://a/3", ["Content-Type: text/plain", "Content-Encoding: br"], brotliCompressSync("brotli")),
  answer("http://a/4", ["Content-Type: text/plain", "Transfer-Encoding: chunked"], "not in chunks"),
  answer("http://a/5", ["Content-Type: image/png"], "PNG"),
  answer("http://a/6", ["Content-Type: text/plain", "Content-Encoding: gzip"], gzipSync("damaged").subarray(0, 12)),
  record("request", WET, "GET /"),
  record("resource", [...WET, "WARC-Record-ID: <urn:1>"], "prize"),
];

/** Reads an archive: the place, the id and the text of each document, or the problem. */
function read(bytes: Uint8Array, idColumn?: string): string[] {
  const path = fileOf("crawl.warc", bytes);
  const columns = columnsIn(path, "warc", { hasClasses: false, ...(idColumn !== undefined && { idColumn }) });
  return Array.from(archiveEntries(path, "warc", { columns }), (entry) =>
    "problem" in entry
      ? `${entry.place ?? ""} ${entry.problem}: ${entry.detail}`
      : `${entry.place} ${entry.id ?? ""}: ${Buffer.from(entry.bytes).toString()}`,
  );
}

describe("a web archive", () => {
  it("has texts, and pages with the type that the server gave, however they were sent", () => {
    const found = [
      "2 : WARC/1.0 is a format\r\n\r\nlunch é",
      "3 : WARC-Type: response\nContent-Type: text/html; charset=iso-8859-1\n\n<p>Hi é!",
      "4 : WARC-Type: response\nContent-Type: text/html\n\n<p>packed",
      "5 : brotli",
      "6 : not in chunks",
      "8 unreadable: damaged gzip: unexpected end of file",
      "10 : prize",
    ];
    expect(read(Buffer.concat(RECORDS))).toEqual(found);
    // Common Crawl packs each record on its own.
    expect(read(Buffer.concat(RECORDS.map((one) => gzipSync(one))))).toEqual(found);
  });

  it("names documents by a field of their records", () => {
    expect(read(Buffer.concat(RECORDS), "url").map((line) => line.split(": ")[0])).toEqual([
      ...["2 http://a/wet", "3 http://a/1", "4 http://a/2", "5 http://a/3", "6 http://a/4"],
      ...["8 unreadable", "10 http://a/wet"],
    ]);
    expect(read(RECORDS[9], "id")).toEqual(["1 urn:1: prize"]);
    expect(() => read(RECORDS[9], "uri")).toThrow(
      'there is no field "uri"; the fields are "text", "url", "id", "date", "type": choose one with --id-column',
    );
  });

  it.each([
    ["is cut short in a text", (bytes: string) => bytes.slice(0, -8), "record 3 is cut short"],
    ["is cut short in a header", (bytes: string) => bytes.slice(0, -30), "record 3 is cut short"],
    [
      "states a length that is too short",
      (bytes: string) => bytes.replace(/Length: 5(?=\r\n\r\nprize\r\n\r\n$)/, "Length: 2"),
      "record 4 does not begin with WARC/: the record before it may have a wrong length",
    ],
    [
      "states no length",
      (bytes: string) => bytes.replace(/Content-Length: 5\r\n\r\nprize/, "\r\nprize"),
      "record 3 has a wrong length: none",
    ],
    ["states a huge length", (bytes: string) => bytes.replace(/: 5\r/, ": 99999999999\r"), "record 3 is cut short"],
  ])("that %s gives the records before, and one line", (_, alter, detail) => {
    const whole = Buffer.concat([RECORDS[0], RECORDS[1], RECORDS[9]]).toString("latin1");
    const found = read(Buffer.from(alter(whole), "latin1"));
    expect(found[0]).toBe("2 : WARC/1.0 is a format\r\n\r\nlunch é");
    expect(found.at(-1)).toBe(` damaged: ${detail}`);
  });
});
