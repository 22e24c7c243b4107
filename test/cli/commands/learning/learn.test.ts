import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { load } from "../../../../src/model/file/model-file.js";
import { thresher } from "../../../helpers/command.js";
import { expectFault, expectOneLine, expectRefused, outputOf, type Refused } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

const MESSAGE = "From: a@b.example\nDate: Tue, 03 Feb 2004 10:00:00 +0100\nMessage-ID: <1@b>\n\nAt noon?\n";

/** A folder with three documents, to run commands in. `said` runs one that succeeds, on the model `m`. */
function desk() {
  const cwd = folderWith({ docs: { a: "prize cash", b: "letter home", c: MESSAGE } });
  return {
    cwd,
    model: join(cwd, "m"),
    said: (words: string) => outputOf(`${words} -m m`, { cwd }),
    refused: (cases: readonly Refused[]) => expectRefused(cases, [], { cwd }),
  };
}

describe.concurrent("thresher learn, unlearn, relabel and forget", () => {
  it("keeps the earlier model, which still has the unlearned document, unless unlearn is to forget it", async () => {
    const { cwd, model, said } = desk();
    writeFileSync(join(cwd, "secret"), "xylophonitis");
    const secretIn = (...files: string[]) => files.map((file) => readFileSync(file).includes("xylophonitis"));
    await said("learn spam docs/a secret --quiet");
    await said("learn ham docs/b --quiet");
    await said("unlearn secret --quiet");
    expect(secretIn(model, `${model}.previous`)).toEqual([false, true]);
    // The earlier model goes even if the document is not known any more.
    await said("unlearn secret --quiet --forget");
    expect(existsSync(`${model}.previous`)).toBe(false);
    await said("learn spam secret --quiet");
    await said("unlearn secret --quiet --forget");
    expect([...secretIn(model), existsSync(`${model}.previous`)]).toEqual([false, false]);
  });

  it("say what happened to each document, and keep the previous model", async () => {
    const { cwd, model, said } = desk();
    utimesSync(join(cwd, "docs/a"), 1e9, 1e9);
    utimesSync(join(cwd, "docs/b"), 1.5e9, 1.5e9);
    expect(await said("learn spam docs/a")).toBe(
      "learned  spam  docs/a\n1 learned. m knows 1 document (spam 1), 3.0 kB.\n",
    );
    expect(await said("learn ham docs")).toMatch(
      /^relabelled {2}spam → ham {2}\S+a\nlearned {5}ham {2}\S+b\nlearned {5}ham {2}\S+c\n2 learned, 1 relabelled\. \S+ knows 3 documents \(ham 3\), /,
    );
    expect(await said("relabel spam docs/a")).toMatch(/^relabelled {2}ham → spam {2}/);
    expect(await said("classify docs/a")).toContain("  spam  ");
    const before = bytesOf(model);
    expect(await said("learn spam docs/a")).toMatch(/^known already {2}spam {2}\S+a\n1 known already\./);
    expect(await said("unlearn docs/b")).toMatch(/^unlearned {2}ham {2}\S+b\n1 unlearned\. /);
    expect(bytesOf(`${model}.previous`).equals(before)).toBe(true);
    expect(await said("unlearn docs/b")).toMatch(/^not known {2}\S+b\n1 not known\. /);
    expect(await said("forget --before 2002-01-01")).toMatch(
      /^1 document forgotten \(spam 1\), the newest of 2001-09-09\. \S+ knows 1 document \(ham 1\), /,
    );
    expect(namesIn(cwd).filter((name) => !name.startsWith("docs"))).toEqual(["m", "m.previous"]);
    renameSync(`${model}.previous`, model);
    expect(load(model).counts.documents).toEqual(Float64Array.of(1, 1));
  });

  it("name a class that is new beside others, which may be a slip, and take none without a name", async () => {
    const { cwd, said, refused } = desk();
    await said("learn spam docs/a");
    await said("learn ham docs/b");
    const slip = "thresher: span\\u001b is a new class; the model had ham, spam\n";
    expect(await thresher("learn span\u001b docs/c -m m", { cwd })).toMatchObject({ code: 0, stderr: slip });
    expect(await said("learn span\u001b docs/c")).toContain("known already");
    await said("relabel spim docs/c --quiet");
    await refused(
      ["learn", "relabel"].map((command): Refused => {
        return [[command, "", "docs/a", "-m", "m"], /^thresher: the name of the class is empty/];
      }),
    );
  });

  it("ask whether a class is meant whose name is another's but for case, hyphens or one slip", async () => {
    const { model, said, refused } = desk();
    await said("learn spam docs/a");
    const before = bytesOf(model);
    const message = /^thresher: the model has no class ".+", but it has "spam": use that name, or add --new-class/;
    const slips = ["Spam", ".spam", "s-p_a m", "ＳＰＡＭ", "Junk", "[Gmail]/Spam"];
    for (const command of ["learn", "relabel"]) {
      await refused(slips.map((slip) => [[command, slip, "docs/b", "-m", "m"], message]));
    }
    expect(bytesOf(model).equals(before)).toBe(true);
    expect(await said("learn Spam docs/b --new-class")).toMatch(/\(Spam 1, spam 1\)/);
    expect(await said("learn Spam docs/b")).toMatch(/^known already {2}Spam/);
    expect(await said("relabel SPAM docs/b --new-class")).toMatch(/^relabelled {2}Spam → SPAM/);
    await said("learn family docs/a --new-class");
    await refused([["relabel Famly docs/a -m m", /no class "Famly", but it has "family": /]]);
  });

  it("recognise a class that is given behind its documents", async () => {
    const cwd = folderWith({ "a.eml": "prize", "b.eml": "letter", ham: { c: "news" }, spam: { d: "win" } });
    const run = (words: string) => thresher(`${words} -m m`, { cwd });
    const swapped = async (words: string, meant: string) => {
      const outcome = await run(words);
      const slip = /^thresher: ".+" is a file or folder, and ".+" is a class: give the class first, as in thresher /;
      expectFault(outcome, 2, slip);
      expect(outcome.stderr.split("as in thresher ")[1]).toBe(`${meant}\n`);
    };
    await swapped("learn a.eml junk", "learn junk a.eml");
    await swapped("learn ham/c b.eml junk", "learn junk ham/c b.eml");
    await swapped("learn ham junk", "learn junk ham");
    expect(existsSync(join(cwd, "m"))).toBe(false);
    expect((await run("learn ham ham")).code).toBe(0);
    expect((await run("learn spam spam/d a.eml")).code).toBe(0);
    await swapped("learn b.eml spam", "learn spam b.eml");
    await swapped("relabel ./a.eml ham", "relabel ham ./a.eml");
    await swapped("learn - ham", "learn ham -");
    expect((await run("learn ham spam nowhere")).stdout).toMatch(/^relabelled {2}spam → ham {2}spam\/d\n/);
  });

  it("as JSON say the same, and on trial change nothing", async () => {
    const { model, said } = desk();
    const dry = JSON.parse(await said("learn ham docs/a docs/c --json --dry-run"));
    expect(existsSync(model)).toBe(false);
    const wet = JSON.parse(await said("learn ham docs/a docs/c --json"));
    expect(wet).toEqual({ ...dry, dryRun: false });
    expect(wet).toMatchObject({
      ...{ model: "m", bytes: bytesOf(model).length, known: 2, classes: [{ label: "ham", documents: 2 }] },
      documents: ["docs/a", "docs/c"].map((path) => ({ path, fate: "learned", label: "ham" })),
    });
    const bytes = bytesOf(model);
    expect(await said("forget --to-size 2950 --dry-run")).toMatch(
      /^Would be: 2 documents forgotten \(ham 2\), .* would know 0 documents, [123]\.\d kB\.$/m,
    );
    const forgotten = JSON.parse(await said("forget --before 2010-01-01 --json --dry-run"));
    expect(forgotten).toMatchObject({ known: 1, documents: [{ label: "ham", date: "2004-02-03T09:00:00.000Z" }] });
    expect(await said("unlearn docs --quiet --dry-run")).toBe("");
    expect(bytesOf(model).equals(bytes)).toBe(true);
  });

  it("learn from standard input, and only errors where that is asked for", async () => {
    const { cwd, model } = desk();
    const learned = (words: string, input: string) => outputOf(`learn ${words} - -m m`, { cwd, input });
    await learned("ham", "letter home");
    await learned("spam", "prize cash");
    expect(await learned("ham --train-on-error", "letter")).toMatch(/^right already {2}ham {2}-\n/);
    expect(await learned("ham --train-on-error --unsure-below 0.99", "letter")).toMatch(/^learned {2}ham {2}-\n/);
    expect(Math.abs(Date.now() / 1000 - Math.max(...(load(model).known?.times ?? [])))).toBeLessThan(600);
  });

  it("leave out documents that are not text or cannot be read, and say so", async () => {
    const cwd = folderWith({ docs: { a: "letter", b: "\0\0" } });
    for (const command of ["learn ham", "relabel ham", "unlearn"]) {
      expect(await thresher(`${command} docs/a none -m m`, { cwd }), command).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^1 (?:learned|known already|unlearned)\. /m),
        stderr: expect.stringMatching(/^thresher: left out .*none \(no such file or folder\)\n$/),
      });
    }
    const binary = await thresher("learn ham docs -m m", { cwd });
    expect(binary).toMatchObject({ code: 1, stdout: expect.stringContaining("1 learned, 1 not text.") });
    expectOneLine(binary.stderr, /^thresher: left out 1 binary file .*b\n$/);
  });

  it("warn that they do not read the classes of a table, unless one row is named", async () => {
    const cwd = folderWith({ "a.csv": "text,category\nprize cash,spam\nletter home,ham\n" });
    const all = await thresher("learn ham a.csv -m m", { cwd });
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("2 learned. ") });
    expect(all.stderr).toContain('a.csv: the column "category" is not read, each row counts as ham (thresher train');
    const one = await thresher("relabel spam a.csv#1 -m m --new-class", { cwd });
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining("1 relabelled. ") });
    expect(one.stderr).not.toContain("category");
  });

  it("refuse in one line what is impossible, and leave nothing behind", async () => {
    const cwd = folderWith({ a: "letter", ...twoClasses() });
    const [model, plain, missing] = [1, 2, 3].map(() => join(temporaryFolder(), "mail.model"));
    await outputOf(`learn ham a -m ${model}`, { cwd });
    await outputOf(`train . -m ${plain} --quiet --include {ham,spam}/*`, { cwd });
    const cases: Refused[] = [
      [
        `learn ham a -m ${model} --alpha 0.5`,
        "learn has no option --alpha any more: only --preset and --as; make the model with thresher train --remember",
      ],
      [`learn ham a -m ${model} --preset fast`, "--classifier chosen-bayes: the model has multinomial"],
      [`learn ham a -m ${missing} --preset fast`, /made of counts/, 1],
      [`learn ham a -m ${model} --unsure-below 0.5`, /--unsure-below needs --train-on-error/],
      [`learn ham a -m ${model} --train-on-error --unsure-below 110%`, /margin must be a number from 0 to 1, not 1.1/],
      [`learn ham a -m ${plain}`, /does not remember .*: train it again with --remember$/m, 1],
      [`unlearn a -m ${missing}`, /cannot read the model: no such file/, 1],
      [`relabel ham a -m ${missing} --dry-run`, /cannot read the model: no such file/, 1],
      [`forget -m ${model}`, "forget needs --before DATE or --to-size SIZE"],
      [`forget -m ${model} --before soon`, "give a day such as 2026-01-31"],
      [`forget -m ${model} --to-size 5X`, "give a size such as 5M"],
      [`forget -m ${model} --to-size 10`, /bytes are too few: a model without any document has \d+$/m],
      [`train . -m ${missing} --remember --preset fast`, /made of counts/, 1],
      [`train . -m ${missing} --remember --keep-documents`, /--remember and --keep-documents cannot be combined/],
    ];
    await expectRefused(cases, [], { cwd });
    // Where no folder has the name of the class.
    const ofClass = /unlearn takes no class, and "ham" is one: use thresher unlearn a$/m;
    await expectRefused([[`unlearn ham a -m ${model}`, ofClass]], [], { cwd: join(cwd, "spam") });
    expect([missing, model].map((path) => namesIn(join(path, "..")))).toEqual([[], ["mail.model"]]);
  });
});
