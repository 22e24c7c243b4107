import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/base/errors.js";
import { firstValue, headerFields, MAX_HEADER_BYTES } from "../../src/mail/header/header.js";
import { withoutComments } from "../../src/mail/header/header-text.js";
import { firstAddress, messageHeading, readMessageFacts } from "../../src/mail/message-facts.js";
import { slowRuns } from "../helpers/arbitraries.js";
import { writtenAddresses } from "./written-messages.js";

const documents = (texts: Record<string, string>) =>
  Object.entries(texts).map(([id, text]) => ({ id, label: "a", bytes: Buffer.from(text, "latin1") }));
const settings = { as: "auto", encoding: "auto" } as const;

describe("readMessageFacts", () => {
  const MESSAGE = `From ann Tue Apr  6 00:34:12 1993
From: Ann <Ann@alpha.example>
Subject: Re: [cars] =?utf-8?Q?Gr=C3=BC=C3=9Fe?=
Date: 6 Apr 93 00:34:12 GMT
Message-ID: <3@alpha.example>
References: <1@beta.example>
\t<2@beta.example>
In-Reply-To: Message from Bob <bob@beta.example> "of Monday" <2b@beta.example>

Date: 7 Apr 93 00:34:12 GMT`;

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

  it("reads a text as a message if all documents are messages", () => {
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

  it("refuses an unknown encoding", () => {
    expect(() => readMessageFacts([], [], { ...settings, encoding: "ebcdic" })).toThrow(UsageError);
  });
});

const AUTO = { as: "auto" as const, encoding: "auto" };
const headingOf = (text: string | Uint8Array, settings: Parameters<typeof messageHeading>[1] = AUTO) =>
  messageHeading(typeof text === "string" ? Buffer.from(text) : text, settings);

describe("the heading of a message", () => {
  it("is its first sender's address and its subject in one line, encoded words decoded", () => {
    const message =
      'From: "Ann, of Tofu" <Ann@Example.org>, b@c\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n  from\tme\n\nbody';
    expect(headingOf(message)).toEqual({ from: "ann@example.org", subject: "Grüße from me" });
  });

  it("is empty where the header says nothing, and undefined for a text", () => {
    expect(headingOf("Date: today\n\nFrom: x")).toEqual({ from: "", subject: "" });
    expect(headingOf("no header", { as: "news", encoding: "auto" })).toEqual({ from: "", subject: "" });
    expect(headingOf("Dear Ann,\n\nSubject: x")).toBeUndefined();
    expect(headingOf("")).toBeUndefined();
  });

  it("is read in the charset of a mail or the encoding of the model, and from the beginning of a large document", () => {
    const mail = Buffer.from("Subject: \xd3\xc1\xc4\nContent-Type: text/plain; charset=koi8-r\n\nx", "latin1");
    expect(headingOf(mail, { as: "mail", encoding: "auto" })?.subject).toBe("сад");
    const latin = Buffer.from("Subject: \xfc\n\n", "latin1");
    expect(headingOf(latin, { as: "auto", encoding: "latin1" })?.subject).toBe("ü");
    const large = Buffer.concat([Buffer.from("Subject: ü\n\n"), Buffer.alloc(MAX_HEADER_BYTES, "ü")]);
    expect(headingOf(large)?.subject).toBe("ü");
  });
});

fc.configureGlobal({ seed: 43 });

const OF_ANN = [
  `ann@alpha.example|Ann <Ann@Alpha.Example>|ann@alpha.example (Ann (of Alpha) Miller)|(comment) ann@alpha.example`,
  `"Miller, Ann" <ann@alpha.example>|"bob@beta.example, Ann \\"A\\"" <ann@alpha.example>`,
  `Miller, Ann <ann@alpha.example>|ann@alpha.example, bob@beta.example|ann@alpha.example; Bob <bob@beta.example>`,
  `Friends: ann@alpha.example, bob@beta.example;|Ann <@relay.example,@other.example:ann@alpha.example>`,
  `Ann <mailto:ann@alpha.example>|Ann < ann@ alpha.example >|Ann <<ann@alpha.example>>|Ann <> <ann@alpha.example>`,
  `ann@alpha.example <Ann>|"ann@alpha.example" <Ann>|Ann <ann@alpha.example|ann@alpha.example (Ann`,
  `Smile :( <ann@alpha.example>|"Ann <ann@alpha.example>`,
].flatMap((list) => list.split("|"));

describe("firstAddress", () => {
  it.each(OF_ANN)("finds ann@alpha.example in %s", (value) => {
    expect(firstAddress(value)).toBe("ann@alpha.example");
  });

  it.each([
    ["alpha!ann (Ann)", "alpha!ann"],
    ["ann%alpha@beta.example", "ann%alpha@beta.example"],
    ["Ann  Miller", "ann miller"],
    ["<ann>", "ann"],
    ["(Ann Miller)", "ann miller"],
    ["undisclosed-recipients:;", "undisclosed-recipients"],
  ])("finds in %s %s", (value, address) => {
    expect(firstAddress(value)).toBe(address);
  });

  it.each(["", "  ", "<>", '"" <>', "()", ",;"])("finds nothing in %j", (value) => {
    expect(firstAddress(value)).toBeUndefined();
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a@ ()"\\<>,:') }), (text) => {
        expect(firstAddress(text)).not.toBe("");
        expect(withoutComments(withoutComments(text))).toBe(withoutComments(text));
      }),
    );
  });

  it("finds the first one of a list among groups, comments, quoted names and encoded words", () => {
    fc.assert(
      fc.property(writtenAddresses, ({ written, addresses }) => {
        const header = headerFields(Buffer.from(`From: ${written}\n\n`));
        if (addresses.length > 0) expect(firstAddress(firstValue(header, "from") ?? "")).toBe(addresses[0]);
      }),
      { numRuns: slowRuns(300) },
    );
  });
});
