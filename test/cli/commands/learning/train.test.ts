import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { topicFiles, topicFolders } from "../../../helpers/topics.js";

describe.concurrent("thresher train", () => {
  it("has exactly the keys of its contract under --json", async () => {
    const corpus = folderWith({ ...twoClasses(3), "stray.txt": "stray" });
    const model = join(temporaryFolder(), "model");
    const { code, stdout } = await thresher(["train", corpus, "-m", model, "--json", "--min-count", "2"]);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(Object.keys(result)).toEqual([
      ...["model", "bytes", "classifier", "documents", "classes", "vocabulary", "problems"],
    ]);
    const { classifier, ...others } = result;
    expect(others).toEqual({
      model,
      bytes: bytesOf(model).length,
      documents: 6,
      classes: [
        { label: "ham", documents: 3 },
        { label: "spam", documents: 3 },
      ],
      vocabulary: 8,
      problems: [{ kind: "no class", where: "stray.txt" }],
    });
    const { stdout: evaluated } = await thresher(["evaluate", corpus, "--json", "--min-count", "2"]);
    expect(classifier).toEqual(JSON.parse(evaluated).classifier);
  });

  it("names the classes, unless there are too many for a line", async () => {
    const classes = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`c${i}`, { 1: `word${i}` }]));
    const model = join(temporaryFolder(), "model");
    const saidOf = async (n: number) => (await thresher(["train", folderWith(classes(n)), "-m", model])).stdout;
    expect(await saidOf(3)).toMatch(/^Learned 3 classes from 3 documents \(c0 1, c1 1, c2 1\): 3 terms, /);
    expect(await saidOf(11)).toMatch(/^Learned 11 classes from 11 documents: 11 terms, /);
  });

  it("says what was learned and how to use it", async ({ expect }) => {
    const model = join(temporaryFolder(), "mail.model");
    const { stdout } = await thresher(["train", folderWith(twoClasses(3)), "-m", model, "--classifier", "bernoulli"]);
    expect(stdout.replaceAll(model, "MODEL").replace(/\(.* kB\)/, "(SIZE)")).toMatchInlineSnapshot(`
      "Learned 2 classes from 6 documents (ham 3, spam 3): 12 terms, Bernoulli naive Bayes, alpha 1.
      The model is in MODEL (SIZE). Sort with it:
        thresher classify -m MODEL PATH…
      "
    `);
  });

  it("says which classes look alike but are learned as different ones", async () => {
    const corpus = folderWith({
      Spam: { 1: "a" },
      spam: { 1: "b" },
      "Caf\u00e9": { 1: "c" },
      "Cafe\u0301": { 1: "d" },
      ham: { 1: "e" },
    });
    for (const args of [
      ["train", corpus, "-m", join(temporaryFolder(), "model")],
      ["evaluate", corpus],
    ]) {
      const { stderr } = await thresher(args);
      expect(stderr.replace(/.*classes whose/s, "")).toMatch(
        / names look alike are learned as different ones: Caf.* and Caf.*, Spam and spam: rename them if they are one\n/,
      );
    }
  });

  it("says of mail what lets the model learn later, unless it does or cannot", async () => {
    const corpus = folderWith(twoClasses(3));
    const options = ["--as mail", "--as mail --remember", "--as mail --classifier complement --tf log", "--as auto"];
    const outputs = await each(options, (words) =>
      thresher(["train", corpus, "-m", join(temporaryFolder(), "model"), ...words.split(" ")]),
    );
    const hint = "To let it learn more mail later, train it with --remember.";
    expect(outputs.map(({ stdout }) => stdout.includes(hint))).toEqual([true, false, false, false]);
  });

  it("says how many copies count once in a model that remembers its documents", async () => {
    const corpus = folderWith({ ham: { 1: "lunch", 2: "lunch", 3: "lunch" }, spam: { 1: "prize" } });
    const train = (...words: string[]) => thresher(["train", corpus, "-m", join(temporaryFolder(), "model"), ...words]);
    expect((await train("--remember")).stdout).toMatch(
      /^Learned 2 classes from 4 documents, 2 copies counted once \(ham 1, spam 1\): /,
    );
    expect((await train()).stdout).toMatch(/^Learned 2 classes from 4 documents \(ham 3, spam 1\): /);
    expect(JSON.parse((await train("--remember", "--json")).stdout)).toMatchObject({ documents: 4, copies: 2 });
  });

  it("keeps the settings, so that classify reads documents as train did", async () => {
    const message = (body: string) => `From: a@b.example\nSubject: unrelated\n\n${body}\n> quoted unrelated\n`;
    const corpus = folderWith({
      ham: { a: message("meetings for the report") },
      spam: { b: message("winning the prizes") },
    });
    const model = join(temporaryFolder(), "model");
    await thresher([
      ...["train", corpus, "-m", model, "--strip", "headers,quotes"],
      ...["--stop-words", "en", "--stem", "porter", "--ngrams", "1-2"],
    ]);
    const { stdout } = await thresher(["classify", "-m", model, "--json", "-"], {
      input: message("he meets, reported"),
    });
    expect(JSON.parse(stdout)).toMatchObject([{ label: "ham", knownTokens: 3 }]);
  });
});

