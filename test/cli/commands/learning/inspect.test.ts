import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault } from "../../../helpers/expectations.js";
import { temporaryFolder, write } from "../../../helpers/folder.js";

const folder = temporaryFolder();
const model = join(folder, "mail.model");

beforeAll(async () => {
  write(folder, { corpus: { ham: { a: "letter letter home", b: "home", c: "" }, spam: { d: "prize home" } } });
  await thresher(["train", join(folder, "corpus"), "-m", model, "--prior", "uniform"]);
});

describe.concurrent("thresher inspect", () => {
  it("shows settings, classes and strongest terms", async ({ expect }) => {
    const { code, stdout, stderr } = await thresher(["inspect", "-m", model]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.replace(/^(model +)[0-9a-f]{8}$/m, "$1ID")).toMatchInlineSnapshot(`
      "multinomial naive Bayes: 2 classes, 4 documents, 3 terms

      model               ID
      classifier          multinomial
      alpha               1
      prior               uniform
      tf                  count
      as                  auto
      encoding            auto
      tokens              words
      token-length        2-256
      ngrams              1-1
      min-count           1
      min-documents       1
      max-document-share  1
      drop-top            0

      class  documents  prior  strongest terms
      ham            3  0.500  letter home
      spam           1  0.500  prize
      "
    `);
  });

  it("has exactly the keys of its contract under --json", async () => {
    const { code, stdout } = await thresher(["inspect", "-m", model, "--json", "--terms", "1"]);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(Object.keys(result)).toEqual(["model", "classifier", "documents", "vocabulary", "strongestBy", "classes"]);
    expect(result.classifier).toMatchObject({ name: "multinomial", alpha: 1, prior: "uniform", maxTerms: null });
    expect(result).toMatchObject({ documents: 4, vocabulary: 3 });
    // Strengths by hand: ham has 2 letter, 2 home of 4 tokens, spam 1 prize, 1 home of 2, and there are 3 terms.
    const strength = (inside: number, outside: number) => inside * Math.log(inside / outside);
    const classOf = (label: string, documents: number, term: string, count: number, weight: number) => {
      const strongest = [{ term, count, strength: expect.closeTo(weight, 12) }];
      return { label, documents, prior: expect.closeTo(0.5, 12), strongest };
    };
    const ham = classOf("ham", 3, "letter", 2, strength(3 / 7, 1 / 5));
    expect(result.classes).toEqual([ham, classOf("spam", 1, "prize", 1, strength(2 / 5, 1 / 7))]);
  });

  it("names the model as the header of a filtered message does", async () => {
    const [text, json, filtered] = await Promise.all([
      thresher(["inspect", "-m", model]),
      thresher(["inspect", "-m", model, "--json"]),
      thresher(["filter", "-m", model], { input: "\nletter\n" }),
    ]);
    const id = /; model=([0-9a-f]{8})$/m.exec(filtered.stdout)?.[1];
    expect(JSON.parse(json.stdout).model).toBe(id);
    expect(text.stdout).toContain(`\nmodel               ${id}\n`);
  });

  it("goes by the weights of the model if asked to", async () => {
    const { stdout } = await thresher(["inspect", "-m", model, "--by", "weight", "--json", "--terms", "1"]);
    const { strongestBy, classes } = JSON.parse(stdout);
    expect(strongestBy).toBe("weight");
    const strongest = [{ term: "prize", count: 1, strength: expect.closeTo(Math.log(2 / 5 / (1 / 7)), 12) }];
    expect(classes[1].strongest).toEqual(strongest);
    const text = await thresher(["inspect", "-m", model, "--by", "weight"]);
    expect(text.stdout).toContain("strongest terms by weight\n");
    const combined = join(folder, "combined.model");
    await thresher(["train", join(folder, "corpus"), "-m", combined, "--classifier", "combined"]);
    const refused = await thresher(["inspect", "-m", combined, "--by", "weight"]);
    expectFault(refused, 2, "this model is not linear in the terms, so its terms have no weights: measure strength by");
    expect((await thresher(["inspect", "-m", combined])).stdout).toMatch(/^class +documents +strongest terms$/m);
  });

  it("shows chosen classes without the settings, and refuses one that is not there", async () => {
    const { stdout } = await thresher(["inspect", "-m", model, "--class", "spam"]);
    expect(stdout).toBe(
      "multinomial naive Bayes: 2 classes, 4 documents, 3 terms\n\nclass  documents  prior  strongest terms\nspam           1  0.500  prize\n",
    );
    const refused = await thresher(["inspect", "-m", model, "--class", "junk"]);
    expectFault(refused, 2, '--class: this model has no class "junk"; it has "ham", "spam"');
  });

  it("refuses a model without its option, and says what to type", async () => {
    expectFault(await thresher(["inspect", "a.model"]), 2, 'leave out "a.model", or name a model with -m a.model');
  });

  it("looks up terms in any case, with their share of each class", async () => {
    const { stdout } = await thresher(["inspect", "-m", model, "--term", "Home", "--term", "letter"]);
    expect(stdout).toMatch(
      /^home: 3 occurrences\nclass +count +share +strength\nham +2 +50\.00 % +\S+\nspam +1 +50\.00 % +\S+\n\nletter: 2 occ/,
    );
    expect(stdout).toContain("\n\nshare: of all occurrences of terms in the class; strength: + speaks for the class");
    const json = await thresher(["inspect", "-m", model, "--term", "prize", "--class", "spam", "--json"]);
    const classes = [{ label: "spam", count: 1, share: 0.5, strength: expect.closeTo((2 / 5) * Math.log(2.8), 12) }];
    expect(JSON.parse(json.stdout)).toMatchObject({ strengthBy: "counts", terms: [{ term: "prize", classes }] });
    const unknown = await thresher(["inspect", "-m", model, "--term", "lett"]);
    expectFault(unknown, 1, 'the model has no term "lett"; terms that contain it: letter');
  });
});
