import { describe, expect, it } from "vitest";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { presencePredictors } from "../../../src/evaluation/audit/predictors.js";
import { folds } from "../../../src/model/fitting/splits.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { audited } from "./audited.js";

/** Twenty messages of each class with the same words and a header of its own. */
function messages(headers: Record<string, (i: number) => string>): LabelledDocument[] {
  return Object.entries(headers).flatMap(([label, header]) =>
    Array.from({ length: 20 }, (_, i) => ({
      id: `${label}/${i}`,
      label,
      bytes: Buffer.from(`From: a@mail.example\nSubject: s\n${header(i)}\n\nword${i}\n`),
    })),
  );
}

const predictors = (documents: LabelledDocument[], options: TrainOptions) =>
  audited([documents], options, ({ y }) => folds(y, 4, 1)).predictors;

const KEYWORDS = messages({
  ham: (i) => `X-Mozilla-Keys: ${i < 1 ? "" : "kept"}`,
  spam: () => "X-Mozilla-Keys: junked",
});
const LISTS = messages({
  ham: (i) => (i < 19 ? "X-List: node" : "X-None: 1"),
  spam: (i) => (i < 1 ? "X-List: a" : "B: c"),
});

describe("header fields that predict a class", () => {
  it("are told by their presence, or by a word of them", () => {
    expect(predictors(LISTS, { as: "mail" })).toEqual([
      expect.objectContaining({ name: "b", term: undefined, label: "spam", documents: 19 }),
      expect.objectContaining({ name: "x-list", term: undefined, label: "ham", ofClass: 0.95, ofOthers: 0.05 }),
    ]);
    expect(predictors(KEYWORDS, { as: "text" })).toEqual([
      expect.objectContaining({ name: "x-mozilla-keys", term: "junked", label: "spam", ofClass: 1, isLeftOut: false }),
      expect.objectContaining({ name: "x-mozilla-keys", term: "kept", label: "ham", ofClass: 0.95, isLeftOut: false }),
    ]);
  });

  it("are marked where the settings leave them out", () => {
    const of = (options: TrainOptions) => predictors(KEYWORDS, options).map(({ isLeftOut }) => isLeftOut);
    expect(of({ as: "mail" })).toEqual([true, true]);
    expect(of({ as: "news" })).toEqual([true, true]);
    expect(of({ as: "mail", fields: ["x-mozilla-keys"] })).toEqual([false, false]);
    const { fields, findings } = audited([KEYWORDS], { as: "mail" }, ({ y }) => folds(y, 4, 1));
    expect(fields[0]).toMatchObject({ name: "x-mozilla-keys", isLeftOut: true });
    expect(findings.tellingField).toBeUndefined();
  });

  it("are in ten documents or more, in 95 % of the class, and in at most 5 % of each other", () => {
    const found = (...having: number[]) => {
      const y = [...Array<number>(100).fill(0), ...Array<number>(100).fill(1), ...Array<number>(9).fill(2)];
      const data = { y, labels: ["a", "b", "c"] };
      return presencePredictors(new Map([["x", Uint32Array.from(having)]]), data, { as: "mail", fields: [] }).length;
    };
    expect([found(95, 5, 0), found(94, 5, 0), found(95, 6, 0), found(0, 0, 9)]).toEqual([1, 0, 0, 0]);
  });
});
