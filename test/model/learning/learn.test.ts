import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import type { KnownDocuments } from "../../../src/features/corpus/known-documents.js";
import { classify } from "../../../src/model/classify.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { forget } from "../../../src/model/learning/forget.js";
import { learn, relabel, unlearn } from "../../../src/model/learning/learn.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { TextModel } from "../../../src/model/text-model.js";
import { train } from "../../../src/model/training.js";
import { bytesOf, text } from "./histories.js";

function mail(body: string, label: string, header = ""): LabelledDocument {
  return { id: body, label, bytes: Buffer.from(`${header}From: a@b.example\nMessage-ID: <1@b>\n\n${body}`) };
}

describe("learning", () => {
  it("says what has become of each document, and leaves the model before as it was", () => {
    const before = learn(newModel(), [text("letter home"), text("prize cash", "spam")]).model;
    const bytes = bytesOf(before);
    const steps = [
      [text("lunch"), "learned", "ham", undefined],
      [text("letter home", "ham"), "known", "ham", "ham"],
      [text("prize cash", "ham"), "relabelled", "ham", "spam"],
      [text("lunch", "spam"), "relabelled", "spam", "ham"],
      [text("nul\0"), "binary", "ham", undefined],
    ] as const;
    const given = steps.map(([document]) => document);
    const { model, documents } = learn(before, given);
    expect(documents.map(({ fate, label, before }) => [fate, label, before])).toEqual(steps.map(([, ...fate]) => fate));
    expect([...model.labels, ...model.counts.documents]).toEqual(["ham", "spam", 2, 1]);
    const told = [
      ...relabel(model, [text("lunch", "ham"), text("lunch", "ham"), text("new", "ham")]).documents,
      ...unlearn(model, [text("lunch"), text("lunch"), text("new")]).documents,
    ].map(({ fate, label, before }) => `${fate}: ${before} to ${label}`);
    const unknown = "unknown: undefined to undefined";
    expect(told).toEqual([
      ...["relabelled: spam to ham", "known: ham to ham", unknown],
      ...["unlearned: spam to undefined", unknown, unknown],
    ]);
    expect(bytesOf(before).equals(bytes)).toBe(true);
  });

  it("gives the very same model back where nothing changes", () => {
    const model = learn(newModel(), [text("letter"), text("prize", "spam")]).model;
    expect(learn(model, [text("letter")]).model).toBe(model);
    expect(relabel(model, [text("new", "spam")]).model).toBe(model);
    expect(unlearn(model, [text("new")]).model).toBe(model);
    expect(learn(model, [text("letter", "spam"), text("letter", "ham")]).model).toBe(model);
    expect(forget(model, { before: 0 }).model).toBe(model);
  });

  it("knows a message again whose header has changed on its way, and takes out what it had when it was learned", () => {
    const model = learn(newModel(), [mail("letter", "ham"), text("prize", "spam")]).model;
    const moved = "Received: from elsewhere by server\nStatus: RO\n";
    expect(learn(model, [mail("letter", "ham", moved)]).documents[0].fate).toBe("known");
    const corrected = learn(model, [mail("letter", "spam", moved)]).model;
    const atOnce = learn(newModel(), [mail("letter", "spam"), text("prize", "spam")]).model;
    expect(bytesOf(corrected).equals(bytesOf(atOnce))).toBe(true);
    expect(corrected.vocabulary.numberOf("elsewhere")).toBe(-1);
    const { model: left } = unlearn(corrected, [mail("letter", "", moved)]);
    expect(bytesOf(left).equals(bytesOf(learn(newModel(), [text("prize", "spam")]).model))).toBe(true);
  });

  it("on errors passes over what the model is right about, judging each by all that were learned before it", () => {
    const first = [text("letter home"), text("prize cash", "spam")];
    const documents = [...first, text("letter"), text("cash", "ham"), text("prize", "spam")];
    const { model, documents: fates } = learn(newModel(), documents, { trainOnError: true });
    expect(fates.map(({ fate }) => fate)).toEqual(["learned", "learned", "right", "learned", "right"]);
    expect(bytesOf(model).equals(bytesOf(learn(newModel(), [...first, documents[3]]).model))).toBe(true);
    const unsure = learn(newModel(), documents, { trainOnError: true, margin: 1 });
    expect(unsure.documents.every(({ fate }) => fate === "learned")).toBe(true);
    expect(learn(model, [text("cash", "spam")], { trainOnError: true }).documents[0].fate).toBe("relabelled");
  });

  it("with a margin learns what the model is less sure of", () => {
    const model = learn(newModel(), [text("letter home"), text("prize cash", "spam")]).model;
    const { probability } = classify(model, "letter");
    const fate = (margin: number) => learn(model, [text("letter")], { trainOnError: true, margin }).documents[0].fate;
    expect([fate(probability), fate(probability + 1e-9)]).toEqual(["right", "learned"]);
    for (const margin of [-0.1, 1.1, Number.NaN]) expect(() => fate(margin)).toThrow(UsageError);
    expect(() => learn(model, [], { margin: 0.5 })).toThrow(/margin needs trainOnError/);
  });

  const DOCUMENTS = [text("letter home"), text("prize cash", "spam"), text("letter b"), text("cash b", "spam")];
  const counted = "naive Bayes with these settings cannot learn single documents";
  const REFUSED: readonly (readonly [TrainOptions & { keepDocuments?: boolean; remember?: boolean }, RegExp])[] = [
    [{ tf: "log" }, new RegExp(`multinomial ${counted}, .*; use a method made of counts`)],
    [{ preset: "fast" }, /chosen naive Bayes or linear SVM with these settings cannot learn single documents/],
    [{ classifier: "logistic-regression" }, /logistic regression with these settings cannot learn single documents/],
    [{ calibrate: "isotonic" }, /learn: calibrate isotonic cannot be updated one document at a time: use temperature$/],
    [
      { classifier: "complement", normalize: true, calibrate: "temperature" },
      /complement naive Bayes with these settings cannot update calibrate temperature .*: leave it out$/,
    ],
    [{ keepDocuments: true }, /^this model was trained with keepDocuments and cannot change: train it again with rem/],
    [{}, /^this model does not remember what it has learned: train it again with remember$/],
  ];
  it.each(REFUSED)("is refused by a model trained with %j, which says why and what to do", (options, message) => {
    const model = train(DOCUMENTS, options);
    for (const call of [learn, unlearn, relabel]) expect(() => call(model, [text("new")])).toThrow(message);
    expect(() => forget(model, { before: 1 })).toThrow(message);
    expect(() => new Learner(model)).toThrow(message);
    expect(() => learn(model, [text("new")])).toThrow(DataError);
  });

  it("is refused by a model whose counts lack what it says that it learned", () => {
    const [once, twice] = ["letter", "letter letter"].map((content) => learn(newModel(), [text(content)]).model);
    const lacking = new TextModel(once.settings, once.training, { known: twice.known as KnownDocuments });
    const refusal = new DataError("learn: the model has counted fewer terms than its documents have");
    expect(() => unlearn(lacking, [text("letter letter")])).toThrow(refusal);
  });
});

