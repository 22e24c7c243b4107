import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../../../helpers/command.js";
import { expectFault, expectRefused, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { topicFiles, topicFolders } from "../../../helpers/topics.js";

const newModel = () => join(temporaryFolder(), "model");

describe.concurrent("thresher train", () => {
  it("has exactly the keys of its contract under --json", async () => {
    const corpus = folderWith({ ...twoClasses(3), "stray.txt": "stray" });
    const model = newModel();
    const { stdout } = await thresher(`train ${corpus} -m ${model} --json --min-count 2`);
    const { classifier, ...others } = JSON.parse(stdout);
    expect(Object.keys(JSON.parse(stdout))).toEqual(
      "model bytes classifier documents classes vocabulary problems".split(" "),
    );
    expect(others).toEqual({
      model,
      bytes: bytesOf(model).length,
      documents: 6,
      classes: ["ham", "spam"].map((label) => ({ label, documents: 3 })),
      vocabulary: 8,
      problems: [{ kind: "no class", where: "stray.txt" }],
    });
    const { stdout: evaluated } = await thresher(`evaluate ${corpus} --json --min-count 2`);
    expect(classifier).toEqual(JSON.parse(evaluated).classifier);
  });

  it("says what was learned and how to use it", async () => {
    const model = newModel();
    const stdout = await outputOf(["train", folderWith(twoClasses(3)), "-m", model, "--classifier", "bernoulli"]);
    expect(stdout.replaceAll(model, "MODEL").replace(/\(.* kB\)/, "(SIZE)")).toBe(`\
Learned 2 classes from 6 documents (ham 3, spam 3): 12 terms, Bernoulli naive Bayes, alpha 1.
The model is in MODEL (SIZE). Sort with it:
  thresher classify -m MODEL PATH…
`);
  });

  it("does not name the classes if there are too many for a line", async () => {
    const classes = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`c${i}`, { 1: `word${i}` }]));
    const { stdout } = await thresher(["train", folderWith(classes), "-m", newModel()]);
    expect(stdout).toMatch(/^Learned 11 classes from 11 documents: 11 terms, /);
  });

  it("says which classes look alike but are learned as different ones, and so does evaluate", async () => {
    const names = ["Spam", "spam", "Caf\u00e9", "Cafe\u0301", "ham"];
    const corpus = folderWith(Object.fromEntries(names.map((name, i) => [name, { 1: `word${i}` }])));
    for (const words of [`train ${corpus} -m ${newModel()}`, `evaluate ${corpus}`]) {
      expect((await thresher(words)).stderr).toMatch(
        /classes whose names look alike are learned as different ones: Caf.* and Caf.*, Spam and spam: rename them if they are one\n/,
      );
    }
  });

  it("says of mail what lets the model learn later, unless it does or cannot", async () => {
    const corpus = folderWith(twoClasses(3));
    const options = ["--as mail", "--as mail --remember", "--as mail --classifier complement --tf log", "--as auto"];
    const outputs = await each(options, (words) => outputOf(`train ${corpus} -m ${newModel()} ${words}`));
    const hint = "To let it learn more mail later, train it with --remember.";
    expect(outputs.map((stdout) => stdout.includes(hint))).toEqual([true, false, false, false]);
  });

  it("says how many copies count once in a model that remembers its documents", async () => {
    const corpus = folderWith({ ham: { 1: "lunch", 2: "lunch", 3: "lunch" }, spam: { 1: "prize" } });
    const train = `train ${corpus} -m ${newModel()}`;
    expect(await outputOf(`${train} --remember`)).toMatch(
      /^Learned 2 classes from 4 documents, 2 copies counted once \(ham 1, spam 1\): /,
    );
    expect(await outputOf(train)).toMatch(/^Learned 2 classes from 4 documents \(ham 3, spam 1\): /);
    expect(await jsonOf(`${train} --remember`)).toMatchObject({ documents: 4, copies: 2 });
  });

  it("keeps the settings, so that classify reads documents as train did", async () => {
    const message = (body: string) => `From: a@b.example\nSubject: unrelated\n\n${body}\n> quoted unrelated\n`;
    const corpus = folderWith({
      ham: { a: message("meetings for the report") },
      spam: { b: message("winning the prizes") },
    });
    const model = newModel();
    await outputOf(
      `train ${corpus} -m ${model} --strip headers,quotes --stop-words en --stem porter --ngrams 1-2 --quiet`,
    );
    const classified = await jsonOf(`classify -m ${model} -`, { input: message("he meets, reported") });
    expect(classified).toMatchObject([{ label: "ham", knownTokens: 3 }]);
  });

  it("refuses a model file that would take the place of a document, which stays", async () => {
    const corpus = folderWith(twoClasses());
    const document = join(corpus, "spam/0000.txt");
    const before = readFileSync(document, "utf8");
    const outcome = await thresher(["train", corpus, "-m", document]);
    expectFault(outcome, 2, `${document}: this file is a document of the corpus`);
    expect(readFileSync(document, "utf8")).toBe(before);
  });

  it("writes a model without terms, with a warning", async () => {
    const outcome = await thresher(`train ${folderWith(twoClasses())} -m ${newModel()} --min-count 1000`);
    expect(outcome).toMatchObject({ code: 0, stderr: expect.stringMatching(/^thresher: no term is left, .*\n$/) });
  });
});

