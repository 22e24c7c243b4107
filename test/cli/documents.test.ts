import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, symlinkSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { thresher } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { bytesOf, folderWith, type Tree, temporaryFolder, twoClasses } from "../helpers/folder.js";

const MEGABYTE = 2 ** 20;

/** Trains on a corpus; gives the model's path and bytes, and what is said. */
async function train(tree: Tree | string, ...options: string[]) {
  const corpus = typeof tree === "string" ? tree : folderWith(tree);
  const model = join(temporaryFolder(), "model");
  const { code, stdout, stderr } = await thresher(["train", corpus, "-m", model, "--json", ...options]);
  expect(code, stderr).toBe(0);
  return { corpus, model, bytes: bytesOf(model), stderr, result: JSON.parse(stdout) };
}

/** Makes a file of 200 MB that takes no room on the disk beyond its beginning. */
function makeHuge(path: string, beginning: string): void {
  const file = openSync(path, "w");
  writeSync(file, beginning);
  ftruncateSync(file, 200 * MEGABYTE);
  closeSync(file);
}

describe.concurrent("a document with something odd in it", () => {
  it("is left out, counted and named when it is binary", async () => {
    const { corpus, model, stderr, result } = await train({
      ham: { a: "letter home", "cat.png": "\x89PNG\r\n\x1a\n\0\0\0\rIHDR" },
      spam: { b: "prize" },
    });
    expectOneLine(stderr, /left out 1 binary file \(text has no NUL bytes\): ham\/cat\.png$/m);
    expect(result).toMatchObject({ documents: 2, problems: [{ kind: "binary", where: "ham/cat.png" }] });

    const picture = join(corpus, "ham/cat.png");
    const letter = join(corpus, "ham/a");
    const outcome = await thresher(["classify", "-m", model, picture, letter, "--format", "tsv"]);
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toMatch(new RegExp(`^path\t.*\n${letter}\tham\t0\\.\\d{4}\t\n$`));
    expectOneLine(outcome.stderr, /left out 1 binary file .*cat\.png$/m);
  });

  it("is read at its beginning when it has 200 MB, and that is said", async () => {
    const corpus = folderWith(twoClasses());
    const huge = join(corpus, "ham/huge.log");
    makeHuge(huge, `beginning ${" ".repeat(16 * MEGABYTE)}`);
    const { model, stderr, result } = await train(corpus);
    expectOneLine(stderr, /read only the first 16 MiB of 1 file: ham\/huge\.log$/m);
    expect(result.documents).toBe(9);
    const outcome = await thresher(["classify", "-m", model, huge, "--format", "ndjson"]);
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ path: huge, label: "ham", knownTokens: 1 });
    expectOneLine(outcome.stderr, /read only the first 16 MiB of 1 file: .*huge\.log$/m);
    const quiet = await thresher(["classify", "-m", model, huge, "--quiet"]);
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("a path that is no regular file or folder", () => {
  function makeFifo(path: string): string {
    execFileSync("mkfifo", [path]);
    return path;
  }

  async function makeSocket(path: string): Promise<string> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(path, resolve));
    onTestFinished(() => {
      server.close();
    });
    return path;
  }

  it("is refused as a corpus at once when it is a pipe, a socket or a loop of links", async () => {
    const folder = temporaryFolder();
    symlinkSync("loop", join(folder, "loop"));
    const odd = [makeFifo(join(folder, "pipe")), await makeSocket(join(folder, "socket"))];
    for (const path of odd) expectFault(await thresher(["evaluate", path]), 1, /not a corpus.*: it is a plain file$/m);
    const looped = await thresher(["evaluate", join(folder, "loop")]);
    expectFault(looped, 1, /not a corpus.*: too many symbolic links$/m);
  });

  it("is refused as a document at once, with a remedy; others and a link to a file are classified", async () => {
    const corpus = folderWith(twoClasses());
    const { model } = await train(corpus);
    const pipe = makeFifo(join(corpus, "pipe"));
    const socket = await makeSocket(join(corpus, "socket"));
    const loop = join(corpus, "loop");
    symlinkSync("loop", loop);
    const [good, link] = [join(corpus, "ham/0000.txt"), join(temporaryFolder(), "link")];
    symlinkSync(join(corpus, "spam/0000.txt"), link);
    const { code, stdout, stderr } = await thresher(["classify", "-m", model, pipe, socket, loop, good, link]);
    expect({ code, lines: stdout.split("\n").length }).toEqual({ code: 1, lines: 3 });
    expect(stdout).toMatch(new RegExp(`^${good} +ham .*\\n${link} +spam `));
    const noFile = "(neither a file nor a folder: pipe it to - instead)";
    expectOneLine(stderr, `3 files or folders that cannot be read: ${pipe} ${noFile}, ${socket} ${noFile}, ${loop} (`);
  });
});