const DAY = 86_400_000;

/** One a day, from the second of January 1970 on, in turn ham and spam. */
const LETTERS: readonly LabelledDocument[] = Array.from({ length: 30 }, (_, i) => ({
  id: String(i),
  label: i % 2 === 0 ? "ham" : "spam",
  bytes: Buffer.from(`letter number${i} of many${i % 7}`),
  time: (i + 1) * DAY,
}));

const MODEL = learn(newModel(), LETTERS).model;

const modelOf = (documents: readonly LabelledDocument[]) => bytesOf(learn(newModel(), documents).model);

describe("forgetting", () => {
  it("leaves the model that never saw what was written before a date", () => {
    const { model: left, documents } = forget(MODEL, { before: 11 * DAY });
    expect(modelOf(LETTERS.slice(10)).equals(serialize(left))).toBe(true);
    const forgotten = LETTERS.slice(0, 10).map(({ label, time }) => ({ label, time }));
    expect(documents).toMatchObject(forgotten);
    expect(documents.every(({ digest }) => /^[0-9a-f]{32}$/.test(digest))).toBe(true);
  });

  it("goes by the Date field of a message, whatever its file says, and takes an unknown time for the oldest", () => {
    const undated = { ...LETTERS[29], time: undefined };
    const { documents } = forget(learn(newModel(), [...LETTERS.slice(0, 3), undated]).model, { before: 1 * DAY });
    expect(documents).toMatchObject([{ label: "spam", time: undefined }]);
    const bytes = Buffer.from("From: a@b\nDate: Sat, 03 Jan 1970 00:00:00 +0000\n\nletter");
    const known = learn(newModel(), [{ id: "m", label: "ham", bytes, time: 1e12 }]).model;
    expect(forget(known, { before: 3 * DAY }).documents).toMatchObject([{ time: 2 * DAY }]);
  });

  it("to a size leaves as many of the newest documents as fit", () => {
    const sizes = LETTERS.map((_, i) => modelOf(LETTERS.slice(i)).length);
    for (const toSize of [sizes[0], sizes[0] - 1, sizes[12], sizes[12] + 1, sizes[29]]) {
      const { model: left, documents } = forget(MODEL, { toSize });
      const first = sizes.findIndex((size) => size <= toSize);
      expect(documents.length, String(toSize)).toBe(first);
      expect(modelOf(LETTERS.slice(first)).equals(serialize(left))).toBe(true);
    }
  });

  it("can forget everything, and refuses a size that even that does not reach", () => {
    const empty = serialize(newModel()).length;
    expect(forget(MODEL, { toSize: empty }).model.labels).toEqual([]);
    const few = `toSize: ${empty - 1} bytes are too few: a model without any document has ${empty}`;
    expect(() => forget(MODEL, { toSize: empty - 1 })).toThrow(new UsageError(few));
    expect(() => forget(MODEL, {})).toThrow(/give before or toSize/);
    expect(() => forget(MODEL, { before: Number.NaN })).toThrow(/must be milliseconds/);
    expect(() => forget(MODEL, { toSize: Number.NaN })).toThrow(UsageError);
  });
});
