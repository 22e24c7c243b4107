import { describe, expect, it } from "vitest";
import { MAX_HEADER_BYTES } from "../src/email/header.js";
import { UsageError } from "../src/errors.js";
import { readMessageFacts } from "../src/message-facts.js";

const documents = (texts: Record<string, string>) =>
  Object.entries(texts).map(([id, text]) => ({ id, label: "a", bytes: Buffer.from(text, "latin1") }));
const settings = { as: "auto", encoding: "auto" } as const;

describe("readMessageFacts", () => {
  const MESSAGE = [
    "From ann Tue Apr  6 00:34:12 1993",
    "From: Ann <Ann@alpha.example>",
    "Subject: Re: [cars] =?utf-8?Q?Gr=C3=BC=C3=9Fe?=",
    "Date: 6 Apr 93 00:34:12 GMT",
    "Message-ID: <3@alpha.example>",
    "References: <1@beta.example>",
    "\t<2@beta.example>",
    'In-Reply-To: Message from Bob <bob@beta.example> "of Monday" <2b@beta.example>',
    "",
    "Date: 7 Apr 93 00:34:12 GMT",
  ].join("\n");

  it("reads who, when, what about and in answer to what", () => {
    expect(readMessageFacts(documents({ m: MESSAGE }), ["m"], settings)).toEqual([
      {
        isMessage: true,
        date: "6 Apr 93 00:34:12 GMT",
        time: Date.UTC(1993, 3, 6, 0, 34, 12),
        sender: "ann@alpha.example",
        subject: "grüße",
        messageId: "<3@alpha.example>",
        references: ["<1@beta.example>", "<2@beta.example>", "<2b@beta.example>"],
      },
    ]);
  });

  it("is in the order of the ids, of which some are no longer there, and of no other document", () => {
    const all = documents({ x: MESSAGE, y: "Dear Bob", z: "Subject: z\n\n" });
    const facts = readMessageFacts(all, ["z", "gone", "y"], settings);
    expect(facts.map(({ isMessage, subject }) => [isMessage, subject])).toEqual([
      [true, "z"],
      [false, undefined],
      [false, undefined],
    ]);
  });

  it("takes a text for a message where all documents are", () => {
    const letter = documents({ l: "Note: one\nSender: two\n\n" });
    expect(readMessageFacts(letter, ["l"], settings)[0].isMessage).toBe(false);
    expect(readMessageFacts(letter, ["l"], { ...settings, as: "news" })[0].isMessage).toBe(true);
  });

  it("decodes raw bytes by the encoding, and UTF-8 that is cut off at the limit", () => {
    const raw = documents({ r: "Subject: Gr\xfc\xdfe\n\n" });
    expect(readMessageFacts(raw, ["r"], settings)[0].subject).toBe("grüße");
    expect(readMessageFacts(raw, ["r"], { ...settings, encoding: "koi8-r" })[0].subject).toBe("grЭъe".toLowerCase());
    const start = `Subject: ${Buffer.from("Grüße").toString("latin1")}\n\n`;
    for (const fill of ["", "x"]) {
      const long = documents({ l: start + fill + Buffer.from("ä".repeat(MAX_HEADER_BYTES)).toString("latin1") });
      expect(readMessageFacts(long, ["l"], settings)[0].subject).toBe("grüße");
    }
  });

  it("refuses an encoding that there is none of", () => {
    expect(() => readMessageFacts([], [], { ...settings, encoding: "ebcdic" })).toThrow(UsageError);
  });
});
