import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { CONTAINERS, DATED_MESSAGES as MESSAGES, mailboxOf, SEPARATOR, tarOf } from "../documents/containers.js";
import { thresher } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";

let model: string;

beforeAll(async () => {
  model = join(temporaryFolder(), "model");
  const { code, stderr } = await thresher(["train", CONTAINERS["a folder per class"](MESSAGES), "-m", model]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

/** Path and label of each document. */
async function sorted(...args: string[]) {
  const { code, stdout, stderr } = await thresher(["classify", "-m", model, "--format", "tsv", ...args]);
  const lines = stdout.trim().split("\n").slice(1);
  return { code, stderr, found: lines.map((line) => line.split("\t").slice(0, 2).join(" ")) };
}

describe("documents to be classified", () => {
  it("may be in mailboxes, archives and tables, packed or not", async () => {
    const [ham, spam] = ["ham", "spam"].map((label) => MESSAGES.filter((one) => one.label === label));
    const text = ({ text }: { text: string }) => text;
    const folder = folderWith({
      "in.mbox": mailboxOf([ham[0], spam[0]].map(text)),
      "old.mbox.gz": gzipSync(mailboxOf([spam[1].text])),
      box: mailboxOf([spam[0], ham[0]].map(text)),
      single: `${SEPARATOR}${ham[1].text}`,
      "a.eml.gz": gzipSync(spam[2].text),
      "m.tgz": gzipSync(tarOf([{ path: "x/1", content: ham[2].text }])),
      "l.jsonl": `${JSON.stringify({ message: spam[3].text })}\n`,
    });
    const paths = ["in.mbox", "old.mbox.gz", "box", "single", "a.eml.gz", "m.tgz"].map((name) => join(folder, name));
    const { code, stderr, found } = await sorted(...paths, join(folder, "l.jsonl"), "--text-column", "message");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(found.map((line) => line.slice(folder.length + 1))).toEqual([
      "in.mbox#1 ham",
      "in.mbox#2 spam",
      "old.mbox.gz#1 spam",
      "box#1 spam",
      "box#2 ham",
      "single ham",
      "a.eml.gz spam",
      "m.tgz#x/1 ham",
      "l.jsonl#1 spam",
    ]);
  });

  it("are reported as documents of a damaged archive, and end the command with --strict", async () => {
    const packed = gzipSync(mailboxOf(Array.from({ length: 3000 }, (_, i) => `Subject: prize ${i * i}\n`)));
    const file = join(temporaryFolder(), "a.mbox.gz");
    writeFileSync(file, packed.subarray(0, packed.length - 4));
    const { code, stderr, found } = await sorted(file);
    expect({ code, documents: found.length }).toEqual({ code: 1, documents: 3000 });
    expectOneLine(stderr, /read 1 damaged archive only up to the fault: .*a\.mbox\.gz \(damaged gzip: unexpected end/m);
    const strict = await sorted(file, "--strict");
    expect({ code: strict.code, documents: strict.found.length }).toEqual({ code: 1, documents: 3000 });
    expect(strict.stderr).toMatch(/cannot be read: damaged gzip.* \(--strict\)$/m);
    const table = CONTAINERS["comma-separated values"](MESSAGES);
    expectFault(
      await thresher(["classify", "-m", model, table, "--text-column", "no"]),
      1,
      /there is no column "no"; the columns are "label", "other", "text": choose one with --text-column$/m,
    );
  });
});

describe("a document in an archive", () => {
  const [ham, spam] = ["ham", "spam"].map((label) => MESSAGES.filter((one) => one.label === label));
  const folder = folderWith({
    "in.mbox": mailboxOf([ham[0], spam[0], ham[1]].map(({ text }) => text)),
    "odd#1.mbox.gz": gzipSync(mailboxOf([spam[1].text, ham[2].text])),
    box: mailboxOf([spam[2], ham[3]].map(({ text }) => text)),
    "m.tar": tarOf(["x/1", "x#2"].map((path, i) => ({ path, content: ham[i].text }))),
    "l.jsonl": `${JSON.stringify({ text: spam[3].text })}\n`,
    "plain.txt": spam[0].text,
  });
  const all = ["in.mbox", "odd#1.mbox.gz", "box", "m.tar", "l.jsonl"].map((name) => join(folder, name));
  const here = (...args: string[]) => thresher(args, { cwd: folder });

  it("is taken by the name that classify prints", async () => {
    const whole = await sorted(...all);
    const names = whole.found.map((line) => line.replace(/ \w+$/, ""));
    expect(names).toHaveLength(10);
    expect(await sorted(...names)).toEqual(whole);
    for (const name of names) expect((await sorted(name)).found).toHaveLength(1);
    const some = [names[6], names[2], names[0]];
    expect((await sorted(...some)).found).toEqual([6, 0, 2].map((n) => whole.found[n]));
    expect((await sorted(names[0], all[0], names[1])).found).toEqual(whole.found.slice(0, 3));
  });

  it("is taken by every command that takes documents", async () => {
    const explained = await here("explain", "in.mbox#2", "-m", model);
    expect(explained.stdout).toMatch(/^in\.mbox#2: spam, probability/);
    expect(
      (await here("train", CONTAINERS["a folder per class"](MESSAGES), "-m", "keeps", "--keep-documents")).code,
    ).toBe(0);
    expect((await here("similar", "in.mbox#2", "-m", "keeps", "--top", "1")).stdout).toMatch(/^in\.mbox#2\n/);
    const changes = [
      [
        ["learn", "ham", "in.mbox#1", "in.mbox#3"],
        /^learned {2}ham {2}in\.mbox#1\nlearned {2}ham {2}in\.mbox#3\n2 learned/,
      ],
      [["learn", "spam", "odd#1.mbox.gz#1"], /^learned {2}spam {2}odd#1\.mbox\.gz#1\n/],
      [["relabel", "spam", "m.tar#x/1"], /^relabelled {2}ham → spam {2}m\.tar#x\/1\n/],
      [["unlearn", "m.tar#x#2"], /^unlearned {2}ham {2}m\.tar#x#2\n/],
    ] as const;
    for (const [args, said] of changes) {
      expect((await here(...args, "-m", "grows")).stdout, args.join(" ")).toMatch(said);
    }
    const { stdout, code } = await here("sort", "in.mbox#2", "-m", model, "--into", "sorted");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("→ sorted/spam/in.mbox-2.eml\n") });
  });

  it("is reported if it is missing; a file of exactly that name comes first", async () => {
    const missing = await sorted(join(folder, "in.mbox#1"), join(folder, "in.mbox#4"), join(folder, "m.tar#y"));
    expect({ code: missing.code, found: missing.found }).toEqual({ code: 1, found: [`${folder}/in.mbox#1 ham`] });
    expect(missing.stderr).toMatch(
      /left out 2 files or folders that cannot be read: \S+in\.mbox#4 \(the file has no such document\), \S+m\.tar#y \(the file/,
    );
    for (const name of ["plain.txt#1", "in.mbox#0", "in.mbox#two", "none.mbox#1", "in.mbox#"]) {
      const { code, stderr } = await sorted(join(folder, name));
      expect(code, name).toBe(1);
      expect(stderr, name).toContain(`${name} (no such file or folder)`);
    }
    const both = folderWith({ "in.mbox": mailboxOf([ham[0].text, ham[1].text]), "in.mbox#2": spam[0].text });
    const { stderr, found } = await sorted(join(both, "in.mbox#2"));
    expect(found).toEqual([`${both}/in.mbox#2 spam`]);
    expect(stderr).toBe(`thresher: ${both}/in.mbox#2 is read as the file of that name\n`);
  });
});
