import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
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
