import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { thresher } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

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

async function train(corpus: string) {
  const model = join(temporaryFolder(), "model");
  const { code, stdout, stderr } = await thresher(["train", corpus, "-m", model, "--json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return { model, result: JSON.parse(stdout) };
}

describe("a corpus with something in it that is no regular file", () => {
  it("is learned from without its symbolic links, loops among them, and without waiting for its pipes and sockets", async () => {
    const corpus = folderWith(twoClasses());
    symlinkSync(".", join(corpus, "ham/self"));
    symlinkSync("../../..", join(corpus, "ham/up"));
    symlinkSync(corpus, join(corpus, "round"));
    mkdirSync(join(corpus, "spam/deep"));
    symlinkSync("../deep", join(corpus, "spam/deep/deep"));
    symlinkSync("0000.txt", join(corpus, "ham/again.txt"));
    symlinkSync("nowhere", join(corpus, "ham/dangling"));
    symlinkSync("b", join(corpus, "ham/a"));
    symlinkSync("a", join(corpus, "ham/b"));
    makeFifo(join(corpus, "ham/pipe"));
    makeFifo(join(corpus, "spam/pipe.txt"));
    await makeSocket(join(corpus, "ham/socket"));
    const { model, result } = await train(corpus);
    expect(result).toMatchObject({ documents: 8, classes: [{ label: "ham" }, { label: "spam" }], problems: [] });
    const { code, stdout } = await thresher(["classify", "-m", model, "--format", "ndjson", corpus]);
    expect({ code, lines: stdout.trimEnd().split("\n").length }).toEqual({ code: 0, lines: 8 });
  });

  it("may itself be a symbolic link to a folder", async () => {
    const link = join(temporaryFolder(), "link");
    symlinkSync(folderWith(twoClasses()), link);
    expect((await train(link)).result.documents).toBe(8);
  });
});

describe("a path that is no regular file or folder", () => {
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