describe("a model file that would take the place of a document", () => {
  it("is refused, and the document stays", async () => {
    const corpus = folderWith(twoClasses());
    const document = join(corpus, "spam/0000.txt");
    const before = readFileSync(document, "utf8");
    const outcome = await thresher(["train", corpus, "-m", document]);
    expectFault(outcome, 2, `${document}: this file is a document of the corpus`);
    expect(readFileSync(document, "utf8")).toBe(before);
  });
});

describe("a model without terms", () => {
  it("is written, with a warning", async () => {
    const { code, stderr } = await thresher([
      ...["train", folderWith(twoClasses()), "-m", join(temporaryFolder(), "model"), "--min-count", "1000"],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^thresher: no term is left, .*\n$/) });
  });
});

describe("documents without labels", () => {
  const model = () => join(temporaryFolder(), "model");

  describe.concurrent("thresher train --unlabelled", () => {
    it("learns from a folder of documents without labels, and says how much they count", async () => {
      const [corpus, pile] = [folderWith(topicFolders(0, 5)), folderWith(topicFiles(3, 40))];
      const args = ["train", corpus, "--unlabelled", pile, "-m", model()];
      const { code, stdout } = await thresher(args);
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^Learned 2 classes from 10 documents \(money 5, sport 5\).*linear support vector machines/,
      );
      expect(stdout).toMatch(
        /\n70 documents without a label, learned from as well: of 10 labelled documents hidden in/,
      );
      const { unlabelled, classes } = JSON.parse((await thresher([...args, "--json"])).stdout);
      expect(classes.map(({ documents }: { documents: number }) => documents)).toEqual([5, 5]);
      expect(Object.keys(unlabelled)).toEqual(["documents", "choice"]);
      expect(unlabelled.documents).toBe(70);
      expect(Object.keys(unlabelled.choice)).toEqual(["isUsed", "judged", "accuracy", "opinions"]);
    });

    it.each(["linear-svm", "complement"])(
      "makes a %s whose documents inspect shows as whole numbers",
      async (classifier) => {
        const [corpus, pile, path] = [folderWith(topicFolders(0, 5)), folderWith(topicFiles(3, 40)), model()];
        await thresher(["train", corpus, "--unlabelled", pile, "-m", path, "--classifier", classifier]);
        const { stdout } = await thresher(["inspect", "-m", path]);
        const [, money, sport] = /\nmoney +(\d+) .*\nsport +(\d+) /.exec(stdout) ?? [];
        expect(stdout).toContain(`: 2 classes, ${Number(money) + Number(sport)} documents, `);
        expect(stdout).toContain("\n\nDocuments without a label count by how clear their class is.\n");
        const { documents, classes } = JSON.parse((await thresher(["inspect", "-m", path, "--json"])).stdout);
        expect([documents, classes[0].documents]).toEqual([Number(money) + Number(sport), Number(money)]);
        const { stdout: ofTerm } = await thresher(["inspect", "-m", path, "--term", "common1"]);
        expect(ofTerm).toMatch(/^common1: \d+ occurrences\n.*\n.* \d+ .*\n.* \d+ /);
      },
    );

    it("leaves out of the pile what cannot be read, says so, and ends well", async () => {
      const corpus = folderWith(topicFolders(0, 5));
      const damaged = { "damaged.gz": gzipSync("ball").subarray(0, 15), binary: Uint8Array.of(0, 1, 0) };
      const pile = folderWith({ ...topicFiles(3, 20), ...damaged });
      const args = ["train", corpus, "--unlabelled", pile, "-m", model()];
      const { code, stderr } = await thresher(args);
      expect(stderr).toContain("left out 1 file or folder that cannot be read");
      expect(stderr).toContain("left out 1 binary file");
      expect(code).toBe(0);
      expectFault(await thresher([...args, "--strict"]), 1, "--strict");
    });

    it("refuses in one line a pile that is empty, missing or binary, and options that cannot take one", async () => {
      const corpus = folderWith(topicFolders(0, 3));
      const none = "there is no document without a label that can be read";
      for (const pile of [temporaryFolder(), join(corpus, "nothing"), folderWith({ a: Uint8Array.of(0, 1, 0) })]) {
        const { code, stderr } = await thresher(["train", corpus, "--unlabelled", pile, "-m", model()]);
        expect(code).toBe(1);
        expect(stderr.trimEnd().split("\n").at(-1)).toContain(none);
      }
      const pile = folderWith(topicFiles(3, 9));
      for (const [option, words] of [
        ["--multi-label", "multi-label"],
        ["--remember", "remember"],
        ["--keep-documents", "keep-documents"],
        ["--workers redis://127.0.0.1 --parts parts", "workers"],
      ]) {
        const refused = await thresher(["train", corpus, "--unlabelled", pile, ...option.split(" "), "-m", model()]);
        expectFault(refused, 2, words);
      }
    });
  });
});
