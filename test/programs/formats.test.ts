import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { zstandard } from "../../src/documents/packing/zstandard.js";
import { writeParquet } from "../../src/documents/parquet/write-parquet.js";
import { execute, thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { succeeded } from "./programs.js";

/** Runs JavaScript with the packages that `.ci/run` installs, and returns the JSON that it prints. */
async function program(cwd: string, code: string): Promise<unknown> {
  const start = `const require = process.getBuiltinModule("node:module").createRequire("/opt/formats/program.js");`;
  writeFileSync(join(cwd, "program.mjs"), `${start}\n${code}`);
  return JSON.parse((await succeeded(execute(process.execPath, ["program.mjs"], { cwd }))) || "null");
}

/** Runs SQL in DuckDB. @returns the rows of the last query */
function duckdb(cwd: string, ...queries: readonly string[]): Promise<unknown> {
  return program(
    cwd,
    `const { DuckDBInstance } = require("@duckdb/node-api");
     const connection = await (await DuckDBInstance.create()).connect();
     let rows;
     for (const query of ${JSON.stringify(queries)}) rows = (await connection.runAndReadAll(query)).getRowObjectsJson();
     console.log(JSON.stringify(rows));`,
  );
}

/** Documents of two classes, as JSON lines, and a model of them. */
async function corpus(): Promise<{ folder: string; lines: string; model: Buffer }> {
  const folder = temporaryFolder();
  const texts = ["lunch on friday, naïve 漢字", "winner of a cash prize"];
  const rows = Array.from({ length: 5000 }, (_, i) => ({
    url: `http://a/${i}`,
    label: i % 2 ? "spam" : "ham",
    text: `${texts[i % 2]} word${i % 97}`,
  }));
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  writeFileSync(join(folder, "corpus.jsonl"), lines);
  return { folder, lines, model: await modelOf(folder, "corpus.jsonl") };
}

/** Trains on a file. */
async function modelOf(cwd: string, file: string): Promise<Buffer> {
  await succeeded(thresher(["train", file, "-m", "own.model"], { cwd }));
  return readFileSync(join(cwd, "own.model"));
}

describe("files of other programs", () => {
  it("are Parquet by DuckDB in every codec, which give the model of the same rows", async () => {
    const { folder, model } = await corpus();
    const codecs = ["uncompressed", "snappy", "gzip", "zstd", "brotli", "lz4_raw"];
    const select = "select url, label, text, {'of': label} as meta from 'corpus.jsonl'";
    const copies = codecs.map(
      (codec) => `copy (${select}) to '${codec}.parquet' (format parquet, codec '${codec}', row_group_size 2048)`,
    );
    await duckdb(folder, ...copies, "select 1");
    for (const codec of codecs) expect((await modelOf(folder, `${codec}.parquet`)).equals(model), codec).toBe(true);
    const nested = ["train", "zstd.parquet", "-m", "b.model", "--label-column", "meta.of"];
    await succeeded(thresher(nested, { cwd: folder }));
  });

  it("are Parquet of Apache Arrow, with and without dictionaries", async () => {
    const { folder, model } = await corpus();
    await program(
      folder,
      `const { readFileSync, writeFileSync } = require("node:fs");
       const arrow = require("apache-arrow");
       const parquet = require("parquet-wasm");
       const rows = readFileSync("corpus.jsonl", "utf8").trim().split("\\n").map((line) => JSON.parse(line));
       const columns = Object.fromEntries(["label", "text"].map((name) => [name, rows.map((row) => row[name])]));
       const stream = arrow.tableToIPC(arrow.tableFromArrays(columns), "stream");
       for (const hasDictionary of [true, false]) {
         const properties = new parquet.WriterPropertiesBuilder().setCompression(parquet.Compression.ZSTD);
         const own = properties.setDictionaryEnabled(hasDictionary).setMaxRowGroupSize(1500).build();
         writeFileSync("arrow-" + hasDictionary + ".parquet", parquet.writeParquet(parquet.Table.fromIPCStream(stream), own));
       }`,
    );
    for (const name of ["true", "false"])
      expect((await modelOf(folder, `arrow-${name}.parquet`)).equals(model)).toBe(true);
  });

  it("are Zstandard by zstd, with long windows, several threads and frames", async () => {
    const { folder, lines, model } = await corpus();
    for (const [i, options] of [["-19"], ["--long=27", "-T2"], ["--no-check", "-1"]].entries()) {
      await succeeded(execute("zstd", ["-q", ...options, "corpus.jsonl", "-o", `${i}.jsonl.zst`], { cwd: folder }));
      expect((await modelOf(folder, `${i}.jsonl.zst`)).equals(model)).toBe(true);
    }
    writeFileSync(
      join(folder, "ours.zst"),
      Buffer.concat([zstandard(Buffer.from(lines)), zstandard(Buffer.from("end"))]),
    );
    expect(await succeeded(execute("zstd", ["-dc", "ours.zst"], { cwd: folder }))).toBe(`${lines}end`);
  });

  it("are web archives by wget and warcio", async () => {
    const { folder } = await corpus();
    const server = createServer(({ url }, response) => {
      response.setHeader("Content-Type", url === "/b.txt" ? "text/plain" : "text/html; charset=utf-8");
      if (url === "/c.html") response.setHeader("Content-Encoding", "gzip");
      if (url === "/c.html") response.end(gzipSync("<p hidden>lunch<p>a cash prize"));
      else {
        // Without a length, the answer is sent in chunks.
        response.write(url === "/b.txt" ? "lunch on " : "<title>winner</title><p>of a ");
        response.end("friday");
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const urls = ["a.html", "b.txt", "c.html"].map(
      (name) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    );
    const wget = spawn("wget", ["-q", "--warc-file=site", "--header=Accept-Encoding: gzip", ...urls], { cwd: folder });
    await once(wget, "close");
    server.close();
    await program(
      folder,
      `const { createReadStream, writeFileSync, appendFileSync } = require("node:fs");
       const { WARCParser, WARCRecord, WARCSerializer } = require("warcio");
       async function* content() { yield new TextEncoder().encode("winner of a cash prize"); }
       const warcHeaders = { "Content-Type": "text/plain" };
       for await (const record of new WARCParser(createReadStream("site.warc.gz"))) {
         if (record.warcType !== "response") continue;
         const own = WARCRecord.create({ url: record.warcTargetURI, type: "resource", warcHeaders }, content());
         appendFileSync("copy.warc.gz", await WARCSerializer.serialize(own, { gzip: true }));
       }`,
    );
    const classify = async (file: string) => {
      const options = ["-m", "own.model", "--id-column", "url", "--format", "csv"];
      const [, ...lines] = (await succeeded(thresher(["classify", file, ...options], { cwd: folder })))
        .trim()
        .split("\n");
      return lines.map((line) => line.replace(/^.*\//, "").split(",").slice(0, 2).join(" "));
    };
    expect((await classify("site.warc.gz")).slice(0, 3)).toEqual(["a.html spam", "b.txt ham", "c.html spam"]);
    expect(await classify("copy.warc.gz")).toEqual(["a.html spam", "b.txt spam", "c.html spam"]);
  });

  it("can be read there if Thresher has written them", async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 60_000 }, (_, i) => [`naïve ${i}`, i % 3 === 0 ? undefined : i / 4] as const);
    const columns = [{ name: "id", type: "string" } as const, { name: "probability", type: "number" } as const];
    writeParquet(join(folder, "out.parquet"), columns, rows);
    const query =
      "select count(*)::int n, count(probability)::int m, sum(probability) s, max(id) top from 'out.parquet'";
    const sum = rows.reduce((total, [, probability = 0]) => total + probability, 0);
    expect(await duckdb(folder, query)).toEqual([{ n: 60_000, m: 40_000, s: sum, top: "naïve 9999" }]);
  });
});
