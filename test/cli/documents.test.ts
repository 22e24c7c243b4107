import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, symlinkSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CONTAINERS, DATED_MESSAGES as MESSAGES, mailboxOf, SEPARATOR, tarOf } from "../documents/containers.js";
import { thresher } from "../helpers/command.js";
import { expectFault, expectOneLine, outputOf } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { trainedModel } from "../helpers/trained-model.js";

const [ham, spam] = ["ham", "spam"].map((label) =>
  MESSAGES.filter((one) => one.label === label).map(({ text }) => text),
);
const mail = CONTAINERS["a folder per class"](MESSAGES);
let model: string;

beforeAll(async () => {
  model = join(temporaryFolder(), "model");
  await outputOf(["train", mail, "-m", model]);
});

/** Path and label of each document, as classify prints them. */
async function sorted(cwd: string, paths: readonly string[], options = "") {
  const words = `classify -m ${model} ${paths.join(" ")} --format tsv${options}`;
  const { code, stdout, stderr } = await thresher(words, { cwd });
  const lines = stdout.trim().split("\n").slice(1);
  return { code, stderr, found: lines.map((line) => line.split("\t").slice(0, 2).join(" ")) };
}

describe("documents to be classified", () => {
  it("may be in mailboxes, archives and tables, packed or not", async () => {
    const cwd = folderWith({
      "in.mbox": mailboxOf([ham[0], spam[0]]),
      "old.mbox.gz": gzipSync(mailboxOf([spam[1]])),
      box: mailboxOf([spam[0], ham[0]]),
      single: `${SEPARATOR}${ham[1]}`,
      "a.eml.gz": gzipSync(spam[2]),
      "m.tgz": gzipSync(tarOf([{ path: "x/1", content: ham[2] }])),
      "l.jsonl": `${JSON.stringify({ message: spam[3] })}\n`,
    });
    const paths = ["in.mbox", "old.mbox.gz", "box", "single", "a.eml.gz", "m.tgz", "l.jsonl"];
    expect(await sorted(cwd, paths, " --text-column message")).toEqual({
      code: 0,
      stderr: "",
      found: [
        ...["in.mbox#1 ham", "in.mbox#2 spam", "old.mbox.gz#1 spam", "box#1 spam", "box#2 ham", "single ham"],
        ...["a.eml.gz spam", "m.tgz#x/1 ham", "l.jsonl#1 spam"],
      ],
    });
  });

  it("are reported as documents of a damaged archive, and end the command with --strict", async () => {
    const packed = gzipSync(mailboxOf(Array.from({ length: 3000 }, (_, i) => `Subject: prize ${i * i}\n`)));
    const cwd = folderWith({ "a.mbox.gz": packed.subarray(0, packed.length - 4) });
    const { code, stderr, found } = await sorted(cwd, ["a.mbox.gz"]);
    expect({ code, documents: found.length }).toEqual({ code: 1, documents: 3000 });
    expectOneLine(stderr, /read 1 damaged archive only up to the fault: a\.mbox\.gz \(damaged gzip: unexpected end/m);
    const strict = await sorted(cwd, ["a.mbox.gz"], " --strict");
    expect({ code: strict.code, documents: strict.found.length }).toEqual({ code: 1, documents: 3000 });
    expect(strict.stderr).toMatch(/cannot be read: damaged gzip.* \(--strict\)$/m);
    const table = CONTAINERS["comma-separated values"](MESSAGES);
    expectFault(
      await thresher(`classify -m ${model} ${table} --text-column no`),
      1,
      /there is no column "no"; the columns are "label", "other", "text": choose one with --text-column$/m,
    );
  });
});

describe("a document in an archive", () => {
  const cwd = folderWith({
    "in.mbox": mailboxOf([ham[0], spam[0], ham[1]]),
    "odd#1.mbox.gz": gzipSync(mailboxOf([spam[1], ham[2]])),
    box: mailboxOf([spam[2], ham[3]]),
    "m.tar": tarOf(["x/1", "x#2"].map((path, i) => ({ path, content: ham[i] }))),
    "l.jsonl": `${JSON.stringify({ text: spam[3] })}\n`,
    "plain.txt": spam[0],
  });

  it("is taken by the name that classify prints", async () => {
    const whole = await sorted(cwd, ["in.mbox", "odd#1.mbox.gz", "box", "m.tar", "l.jsonl"]);
    const names = whole.found.map((line) => line.replace(/ \w+$/, ""));
    expect(names).toHaveLength(10);
    expect(await sorted(cwd, names)).toEqual(whole);
    for (const name of names) expect((await sorted(cwd, [name])).found).toHaveLength(1);
    const some = await sorted(cwd, [names[6], names[2], names[0]]);
    expect(some.found).toEqual([6, 0, 2].map((n) => whole.found[n]));
    expect((await sorted(cwd, [names[0], "in.mbox", names[1]])).found).toEqual(whole.found.slice(0, 3));
  });

  it("is taken by every command that takes documents", async () => {
    await outputOf(`train ${mail} -m keeps --keep-documents`, { cwd });
    for (const [words, said] of [
      [`explain in.mbox#2 -m ${model}`, /^in\.mbox#2: spam, probability/],
      ["similar in.mbox#2 -m keeps --top 1", /^in\.mbox#2\n/],
      [
        "learn ham in.mbox#1 in.mbox#3 -m grows",
        /^learned {2}ham {2}in\.mbox#1\nlearned {2}ham {2}in\.mbox#3\n2 learned/,
      ],
      ["learn spam odd#1.mbox.gz#1 -m grows", /^learned {2}spam {2}odd#1\.mbox\.gz#1\n/],
      ["relabel spam m.tar#x/1 -m grows", /^relabelled {2}ham → spam {2}m\.tar#x\/1\n/],
      ["unlearn m.tar#x#2 -m grows", /^unlearned {2}ham {2}m\.tar#x#2\n/],
      [`sort in.mbox#2 -m ${model} --into sorted`, /→ sorted\/spam\/in\.mbox-2\.eml\n/],
    ] as const) {
      const { code, stdout } = await thresher(words, { cwd });
      expect({ code, stdout }, words).toEqual({ code: 0, stdout: expect.stringMatching(said) });
    }
  });

  it("is reported if it is missing; a file of exactly that name comes first", async () => {
    const { code, found, stderr } = await sorted(cwd, ["in.mbox#1", "in.mbox#4", "m.tar#y"]);
    expect({ code, found }).toEqual({ code: 1, found: ["in.mbox#1 ham"] });
    expect(stderr).toMatch(
      /left out 2 files or folders that cannot be read: in\.mbox#4 \(the file has no such document\), m\.tar#y \(the file/,
    );
    for (const name of ["plain.txt#1", "in.mbox#0", "in.mbox#two", "none.mbox#1", "in.mbox#"]) {
      const none = await sorted(cwd, [name]);
      expect(none.code, name).toBe(1);
      expect(none.stderr, name).toContain(`${name} (no such file or folder)`);
    }
    const both = folderWith({ "in.mbox": mailboxOf([ham[0], ham[1]]), "in.mbox#2": spam[0] });
    expect(await sorted(both, ["in.mbox#2"])).toMatchObject({
      found: ["in.mbox#2 spam"],
      stderr: "thresher: in.mbox#2 is read as the file of that name\n",
    });
  });
});

describe.concurrent("a document with something odd in it", () => {
  it("is left out, counted and named when it is binary", async () => {
    const cwd = folderWith({
      corpus: { ham: { a: "letter home", "cat.png": "\x89PNG\r\n\x1a\n\0\0\0\rIHDR" }, spam: { b: "prize" } },
    });
    const { stdout, stderr } = await thresher("train corpus -m m --json", { cwd });
    expectOneLine(stderr, /left out 1 binary file \(text has no NUL bytes\): ham\/cat\.png$/m);
    const problems = [{ kind: "binary", where: "ham/cat.png" }];
    expect(JSON.parse(stdout)).toMatchObject({ documents: 2, problems });
    const outcome = await thresher("classify -m m corpus/ham/cat.png corpus/ham/a --format tsv", { cwd });
    expect(outcome.code).toBe(1);
    expect(outcome.stdout).toMatch(/^path\t.*\ncorpus\/ham\/a\tham\t0\.\d{4}\t\n$/);
    expectOneLine(outcome.stderr, /left out 1 binary file .*cat\.png$/m);
  });

  it("is read at its beginning when it has 200 MB, and that is said", async () => {
    const MEGABYTE = 2 ** 20;
    const corpus = folderWith(twoClasses());
    const [huge, path] = [join(corpus, "ham/huge.log"), join(temporaryFolder(), "model")];
    // It takes no room on the disk beyond its beginning.
    const file = openSync(huge, "w");
    writeSync(file, `beginning ${" ".repeat(16 * MEGABYTE)}`);
    ftruncateSync(file, 200 * MEGABYTE);
    closeSync(file);
    const trained = await thresher(["train", corpus, "-m", path, "--json"]);
    expectOneLine(trained.stderr, /read only the first 16 MiB of 1 file: ham\/huge\.log$/m);
    expect(JSON.parse(trained.stdout).documents).toBe(9);
    const outcome = await thresher(["classify", "-m", path, huge, "--format", "ndjson"]);
    expect(outcome.code).toBe(0);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ path: huge, label: "ham", knownTokens: 1 });
    expectOneLine(outcome.stderr, /read only the first 16 MiB of 1 file: .*huge\.log$/m);
    await outputOf(["classify", "-m", path, huge, "--quiet"]);
  });
});

describe("a pipe, a socket or a loop of links", () => {
  /** A folder with one of each, two documents, and a link to one. */
  async function oddFolder(): Promise<string> {
    const cwd = folderWith({ ham: "meeting lunch", spam: "winner cash" });
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    symlinkSync("loop", join(cwd, "loop"));
    symlinkSync("spam", join(cwd, "link"));
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(join(cwd, "socket"), resolve));
    return cwd;
  }

  it("is refused as a corpus at once", async () => {
    const cwd = await oddFolder();
    for (const path of ["pipe", "socket"]) {
      expectFault(await thresher(`evaluate ${path}`, { cwd }), 1, /not a corpus.*: it is a plain file$/m);
    }
    expectFault(await thresher("evaluate loop", { cwd }), 1, /not a corpus.*: too many symbolic links$/m);
  });

  it("is refused as a document at once, with a remedy; others and a link to a file are classified", async () => {
    const cwd = await oddFolder();
    const words = `classify -m ${trainedModel()} pipe socket loop ham link`;
    const { code, stdout, stderr } = await thresher(words, { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^ham +ham .*\nlink +spam .*\n$/) });
    const noFile = "(neither a file nor a folder: pipe it to - instead)";
    expectOneLine(stderr, `3 files or folders that cannot be read: pipe ${noFile}, socket ${noFile}, loop (`);
  });
});
