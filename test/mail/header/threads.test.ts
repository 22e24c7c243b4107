import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageIds, repliedTo, type ThreadedMessage, threadsOf } from "../../../src/mail/header/threads.js";

fc.configureGlobal({ seed: 46 });

const message = (messageId?: string, references: string[] = [], subject?: string): ThreadedMessage => {
  return { messageId, references, subject };
};

describe("threadsOf", () => {
  it("joins a message with the one that it answers, in either order, and with other answers", () => {
    expect(Array.from(threadsOf([message("<2>", ["<1>"]), message("<1>"), message("<3>")]))).toEqual([0, 0, 1]);
    expect(Array.from(threadsOf([message("<2>", ["<0>"]), message("<3>", ["<0>"])]))).toEqual([0, 0]);
  });

  it("joins messages with one subject, but not those without", () => {
    const messages = [message("<1>", [], "a"), message("<2>", [], "b"), message("<3>", [], "a"), message(), message()];
    expect(Array.from(threadsOf(messages))).toEqual([0, 1, 0, 2, 3]);
  });

  it("does not take an ID for a subject", () => {
    expect(Array.from(threadsOf([message("<1>"), message(undefined, [], "<1>")]))).toEqual([0, 1]);
  });

  it("are the connected components", () => {
    const key = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h", "__proto__");
    const some = fc.option(key, { nil: undefined });
    const references = fc.array(key, { maxLength: 2 });
    const messages = fc.array(fc.record({ messageId: some, references, subject: some }));
    fc.assert(
      fc.property(messages, (all) => {
        const ids = (m: ThreadedMessage) => [m.messageId, ...m.references].filter((id) => id !== undefined);
        const tied = (a: ThreadedMessage, b: ThreadedMessage) =>
          ids(a).some((id) => ids(b).includes(id)) || (a.subject !== undefined && a.subject === b.subject);
        let expected = all.map((_, i) => i);
        // Each takes the least number of those it is tied to; after as many steps as there are messages, all have it.
        for (const _ of all) {
          expected = all.map((a, i) => Math.min(...all.map((b, j) => (i === j || tied(a, b) ? expected[j] : i))));
        }
        const order = [...new Set(expected)];
        expect(Array.from(threadsOf(all))).toEqual(expected.map((root) => order.indexOf(root)));
      }),
    );
  });

  it("follows a thread of any length", () => {
    const long = Array.from({ length: 50_000 }, (_, i) => message(`<${i}>`, [`<${i + 1}>`]));
    expect(new Set(threadsOf(long)).size).toBe(1);
  });
});

describe("messageIds", () => {
  it("are what stands in angle brackets without blanks", () => {
    expect(messageIds("<1@a> text <2@b>\t<3@c><no id> <4@d")).toEqual(["<1@a>", "<2@b>", "<3@c>"]);
    expect(messageIds("none")).toEqual([]);
  });
});

describe("repliedTo", () => {
  it("is the Message-ID, and not the address of who wrote it", () => {
    expect(repliedTo("<1@a>")).toEqual(["<1@a>"]);
    expect(repliedTo('<1@a> from "Ann <ann@alpha.example>" at Apr 6')).toEqual(["<1@a>"]);
    expect(repliedTo('Message from Ann <ann@alpha.example> of "6 Apr 93" <1@a>')).toEqual(["<1@a>"]);
    expect(repliedTo("your note of yesterday")).toEqual([]);
  });
});
