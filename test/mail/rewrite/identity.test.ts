import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FILTER_STYLES } from "../../../src/delivery/filter/filter-styles.js";
import { DIGEST_BYTES, identityOf } from "../../../src/mail/rewrite/identity.js";
import { markedMessage } from "../../../src/mail/rewrite/marked-message.js";

const HEADER =
  "From: A <a@b.example>\nDate: Tue, 03 Feb 2004 10:00:00 +0100\nMessage-ID: <1@b.example>\nSubject: lunch\n";
const MESSAGE = `${HEADER}\nAt noon?\n`;

function digest(text: string | Uint8Array): string {
  return Buffer.from(identityOf(Buffer.from(text)).digest).toString("hex");
}

/** The first half of the SHA-256. */
function half(text: string): string {
  const whole = createHash("sha256").update(text).digest("hex");
  return whole.slice(0, 2 * DIGEST_BYTES);
}

describe("the identity of a document", () => {
  it("of a text is the first half of the SHA-256 of all its bytes", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[A-Za-z]/.test(text));
        expect(digest(text)).toBe(half(text));
        expect(identityOf(Buffer.from(text)).time).toBeUndefined();
      }),
    );
  });

  it.each([
    ["fields added on the way", `Received: from x by y\nX-Thresher: label=ham\nStatus: RO\n${MESSAGE}`],
    ["a subject that was tagged", MESSAGE.replace("lunch", "[SPAM] lunch")],
    ["a line of a mailbox before it", `From a@b.example Tue Feb  3 10:00:00 2004\n${MESSAGE}`],
    ["other line ends", MESSAGE.replaceAll("\n", "\r\n")],
    ["bare carriage returns", MESSAGE.replaceAll("\n", "\r")],
    ["the blank line of a mailbox after it", `${MESSAGE}\n`],
    ["no line end at its end", MESSAGE.trimEnd()],
    ["a field folded", MESSAGE.replace("Date: Tue, 03", "Date: Tue,\n 03")],
    ["names in other case", MESSAGE.replace("Message-ID", "message-id")],
  ])("stays with %s", (_, message) => {
    expect(digest(message)).toBe(digest(MESSAGE));
  });

  it("differs by the body where no blank line ends the header", () => {
    expect(digest(`${HEADER}At noon?\n`)).not.toBe(digest(`${HEADER}At one?\n`));
    expect(digest(`Received: from x by y\n${HEADER}At noon?\n`)).toBe(digest(`${HEADER}At noon?\n`));
  });

  it("stays through a filter of any style, whatever the bytes", () => {
    const pieces = fc.constantFrom(..."From: a\n|X-Odd: b\n|\n|\r\n|\r|text\n|From x y\n| |Date: x\r\n".split("|"));
    fc.assert(
      fc.property(fc.array(pieces), fc.constantFrom(...Object.values(FILTER_STYLES)), (lines, { names }) => {
        const fields = names.map((name) => ({ name, value: "a verdict" }));
        const filtered = markedMessage(Buffer.from(lines.join("")), fields);
        expect(digest(filtered)).toBe(digest(lines.join("")));
      }),
    );
  });

  it.each([
    ["another word in the body", MESSAGE.replace("noon", "one")],
    ["another Message-ID", MESSAGE.replace("<1@", "<2@")],
    ["another sender", MESSAGE.replace("a@b", "c@b")],
    ["another date", MESSAGE.replace("03 Feb", "04 Feb")],
    ["no Message-ID", MESSAGE.replace(/Message-ID.*\n/, "")],
    ["no body", HEADER],
    ["a blank line within the body", MESSAGE.replace("noon?", "noon?\n\nYes")],
  ])("is another with %s", (_, message) => {
    expect(digest(message)).not.toBe(digest(MESSAGE));
  });

  it("of a message without Message-ID, Date and From is that of all its bytes", () => {
    const [one, other] = ["Subject: a\nTo: x\n\nbody", "Subject: b\nTo: x\n\nbody"];
    expect(digest(one)).not.toBe(digest(other));
    expect(digest(one)).toBe(half(one));
  });

  it("has the time of the Date field, if there is one that can be understood", () => {
    expect(identityOf(Buffer.from(MESSAGE)).time).toBe(Date.UTC(2004, 1, 3, 9));
    expect(identityOf(Buffer.from(MESSAGE.replace(/Date: .*/, "Date: soon"))).time).toBeUndefined();
  });
});
