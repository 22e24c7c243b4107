import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../../src/base/errors.js";
import type { MessageAnswer } from "../../../../src/delivery/filter/decide.js";
import { FrameReader } from "../../../../src/delivery/serving/protocols/frame-reader.js";
import {
  answerFrame,
  answerOf,
  FRAME_HEADER_BYTES,
  faultFrame,
  frameHeader,
} from "../../../../src/delivery/serving/protocols/wire-protocol.js";
import { EXAMPLES } from "../../../helpers/arbitraries.js";

const answers: fc.Arbitrary<MessageAnswer> = fc.record({
  model: fc.stringMatching(/^[0-9a-f]{8}$/),
  logOdds: fc.double(),
  ranking: fc.array(
    fc.record({ label: fc.string({ unit: "grapheme", maxLength: 20 }), probability: fc.double({ min: 0, max: 1 }) }),
    { minLength: 1, maxLength: 5 },
  ),
  knowsWords: fc.boolean(),
});
const ANSWER: MessageAnswer = {
  model: "0123abcd",
  logOdds: Number.POSITIVE_INFINITY,
  ranking: [
    { label: "spam", probability: 1 },
    { label: "日本語", probability: 0 },
  ],
  knowsWords: true,
};
const body = (frame: Uint8Array) => frame.subarray(FRAME_HEADER_BYTES);

describe("an answer", () => {
  it("is the same at the other end, every bit of it", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        expect(answerOf(body(answerFrame(answer)))).toEqual(answer);
      }),
      EXAMPLES,
    );
    expect(answerOf(body(answerFrame(ANSWER)))).toEqual(ANSWER);
    const none = { ...ANSWER, ranking: [{ label: "spam", probability: Number.NaN }] };
    expect(answerOf(body(answerFrame(none)))).toEqual(none);
  });

  it("may be an error instead", () => {
    expect(() => answerOf(body(faultFrame("no memory")))).toThrow(new DataError("no memory"));
    expect(() => answerOf(body(faultFrame("x".repeat(1e6))))).toThrow(new DataError("x".repeat(2000)));
  });

  it("is refused if it is cut short, too long, or impossible", () => {
    const whole = body(answerFrame(ANSWER));
    const nonsense = /^the answer is not of this version's protocol: run the same version on both sides$/;
    for (let length = 0; length < whole.length; length++) {
      expect(() => answerOf(whole.subarray(0, length)), String(length)).toThrow(nonsense);
    }
    expect(() => answerOf(Buffer.concat([whole, Buffer.of(0)]))).toThrow(nonsense);
    const first = 1 + 8 + 8 + 4;
    const [aLittleMoreThanOne, negative] = [0xf1, 0xbf];
    for (const [at, byte] of [
      [0, 3],
      [1, 0x0a],
      [first - 1, 0],
      [first + 1, aLittleMoreThanOne],
      [first, negative],
      [first + 8, 0xff],
    ]) {
      const bytes = Buffer.from(whole);
      bytes[at] = byte;
      expect(() => answerOf(bytes)).toThrow(nonsense);
    }
  });

  it("is a DataError or an answer for any bytes at all", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          answerOf(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DataError);
        }
      }),
      EXAMPLES,
    );
  });
});

describe("FrameReader", () => {
  const framed = (bytes: Uint8Array) => Buffer.concat([frameHeader(bytes.length), bytes]);

  it("finds the frames however they are cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 }),
        (bodies, sizes) => {
          const stream = Buffer.concat(bodies.map(framed));
          const room = { left: 40 };
          const reader = new FrameReader(40, room);
          const found: Buffer[] = [];
          for (let at = 0, i = 0; at < stream.length; at += sizes[i++ % sizes.length]) {
            for (const frame of reader.frames(stream.subarray(at, at + sizes[i % sizes.length]))) {
              found.push(Buffer.from(frame));
            }
          }
          expect(found).toEqual(bodies.map((bytes) => Buffer.from(bytes)));
          expect(reader.isWithin).toBe(false);
          expect(room.left).toBe(40);
        },
      ),
      EXAMPLES,
    );
  });

  it("refuses other protocols at the first wrong byte, and frames that are too large", () => {
    const read = (bytes: Uint8Array, most = 10) => [...new FrameReader(most).frames(bytes)];
    expect(() => read(Buffer.from("G"))).toThrow(
      /^these bytes are not the protocol of this version: use a client and a server of one version$/,
    );
    expect(() => read(Buffer.from([...Buffer.from("THR"), 2]))).toThrow(/protocol of this version/);
    expect(() => read(frameHeader(11))).toThrow("a frame of 11 bytes is too large: the limit is 10");
    expect(read(frameHeader(10))).toEqual([]);
  });

  it("takes memory for the bytes that have come, never for an announced length", () => {
    const most = 1 << 24;
    const room = { left: 2 * "a letter".length };
    const readers = [new FrameReader(most, room), new FrameReader(most, room), new FrameReader(most, room)];
    const begin = (reader: FrameReader) => [
      ...reader.frames(Buffer.concat([frameHeader(most), Buffer.from("a letter")])),
    ];
    begin(readers[0]);
    begin(readers[1]);
    expect(() => begin(readers[2])).toThrow(/^too many large messages at a time: try again$/);
    readers[0].release();
    readers[2].release();
    expect(begin(readers[2])).toEqual([]);
  });
});
