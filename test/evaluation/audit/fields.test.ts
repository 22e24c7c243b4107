import { describe, expect, it } from "vitest";
import { fieldAccuracies, fieldCollector } from "../../../src/evaluation/audit/fields.js";
import { folds } from "../../../src/model/fitting/splits.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";

const header = (...names: readonly string[]) =>
  Buffer.from(`${names.map((name) => `${name}: x\n`).join("")}\nbody: x\n`);

/** Measures the fields of messages whose classes alternate. The others, up to `documents`, are no messages. */
function fieldsOf(messages: readonly Uint8Array[], documents = messages.length, options: TrainOptions = {}) {
  const settings = settingsFrom(options);
  const { fields, add } = fieldCollector(settings);
  for (const [row, message] of messages.entries()) add(row, message);
  const y = Uint32Array.from({ length: documents }, (_, row) => row % 2);
  const rows = { y, labels: ["ham", "spam"], splits: folds(y, 2, 1) };
  return fieldAccuracies(fields, rows, settings);
}

const namesOf = (documents: number, ...messages: readonly Uint8Array[]) =>
  fieldsOf(messages, documents)
    .sort((a, b) => b.share - a.share)
    .map(({ name }) => name);

describe("the fields of an audit", () => {
  it("are those that one document in twenty has, each once a document, and at most 64", () => {
    const headers = [header("From", "from", "Subject"), header("Subject", "__proto__"), header("X")];
    expect(namesOf(4, ...headers)).toEqual(["subject", "__proto__", "from", "x"]);
    expect(namesOf(40, ...headers)).toEqual(["subject"]);
    expect(namesOf(41, ...headers)).toEqual([]);
    const names = Array.from({ length: 70 }, (_, i) => `a${String(i).padStart(2, "0")}`);
    expect(namesOf(4, header(...names.toReversed())).toSorted()).toEqual(names.slice(0, 64));
  });

  it("are among the first hundred fields of one header", () => {
    const many = header(...Array.from({ length: 20_000 }, (_, i) => `x${i}`));
    expect(namesOf(20, many, header("x99"), header("x100"))[0]).toBe("x99");
    expect(namesOf(40, many, header("x100"))).toEqual([]);
  });

  const turns = (of: (i: number) => Uint8Array) => Array.from({ length: 40 }, (_, i) => of(i));

  it("predict a class by their words, or by being there", () => {
    const keys = (i: number) => Buffer.from(`From: a\nX-Keys: ${i % 2 === 0 ? "kept" : "junk"}\n\nbody`);
    const both = { accuracy: 1, predicts: ["ham", "spam"] };
    expect(fieldsOf(turns(keys))).toEqual([
      { name: "x-keys", share: 1, ...both },
      { name: "from", share: 1, accuracy: 0.5, predicts: [] },
    ]);
    const lists = (i: number) => (i % 2 === 0 ? header("X-List") : header("B"));
    expect(fieldsOf(turns(lists))).toEqual(["b", "x-list"].map((name) => ({ name, share: 0.5, ...both })));
  });

  it.each<[TrainOptions, boolean]>([
    [{ as: "mail" }, true],
    [{ as: "news" }, true],
    [{ as: "mail", fields: ["x-mozilla-keys"] }, false],
    [{ as: "text" }, false],
  ])("are none that the settings %j leave out (%s)", (options, isLeftOut) => {
    const messages = turns((i) => Buffer.from(`X-Mozilla-Keys: k${i % 2}\n\nbody`));
    const names = fieldsOf(messages, 40, options).map(({ name }) => name);
    expect(names).toEqual(isLeftOut ? [] : ["x-mozilla-keys"]);
  });
});