describe.concurrent("thresher train --unlabelled", () => {
  const corpus = folderWith(topicFolders(0, 5));
  const pile = folderWith(topicFiles(3, 40));
  const train = `train ${corpus} --unlabelled`;

  it("learns from a folder of documents without labels, and says how much they count", async () => {
    const { code, stdout } = await thresher(`${train} ${pile} -m ${newModel()}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Learned 2 classes from 10 documents \(money 5, sport 5\).*linear support vector machines/);
    expect(stdout).toMatch(/\n70 documents without a label, learned from as well: of 10 labelled documents hidden in/);
    const json = await thresher(`${train} ${pile} -m ${newModel()} --json`);
    const { unlabelled, classes } = JSON.parse(json.stdout);
    expect(classes.map(({ documents }: { documents: number }) => documents)).toEqual([5, 5]);
    expect(Object.keys(unlabelled)).toEqual(["documents", "choice"]);
    expect(unlabelled.documents).toBe(70);
    const figures = ["isUsed", "judged", "accuracy", "alone", "opinions"];
    expect(Object.keys(unlabelled.choice)).toEqual([...figures, "sharesFrom", "shares"]);
    expect(json.stderr).toContain("thresher: equally many labels do not show how common each class is: give --shares");
  });

  it("takes the shares of the classes, and refuses wrong ones", async () => {
    const given = await thresher(`${train} ${pile} -m ${newModel()} --shares sport=.4,money=60% --json`);
    expect(given).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(given.stdout).unlabelled.choice).toMatchObject({ sharesFrom: "option", shares: [0.6, 0.4] });
    expect(await outputOf(`evaluate ${corpus} --labels 2 --repeats 2 --shares sport=.5,money=.5`)).toContain(
      "2 labels",
    );
    const unlabelled = `${train} ${pile} -m none.model --shares`;
    await expectRefused([
      [`${unlabelled} money=.5,sport=.4`, "--shares: they add up to 0.9; they must add up to 1"],
      [`${unlabelled} money=.5,spam=.5`, '--shares: there is no class "spam"; the classes are money, sport'],
      [`${unlabelled} money=1`, '--shares: "sport" has none; give one for each class: the classes are money, sport'],
      [`${unlabelled} money=1.5,sport=.5`, "--shares: the share of money must be above 0 and at most 1, not 1.5"],
      [`${unlabelled} money`, '--shares "money": give the share of each class once, such as ham=.7,spam=.3'],
      [`${unlabelled} money=.5,money=.5`, "give the share of each class once"],
      [`train ${corpus} -m none.model --shares money=.5,sport=.5`, "--shares needs --unlabelled, the documents"],
      [`curve ${corpus} --shares money=.5,sport=.5`, "--shares needs --labels"],
    ]);
  });

  it.each(["linear-svm", "complement"])("makes a %s whose documents inspect shows as whole numbers", async (name) => {
    const model = newModel();
    const inspect = `inspect -m ${model}`;
    await thresher(`${train} ${pile} -m ${model} --classifier ${name}`);
    const stdout = await outputOf(inspect);
    const [, money, sport] = /\nmoney +(\d+) .*\nsport +(\d+) /.exec(stdout) ?? [];
    expect(stdout).toContain(`: 2 classes, ${Number(money) + Number(sport)} documents, `);
    expect(stdout).toContain("\n\nDocuments without a label count more, the clearer their class is.\n");
    const { documents, classes } = await jsonOf(inspect);
    expect([documents, classes[0].documents]).toEqual([Number(money) + Number(sport), Number(money)]);
    expect(await outputOf(`${inspect} --term common1`)).toMatch(/^common1: \d+ occurrences\n.*\n.* \d+ .*\n.* \d+ /);
  });

  it("leaves out of the pile what cannot be read, says so, and ends well", async () => {
    const damaged = { "damaged.gz": gzipSync("ball").subarray(0, 15), binary: Uint8Array.of(0, 1, 0) };
    const args = `${train} ${folderWith({ ...topicFiles(3, 20), ...damaged })} -m ${newModel()}`;
    const { code, stderr } = await thresher(args);
    expect(stderr).toContain("left out 1 file or folder that cannot be read");
    expect(stderr).toContain("left out 1 binary file");
    expect(code).toBe(0);
    expectFault(await thresher(`${args} --strict`), 1, "--strict");
  });

  it("refuses in one line a pile that is empty, missing or binary, and options that cannot take one", async () => {
    for (const empty of [temporaryFolder(), join(corpus, "nothing"), folderWith({ a: Uint8Array.of(0, 1, 0) })]) {
      const { code, stderr } = await thresher(`${train} ${empty} -m ${newModel()}`);
      expect(code).toBe(1);
      expect(stderr).toMatch(/there is no document without a label that can be read[^\n]*\n$/);
    }
    await expectRefused(
      [
        ["--multi-label", "multi-label"],
        ["--remember", "remember"],
        ["--keep-documents", "keep-documents"],
        ["--workers redis://127.0.0.1 --parts parts", "workers"],
      ],
      `${train} ${pile} --model ${newModel()}`,
    );
  });
});
