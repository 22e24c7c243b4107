import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { classify } from "../../../src/model/classify.js";
import { deserialize } from "../../../src/model/file/model-file.js";
import { forget } from "../../../src/model/learning/forget.js";
import { learn } from "../../../src/model/learning/learn.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { countingOptions, forAll, slowRuns, texts } from "../../helpers/arbitraries.js";
import { bytesOf, calibrated, histories, Outcome, text } from "./histories.js";

/** Of which a document needs its own terms alone, but for the last, which makes a new model every time. */
const METHODS: readonly TrainOptions[] = [
  ...[{}, { alpha: 0 }, { alpha: 0.03, emphasis: 8, temper: 1 }, { mEstimate: 2, mPrior: "frequency" as const }],
  ...[{ mEstimate: 0.5 }, { dirichlet: 2 }, { classifier: "complement" }],
  { classifier: "complement", alpha: 0.1, prior: "fit" },
  { classifier: "complement", normalize: true },
];
const inPlace = fc
  .tuple(fc.constantFrom(...METHODS), fc.constantFrom("count" as const, "binary" as const))
  .map(([method, tf]): TrainOptions => ({ ...method, tf }));

describe("a learner", () => {
  it("says and gives at every moment, whatever was learned, unlearned and relabelled, what training on the outcome does", () => {
    const often = [inPlace, calibrated].map((arbitrary) => ({ weight: 3, arbitrary }));
    const choices = fc.oneof(...often, { weight: 1, arbitrary: countingOptions });
    forAll(
      slowRuns(45),
      [choices, histories, fc.array(texts, { minLength: 1, maxLength: 2 })],
      (options, history, queries) => {
        let learner = new Learner(options);
        const outcome = new Outcome();
        for (const [kind, documents, time] of history) {
          for (const document of documents) {
            const { id, label, bytes } = document;
            if (kind === "learn") {
              learner.learn(label, bytes, document.time);
              outcome.learn(document);
            } else if (kind === "unlearn") {
              learner.unlearn(bytes);
              outcome.documents.delete(id);
            } else if (kind === "relabel") {
              learner.relabel(label, bytes);
              outcome.relabel(document);
            }
          }
          if (kind === "forget") {
            // As a command finds the model in a file.
            learner = new Learner(deserialize(bytesOf(forget(learner.model(), { before: time }).model)));
            outcome.forget(time);
          }
          const atOnce = outcome.model(options);
          expect([learner.size, learner.labels]).toEqual([outcome.documents.size, atOnce.labels]);
          if (learner.size > 0) {
            for (const query of [...queries, ...outcome.documents.keys()]) {
              expect(learner.classify(query)).toEqual(classify(atOnce, query));
            }
          }
          expect(bytesOf(learner.model()).equals(bytesOf(atOnce))).toBe(true);
        }
      },
    );
  });

  it("goes on from a model, which stays as it is, as do the models that it has given", () => {
    const before = learn(newModel(), [text("letter home"), text("prize cash", "spam")]).model;
    const bytes = bytesOf(before);
    const learner = new Learner(before);
    expect(learner.model()).toBe(before);
    learner.learn("spam", Buffer.from("prize lottery"));
    const between = learner.model();
    expect(learner.model()).toBe(between);
    const betweenBytes = bytesOf(between);
    learner.learn("ham", Buffer.from("meeting"));
    learner.unlearn(Buffer.from("letter home"));
    expect(between.vocabulary.numberOf("meeting")).toBe(-1);
    expect(classify(between, "meeting").knownTokens).toBe(0);
    expect(bytesOf(between).equals(betweenBytes)).toBe(true);
    expect(bytesOf(before).equals(bytes)).toBe(true);
    expect(learner.classify("letter home").knownTokens).toBe(0);
  });

  it("forgets the terms of unlearned documents, however many there are, and keeps the others", () => {
    const long = (name: string) => Array.from({ length: 3000 }, (_, n) => `${name}${n}`).join(" ");
    const stays: LabelledDocument[] = [text("letter home"), text(`prize ${long("stays")}`, "spam")];
    const learner = new Learner();
    for (const { label, bytes } of stays) learner.learn(label, bytes);
    for (let n = 0; n < 8; n++) learner.learn("ham", Buffer.from(`home ${long(`goes${n}x`)}`));
    for (let n = 0; n < 8; n++) {
      learner.unlearn(Buffer.from(`home ${long(`goes${n}x`)}`));
      learner.relabel(n % 2 === 0 ? "spam" : "ham", Buffer.from("letter home"));
    }
    const atOnce = learn(newModel(), stays).model;
    for (const query of ["prize stays17", "letter goes1x7", ""]) {
      expect(learner.classify(query)).toEqual(classify(atOnce, query));
    }
    expect(bytesOf(learner.model()).equals(bytesOf(atOnce))).toBe(true);
  });

  it("learns a document of its model again that it has unlearned, as it is then", () => {
    const mail = (header: string) => Buffer.from(`${header}From: a@b.example\nMessage-ID: <1@b>\n\nletter`);
    const learner = new Learner(
      learn(newModel(), [{ id: "a", label: "ham", bytes: mail("") }, text("prize", "spam")]).model,
    );
    learner.unlearn(mail(""));
    learner.learn("list", mail("Received: from elsewhere\n"));
    const atOnce = new Learner();
    atOnce.learn("spam", Buffer.from("prize"));
    atOnce.learn("list", mail("Received: from elsewhere\n"));
    expect(learner.classify("elsewhere")).toEqual(atOnce.classify("elsewhere"));
    expect(bytesOf(learner.model()).equals(bytesOf(atOnce.model()))).toBe(true);
    learner.unlearn(mail(""));
    expect(learner.labels).toEqual(["spam"]);
  });

  it("cannot say anything before it knows a document", () => {
    // Of priors that are given, none fits to no classes.
    for (const learner of [new Learner(), new Learner({ prior: [0.5, 0.5] })]) {
      expect(() => learner.classify("letter")).toThrow(/has not learned any document yet/);
    }
    const learner = new Learner();
    learner.learn("ham", Buffer.from("letter"));
    expect(learner.classify("letter").label).toBe("ham");
    learner.unlearn(Buffer.from("letter"));
    expect(() => learner.classify("letter")).toThrow(DataError);
    expect(bytesOf(learner.model()).equals(bytesOf(newModel()))).toBe(true);
  });
});
