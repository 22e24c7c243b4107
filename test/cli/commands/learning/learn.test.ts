import { existsSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { load } from "../../../../src/model/file/model-file.js";
import { thresher } from "../../../helpers/command.js";
import { expectFault, expectOneLine, expectRefused, type Refused } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

const MESSAGE = "From: a@b.example\nDate: Tue, 03 Feb 2004 10:00:00 +0100\nMessage-ID: <1@b>\n\nAt noon?\n";

/** Runs a command that is to succeed without a word on standard error. */
async function said(...args: string[]): Promise<string> {
  const outcome = await thresher(args);
  expect(outcome, args.join(" ")).toMatchObject({ code: 0, stderr: "" });
  return outcome.stdout;
}

const place = () => join(temporaryFolder(), "mail.model");

/** A place for a model, and three documents. */
function desk() {
  const folder = folderWith({ a: "prize cash", b: "letter home", c: MESSAGE });
  return { model: place(), folder, path: (name: string) => join(folder, name) };
}

describe.concurrent("thresher learn, unlearn, relabel and forget", () => {
  it("keeps an earlier model with what was unlearned, unless unlearn is to forget it", async () => {
    const { model, folder, path } = desk();
    writeFileSync(join(folder, "secret"), "xylophonitis");
    const hasSecret = (file: string) => readFileSync(file).includes("xylophonitis");
    await said("learn", "spam", path("a"), path("secret"), "-m", model, "--quiet");
    await said("learn", "ham", path("b"), "-m", model, "--quiet");
    await said("unlearn", path("secret"), "-m", model, "--quiet");
    expect([hasSecret(model), hasSecret(`${model}.previous`)]).toEqual([false, true]);
    // The earlier model goes even if the document is not known any more.
    await said("unlearn", path("secret"), "-m", model, "--quiet", "--forget");
    expect(existsSync(`${model}.previous`)).toBe(false);
    await said("learn", "spam", path("secret"), "-m", model, "--quiet");
    await said("unlearn", path("secret"), "-m", model, "--quiet", "--forget");
    expect(hasSecret(model)).toBe(false);
    expect(existsSync(`${model}.previous`)).toBe(false);
  });

  it("say what happened to each document, and keep the previous model", async () => {
    const { model, folder, path } = desk();
    utimesSync(path("a"), 1e9, 1e9);
    utimesSync(path("b"), 1.5e9, 1.5e9);
    expect(await said("learn", "spam", path("a"), "-m", model)).toBe(
      `learned  spam  ${path("a")}\n1 learned. ${model} knows 1 document (spam 1), 3.0 kB.\n`,
    );
    expect(await said("learn", "ham", folder, "-m", model)).toMatch(
      /^relabelled {2}spam → ham {2}\S+a\nlearned {5}ham {2}\S+b\nlearned {5}ham {2}\S+c\n2 learned, 1 relabelled\. \S+ knows 3 documents \(ham 3\), /,
    );
    expect(await said("relabel", "spam", path("a"), "-m", model)).toMatch(/^relabelled {2}ham → spam {2}/);
    expect(await said("classify", path("a"), "-m", model)).toContain("  spam  ");
    const before = bytesOf(model);
    expect(await said("learn", "spam", path("a"), "-m", model)).toMatch(
      /^known already {2}spam {2}\S+a\n1 known already\./,
    );
    expect(await said("unlearn", path("b"), "-m", model)).toMatch(/^unlearned {2}ham {2}\S+b\n1 unlearned\. /);
    expect(bytesOf(`${model}.previous`).equals(before)).toBe(true);
    expect(await said("unlearn", path("b"), "-m", model)).toMatch(/^not known {2}\S+b\n1 not known\. /);
    expect(await said("forget", "--before", "2002-01-01", "-m", model)).toMatch(
      /^1 document forgotten \(spam 1\), the newest of 2001-09-09\. \S+ knows 1 document \(ham 1\), /,
    );
    expect(namesIn(join(model, ".."))).toEqual(["mail.model", "mail.model.previous"]);
    renameSync(`${model}.previous`, model);
    expect(load(model).counts.documents).toEqual(Float64Array.of(1, 1));
  });

  it("name a class that is new beside others, which may be a slip, and take none without a name", async () => {
    const { model, path } = desk();
    await said("learn", "spam", path("a"), "-m", model);
    await said("learn", "ham", path("b"), "-m", model);
    const slip = "thresher: span\\u001b is a new class; the model had ham, spam\n";
    const learning = ["learn", "span\u001b", path("c"), "-m", model];
    expect(await thresher(learning)).toMatchObject({ code: 0, stderr: slip });
    expect(await said(...learning)).toContain("known already");
    await said("relabel", "spim", path("c"), "-m", model, "--quiet");
    const commands = ["learn", "relabel"].map((command) => [command, "", path("a"), "-m", model]);
    await expectRefused(commands.map((words): Refused => [words, /^thresher: the name of the class is empty/]));
  });

  it("ask whether a class is meant whose name is another's but for case, hyphens or one slip", async () => {
    const { model, path } = desk();
    await said("learn", "spam", path("a"), "-m", model);
    const before = bytesOf(model);
    const message = /^thresher: the model has no class ".+", but it has "spam": use that name, or add --new-class/;
    const slips = ["Spam", ".spam", "s-p_a m", "ＳＰＡＭ", "Junk", "[Gmail]/Spam"];
    for (const command of ["learn", "relabel"]) {
      await expectRefused(slips.map((slip) => [[command, slip, path("b"), "-m", model], message]));
    }
    expect(bytesOf(model).equals(before)).toBe(true);
    expect(await said("learn", "Spam", path("b"), "-m", model, "--new-class")).toMatch(/\(Spam 1, spam 1\)/);
    expect(await said("learn", "Spam", path("b"), "-m", model)).toMatch(/^known already {2}Spam/);
    expect(await said("relabel", "SPAM", path("b"), "-m", model, "--new-class")).toMatch(/^relabelled {2}Spam → SPAM/);
    await said("learn", "family", path("a"), "-m", model, "--new-class");
    await expectRefused([[["relabel", "Famly", path("a"), "-m", model], /no class "Famly", but it has "family": /]]);
  });

  it("recognise a class that is given behind its documents", async () => {
    const folder = folderWith({ "a.eml": "prize", "b.eml": "letter", ham: { c: "news" }, spam: { d: "win" } });
    const run = (...args: string[]) => thresher([...args, "-m", "m"], { cwd: folder });
    const swapped = async (...args: string[]) => {
      const slip = /^thresher: ".+" is a file or folder, and ".+" is a class: give the class first, as in (.*)$/m;
      const outcome = await run(...args);
      expectFault(outcome, 2, slip);
      return slip.exec(outcome.stderr)?.[1];
    };
    expect(await swapped("learn", "a.eml", "junk")).toBe("thresher learn junk a.eml");
    expect(await swapped("learn", "ham/c", "b.eml", "junk")).toBe("thresher learn junk ham/c b.eml");
    expect(await swapped("learn", "ham", "junk")).toBe("thresher learn junk ham");
    expect(existsSync(join(folder, "m"))).toBe(false);
    expect((await run("learn", "ham", "ham")).code).toBe(0);
    expect((await run("learn", "spam", "spam/d", "a.eml")).code).toBe(0);
    expect(await swapped("learn", "b.eml", "spam")).toBe("thresher learn spam b.eml");
    expect(await swapped("relabel", "./a.eml", "ham")).toBe("thresher relabel ham ./a.eml");
    expect(await swapped("learn", "-", "ham")).toBe("thresher learn ham -");
    expect((await run("learn", "ham", "spam", "nowhere")).stdout).toMatch(/^relabelled {2}spam → ham {2}spam\/d\n/);
  });

  it("as JSON say the same, and on trial change nothing", async () => {
    const model = place();
    const folder = folderWith({ a: "prize cash", b: MESSAGE });
    const dry = JSON.parse(await said("learn", "ham", folder, "-m", model, "--json", "--dry-run"));
    expect(existsSync(model)).toBe(false);
    const wet = JSON.parse(await said("learn", "ham", folder, "-m", model, "--json"));
    expect(wet).toEqual({ ...dry, dryRun: false });
    expect(wet).toMatchObject({
      model,
      bytes: bytesOf(model).length,
      known: 2,
      classes: [{ label: "ham", documents: 2 }],
      documents: [
        { path: join(folder, "a"), fate: "learned", label: "ham" },
        { path: join(folder, "b"), fate: "learned", label: "ham" },
      ],
    });
    const bytes = bytesOf(model);
    const trial = await said("forget", "--to-size", "2950", "-m", model, "--dry-run");
    expect(trial).toMatch(/^Would be: 2 documents forgotten \(ham 2\), .* would know 0 documents, [123]\.\d kB\.$/m);
    const forgotten = JSON.parse(await said("forget", "--before", "2010-01-01", "-m", model, "--json", "--dry-run"));
    expect(forgotten).toMatchObject({ known: 1, documents: [{ label: "ham", date: "2004-02-03T09:00:00.000Z" }] });
    expect(await said("unlearn", folder, "-m", model, "--quiet", "--dry-run")).toBe("");
    expect(bytesOf(model).equals(bytes)).toBe(true);
  });

  it("learn from standard input, and only errors where that is asked for", async () => {
    const model = place();
    const learnt = (args: readonly string[], input: string) =>
      thresher(["learn", ...args, "-", "-m", model], { input });
    await learnt(["ham"], "letter home");
    await learnt(["spam"], "prize cash");
    expect((await learnt(["ham", "--train-on-error"], "letter")).stdout).toMatch(/^right already {2}ham {2}-\n/);
    const margin = ["ham", "--train-on-error", "--unsure-below", "0.99"];
    expect((await learnt(margin, "letter")).stdout).toMatch(/^learned {2}ham {2}-\n/);
    expect(Math.abs(Date.now() / 1000 - Math.max(...(load(model).known?.times ?? [])))).toBeLessThan(600);
  });

  it("leave out documents that are not text or cannot be read, and say so", async () => {
    const [model, folder] = [place(), folderWith({ a: "letter", b: "\0\0" })];
    for (const command of [["learn", "ham"], ["relabel", "ham"], ["unlearn"]]) {
      const outcome = await thresher([...command, join(folder, "a"), join(folder, "none"), "-m", model]);
      expect(outcome, command[0]).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^1 (?:learned|known already|unlearned)\. /m),
        stderr: expect.stringMatching(/^thresher: left out .*none \(no such file or folder\)\n$/),
      });
    }
    const binary = await thresher(["learn", "ham", folder, "-m", model]);
    expect(binary).toMatchObject({ code: 1, stdout: expect.stringContaining("1 learned, 1 not text.") });
    expectOneLine(binary.stderr, /^thresher: left out 1 binary file .*b\n$/);
  });

  it("warn that they do not read the classes of a table, unless one row is named", async () => {
    const table = join(folderWith({ "a.csv": "text,category\nprize cash,spam\nletter home,ham\n" }), "a.csv");
    const model = place();
    const all = await thresher(["learn", "ham", table, "-m", model]);
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("2 learned. ") });
    expect(all.stderr).toContain('a.csv: the column "category" is not read, each row counts as ham (thresher train');
    const one = await thresher(["relabel", "spam", `${table}#1`, "-m", model, "--new-class"]);
    expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining("1 relabelled. ") });
    expect(one.stderr).not.toContain("category");
  });

  it("refuse in one line what is impossible, and leave nothing behind", async () => {
    const folder = folderWith({ a: "letter", ...twoClasses() });
    const [model, plain, missing] = [place(), place(), place()];
    await said("learn", "ham", join(folder, "a"), "-m", model);
    await said("train", folder, "-m", plain, "--quiet", "--include", "{ham,spam}/*");
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
      [`train ${folder} -m ${missing} --remember --preset fast`, /made of counts/, 1],
      [
        `train ${folder} -m ${missing} --remember --keep-documents`,
        /--remember and --keep-documents cannot be combined/,
      ],
    ];
    await expectRefused(cases, [], { cwd: folder });
    // Where no folder has the name of the class.
    const elsewhere = { cwd: join(folder, "spam") };
    const ofClass = /unlearn takes no class, and "ham" is one: use thresher unlearn a$/m;
    await expectRefused([[`unlearn ham a -m ${model}`, ofClass]], [], elsewhere);
    expect(namesIn(join(missing, ".."))).toEqual([]);
    expect(namesIn(join(model, ".."))).toEqual(["mail.model"]);
  });
});
