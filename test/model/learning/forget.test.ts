import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { forget } from "../../../src/model/learning/forget.js";
import { learn } from "../../../src/model/learning/learn.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";

const DAY = 86_400_000;

/** One a day, from the second of January 1970 on, in turn ham and spam. */
const DOCUMENTS: readonly LabelledDocument[] = Array.from({ length: 30 }, (_, i) => ({
  id: String(i),
  label: i % 2 === 0 ? "ham" : "spam",
  bytes: Buffer.from(`letter number${i} of many${i % 7}`),
  time: (i + 1) * DAY,
}));

const model = learn(newModel(), DOCUMENTS).model;

function modelOf(documents: readonly LabelledDocument[]): Buffer {
  return Buffer.from(serialize(learn(newModel(), documents).model));
}

describe("forgetting", () => {
  it("leaves the model that never saw what was written before a date", () => {
    const { model: left, documents } = forget(model, { before: 11 * DAY });
    expect(modelOf(DOCUMENTS.slice(10)).equals(serialize(left))).toBe(true);
    expect(documents.map(({ label, time }) => [label, time])).toEqual(
      DOCUMENTS.slice(0, 10).map(({ label, time }) => [label, time]),
    );
    expect(documents.every(({ digest }) => /^[0-9a-f]{32}$/.test(digest))).toBe(true);
  });

  it("takes a document whose time is not known for the oldest", () => {
    const undated = { ...DOCUMENTS[29], time: undefined };
    const { documents } = forget(learn(newModel(), [...DOCUMENTS.slice(0, 3), undated]).model, { before: 1 * DAY });
    expect(documents).toMatchObject([{ label: "spam", time: undefined }]);
  });

  it("goes by the Date field of a message, whatever its file says", () => {
    const bytes = Buffer.from("From: a@b\nDate: Sat, 03 Jan 1970 00:00:00 +0000\n\nletter");
    const known = learn(newModel(), [{ id: "m", label: "ham", bytes, time: 1e12 }]).model;
    expect(forget(known, { before: 3 * DAY }).documents).toMatchObject([{ time: 2 * DAY }]);
  });

  it("to a size leaves as many of the newest documents as fit", () => {
    const sizes = DOCUMENTS.map((_, i) => modelOf(DOCUMENTS.slice(i)).length);
    for (const toSize of [sizes[0], sizes[0] - 1, sizes[12], sizes[12] + 1, sizes[29]]) {
      const { model: left, documents } = forget(model, { toSize });
      const first = sizes.findIndex((size) => size <= toSize);
      expect(documents.length, String(toSize)).toBe(first);
      expect(modelOf(DOCUMENTS.slice(first)).equals(serialize(left))).toBe(true);
    }
  });

  it("can forget everything, and refuses a size that even that does not reach", () => {
    const empty = serialize(newModel()).length;
    expect(forget(model, { toSize: empty }).model.labels).toEqual([]);
    expect(() => forget(model, { toSize: empty - 1 })).toThrow(
      new UsageError(`toSize: ${empty - 1} bytes are too few: a model without any document has ${empty}`),
    );
    expect(() => forget(model, {})).toThrow(/give before or toSize/);
    expect(() => forget(model, { before: Number.NaN })).toThrow(/must be milliseconds/);
    expect(() => forget(model, { toSize: Number.NaN })).toThrow(UsageError);
  });
});
