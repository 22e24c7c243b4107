import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../../src/base/errors.js";
import type { MessageAnswer } from "../../../../src/delivery/filter/decide.js";
import { askServer } from "../../../../src/delivery/serving/ask-server.js";
import { answerFrame } from "../../../../src/delivery/serving/protocols/framed.js";
import { frameIn, frameOf } from "../../../../src/delivery/serving/protocols/frames.js";
import { PieceReader } from "../../../../src/delivery/serving/protocols/protocol.js";
import { EXAMPLES } from "../../../helpers/arbitraries.js";
import { temporaryFolder } from "../../../helpers/folder.js";

/** Returns the answer that a client reads from the bytes of a server. */
async function answered(bytes: Uint8Array): Promise<MessageAnswer> {
  const path = join(temporaryFolder(), "socket");
  const server = createServer((client) => client.on("error", () => undefined).end(bytes));
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  return askServer({ path }, Buffer.from("a letter"), 60_000).finally(() => server.close());
}

const ranking = [1, 0.1 + 0.2].map((probability, i) => ({ label: ["spam", "日本語"][i], probability }));
const ANSWER: MessageAnswer = { model: "0123abcd", logOdds: Number.POSITIVE_INFINITY, ranking, knowsWords: true };

describe("an answer", () => {
  it.each([
    ANSWER,
    { ...ANSWER, logOdds: -1e-300, knowsWords: false },
    { ...ANSWER, logOdds: Number.NaN, ranking: [{ label: "\n", probability: Number.NaN }] },
  ])("is the same at the other end, every bit of it: %j", async (answer) => {
    expect(await answered(answerFrame(answer))).toEqual(answer);
  });

  it("may be a fault instead, of which only the beginning is shown", async () => {
    for (const fault of ["no memory", "x".repeat(1e6)]) {
      const shown = new RegExp(`cannot ask the server: ${fault.slice(0, 2000)}$`);
      await expect(answered(frameOf({ fault }))).rejects.toThrow(shown);
    }
  });

  it.each([
    {},
    { ...ANSWER, model: "mail" },
    { ...ANSWER, ranking: [] },
    ...[{ label: "spam", probability: 1.5 }, { label: "spam", probability: -1 }, { probability: 1 }].map((one) => {
      return { ...ANSWER, ranking: [one] };
    }),
  ])("is refused if it is impossible: %j", async (head) => {
    const fault = /the answer is not of this version's protocol: run the same version on both sides$/;
    await expect(answered(frameOf(head))).rejects.toThrow(fault);
  });

  it("is a DataError for any bytes at all", async () => {
    const start = Buffer.from("THR\x02\0\0\0\x05");
    const bytes = fc.uint8Array({ minLength: 5, maxLength: 60 });
    const property = fc.asyncProperty(bytes, fc.boolean(), async (rest, isFrame) => {
      const answer = answered(isFrame ? Buffer.concat([start, rest]) : rest);
      await expect(answer).rejects.toBeInstanceOf(DataError);
    });
    await fc.assert(property, EXAMPLES);
  });
});

describe("PieceReader", () => {
  it("finds the requests however they are cut into pieces, and gives all room back", () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 });
    const documents = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 });
    const property = fc.property(documents, pieces, (documents, sizes) => {
      const stream = Buffer.concat(documents.map((document) => frameOf({ kind: "answer" }, document)));
      const room = { left: 200 };
      const reader = new PieceReader(frameIn, room);
      const found: Buffer[] = [];
      for (let at = 0, i = 0; at < stream.length; at += sizes[i++ % sizes.length]) {
        for (const { head, document } of reader.take(stream.subarray(at, at + sizes[i % sizes.length]))) {
          expect(head).toEqual({ kind: "answer" });
          found.push(Buffer.from(document));
        }
      }
      expect(found).toEqual(documents.map((document) => Buffer.from(document)));
      expect([reader.isWithin, room.left]).toEqual([false, 200]);
    });
    fc.assert(property, EXAMPLES);
  });

  it.each([
    ["G", /^these bytes are not the protocol of this version: use a client and a server of one version$/],
    ["THR\x01", /^these bytes are not the protocol of this version/],
    ["THR\x02\x01\0\x20\x01", /^a frame of 16785409 bytes is too large: the limit is 16785408$/],
  ])("refuses other protocols at the first wrong byte, and frames that are too large: %j", (text, message) => {
    expect(() => [...new PieceReader(frameIn).take(Buffer.from(text))]).toThrow(message);
  });

  it("takes memory for the bytes that have come, never for an announced length", () => {
    const begun = frameOf({}, Buffer.alloc((1 << 24) - 3)).subarray(0, 20);
    const room = { left: 2 * begun.length };
    const [first, second, third] = Array.from({ length: 3 }, () => new PieceReader(frameIn, room));
    const begin = (reader: typeof first) => [...reader.take(begun)];
    expect([begin(first), begin(second)]).toEqual([[], []]);
    expect(() => begin(third)).toThrow(/^too many large messages at a time: try again$/);
    first.release();
    third.release();
    expect(begin(third)).toEqual([]);
  });
});
