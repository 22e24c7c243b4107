/**
 * Compares what Thresher and Python's tarfile read from the tar archives in a folder: `npm run check:tar -- FOLDER`.
 * Prints the first member that differs in each archive. Archives in uuencode (`.uu`), as in the tests of libarchive,
 * are decoded first.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Command } from "commander";
import { DataError, reason } from "../src/base/errors.js";
import { tarContent, tarMembers } from "../src/documents/archives/tar-members.js";
import { ByteWindow } from "../src/documents/files/byte-window.js";
import { fileChunks } from "../src/documents/files/open-file.js";
import { unpacked } from "../src/documents/packing/unpack.js";
import { runScript } from "./run-script.js";

/** Compressed in a way that Thresher does not read. */
const NOT_READ = /\.tar\.(?!gz)[a-z\d]+$/i;

/** In bytes. The digest covers the beginning of longer content. */
const MAX_CONTENT = 1 << 24;

/** Prints the members of an archive as JSON: path, kind, size and the first 8 digits of a digest of the content. */
const PYTHON = `
import hashlib, json, sys, tarfile
found, fault = [], None
try:
    with tarfile.open(sys.argv[1], errorlevel=2, errors="replace") as archive:
        for m in archive:
            kind = ("sparse" if m.issparse() else "file" if m.isreg() else "folder" if m.isdir()
                    else "link" if m.issym() or m.islnk() else "device" if m.isdev() else "label")
            content = archive.extractfile(m).read(${MAX_CONTENT}) if kind == "file" else b""
            found.append([m.name.rstrip("/"), kind, m.size if kind == "file" else 0, hashlib.sha256(content).hexdigest()[:8]])
except Exception as error:
    fault = f"{type(error).__name__}: {error}".splitlines()[-1]
print(json.dumps([found, fault]))
`;

/** The members of an archive, and the error that ended reading. */
type Reading = readonly [
  members: readonly (readonly [path: string, kind: string, size: number, digest: string])[],
  fault: string | null,
];

const folder = mkdtempSync(join(tmpdir(), "thresher-tar-"));
process.once("exit", () => rmSync(folder, { recursive: true }));

const program = new Command("npm run check:tar --")
  .description("Compares what Thresher and Python's tarfile read from tar archives.")
  .argument("<folder>", "a folder with tar archives; they may be compressed by gzip or encoded by uuencode")
  .action(run);

await runScript("check:tar", program);

function run(root: string): void {
  const counts = { equal: 0, different: 0, "not read": 0 };
  for (const path of archivesIn(root)) {
    const [outcome, why] = NOT_READ.test(path) ? (["not read", "not compressed by gzip"] as const) : compared(path);
    counts[outcome]++;
    console.log(`${outcome}\t${basename(path)}${why === "" ? "" : `\t${why}`}`);
  }
  if (Object.values(counts).every((n) => n === 0)) throw new DataError(`${root}: there are no tar archives in it`);
  const summary = Object.entries(counts).map(([outcome, n]) => `${n} ${outcome}`);
  console.log(summary.join(", "));
}

/** Yields the paths of the archives in a folder. Decodes archives in uuencode into a temporary folder. */
function* archivesIn(root: string): Generator<string> {
  for (const name of readdirSync(root).sort()) {
    const path = join(root, name);
    if (/\.(?:tar|tgz)(?:\.[a-z\d]+)?$/i.test(name) && !name.endsWith(".uu")) yield path;
    else if (/\.(?:tar|tgz)(?:\.[a-z\d]+)?\.uu$/i.test(name)) {
      const decoded = join(folder, name.slice(0, -3));
      writeFileSync(decoded, uudecoded(readFileSync(path, "latin1")));
      // gzip also decompresses the format of the program compress.
      if (decoded.endsWith(".Z")) spawnSync("gzip", ["-d", decoded]);
      yield decoded.replace(/\.Z$/, "");
    }
  }
}

/** Returns the bytes of the file in a uuencoded text. */
function uudecoded(text: string): Buffer {
  const lines = text.slice(text.indexOf("\n", text.search(/^begin /m)) + 1).split("\n");
  const end = lines.findIndex((line) => /^end\r?$/.test(line));
  const value = (line: string, at: number) => ((line.charCodeAt(at) || 0x20) - 0x20) & 0x3f;
  return Buffer.concat(
    lines.slice(0, end).map((line) => {
      const bytes: number[] = [];
      for (let at = 1; bytes.length < value(line, 0); at += 4) {
        const [a, b, c, d] = [0, 1, 2, 3].map((i) => value(line, at + i));
        bytes.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
      }
      return Buffer.from(bytes.slice(0, value(line, 0)));
    }),
  );
}

/** Reads an archive in both ways. Says where the results first differ. */
function compared(path: string): ["equal" | "different", why: string] {
  const [ours, theirs] = [readByThresher(path), readByPython(path)];
  const texts = [ours, theirs].map(([members]) => members.map((member) => member.join(" ")));
  const at = texts[0].findIndex((text, i) => text !== texts[1][i]);
  const first = at < 0 ? Math.min(ours[0].length, theirs[0].length) : at;
  const faults = `; Thresher: ${ours[1] ?? "whole"}; Python: ${theirs[1] ?? "whole"}`;
  if (texts[0].length === texts[1].length && at < 0) {
    return (ours[1] === null) === (theirs[1] === null)
      ? ["equal", ours[1] ?? ""]
      : ["different", `the same members${faults}`];
  }
  const [own, other] = texts.map((text) => text[first] ?? "no member");
  return ["different", `member ${first + 1}: ${own}; Python: ${other}${faults}`];
}

function readByThresher(path: string): Reading {
  const window = new ByteWindow(unpacked(fileChunks(path)));
  const members: Reading[0][number][] = [];
  try {
    for (const member of tarMembers(window)) {
      const isFile = member.type === "file";
      const content = isFile ? tarContent(window, member).subarray(0, MAX_CONTENT) : "";
      const digest = createHash("sha256").update(content).digest("hex").slice(0, 8);
      members.push([member.path.replace(/\/+$/, ""), member.type, isFile ? member.size : 0, digest]);
    }
    return [members, window.fault ?? null];
  } catch (error) {
    return [members, reason(error)];
  } finally {
    window.close();
  }
}

/** @throws DataError if Python cannot be run */
function readByPython(path: string): Reading {
  const options = { encoding: "utf8", maxBuffer: 1 << 28 } as const;
  const { error, stdout, stderr } = spawnSync("python3", ["-c", PYTHON, path], options);
  if (error !== undefined) throw new DataError(`cannot run python3: ${reason(error)}`);
  if (stdout === "") throw new DataError(`python3 printed nothing: ${stderr}`);
  return JSON.parse(stdout) as Reading;
}
