import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import {
  markedMessage,
  markedParts,
  SEPARATOR_FIELD,
  unmarkedMessage,
} from "../../../src/mail/rewrite/marked-message.js";
import { EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";

const OURS = [{ name: "X-Thresher", value: "label=spam; probability=0.998" }];
const NAMES = ["X-Thresher"];

const marked = (text: string, fields = OURS) =>
  Buffer.from(markedMessage(Buffer.from(text, "latin1"), fields)).toString("latin1");
const unmarked = (text: string) => Buffer.from(unmarkedMessage(Buffer.from(text, "latin1"), NAMES)).toString("latin1");
const BUILT = new URL("../../../dist/src/mail/rewrite/marked-message.js", import.meta.url).href;
const LINE = "X-Thresher: label=spam; probability=0.998";

describe("a message with forged fields", () => {
  it("takes memory for its bytes only, however many fields there are", () => {
    const program = `
      import { unmarkedMessage } from ${JSON.stringify(BUILT)};
      const clean = unmarkedMessage(Buffer.alloc(15 << 19, "X-Thresher:\\nA:\\n"), ["X-Thresher"]);
      console.log(clean.length, JSON.stringify(clean.toString("latin1", 0, 6)));`;
    // Bytes of messages do not count. A list with two numbers for each of the half million fields would be too large.
    const out = execFileSync(process.execPath, ["--max-old-space-size=10", "--input-type=module", "-e", program]);
    expect(out.toString()).toBe(`${3 << 19} "A:\\nA:\\n"\n`);
  });
});

describe("markedMessage", () => {
  it("puts our field before all others, but after a mailbox line", () => {
    expect(marked("Received: a\nSubject: b\n\nbody\n")).toBe(`${LINE}\nReceived: a\nSubject: b\n\nbody\n`);
    expect(marked("From a@example.com Mon Jan  1 00:00:00 2024\nSubject: b\n\nbody")).toBe(
      `From a@example.com Mon Jan  1 00:00:00 2024\n${LINE}\nSubject: b\n\nbody`,
    );
    expect(marked(">From a@example.com\nSubject: b\n")).toBe(`>From a@example.com\n${LINE}\nSubject: b\n`);
    const several = ["From a b\n>From c d\n", "From a b\r\n>From c d\r\n>From e f\r\n", "\n\nFrom a b\n>From c d\n"];
    for (const lines of several) {
      const end = lines.includes("\r") ? "\r\n" : "\n";
      for (const rest of [`From: g@example.com${end}To: h@example.com${end}${end}i`, `${end}text without a field`]) {
        // Blank lines alone are an empty header.
        if (lines.startsWith("\n") && rest.startsWith("\n")) continue;
        expect(marked(lines + rest)).toBe(lines + LINE + end + rest);
        expect(unmarked(lines + LINE + end + rest)).toBe(lines + rest);
      }
    }
    expect(marked("From : b\nTo: c\n")).toBe(`${LINE}\nFrom : b\nTo: c\n`);
  });

  it("ends our line like the first line with LF, or with CR if there is no LF", () => {
    expect(marked("A: b\r\nC: d\n\nbody")).toBe(`${LINE}\r\nA: b\r\nC: d\n\nbody`);
    expect(marked("A: b\nC: d\r\n\r\nbody")).toBe(`${LINE}\nA: b\nC: d\r\n\r\nbody`);
    expect(marked("A: b\rC: d\r\rbody")).toBe(`${LINE}\rA: b\rC: d\r\rbody`);
    expect(marked("A: b\rC: d\n\nbody")).toBe(`${LINE}\nA: b\rC: d\n\nbody`);
    expect(marked("A: b")).toBe(`${LINE}\nA: b`);
  });

  it("removes every field of the same name: in any case, folded, with blanks before the colon, after junk", () => {
    const forged = "x-thresher: label=ham;\n\tprobability=1\nX-THRESHER \t: y\nX-Thresher:\n z\n";
    expect(marked(`A: b\n${forged}C: d\n e\n\nbody`)).toBe(`${LINE}\nA: b\nC: d\n e\n\nbody`);
    expect(marked(`${forged}A: b\n\nbody`)).toBe(`${LINE}\nA: b\n\nbody`);
    expect(marked("A: b\nX-Thresher: c")).toBe(`${LINE}\nA: b\n`);
    expect(marked("A: b\nno field at all\nX-Thresher: c\nD: e\n\n")).toBe(`${LINE}\nA: b\nno field at all\nD: e\n\n`);
  });

  it("keeps the body, and fields whose names only begin like ours", () => {
    const message = "A: b\nX-Thresher-Other: c\nX-Thresh: d\nX Thresher: e\n\nX-Thresher: f\n\nX-Thresher: g\n";
    expect(marked(message)).toBe(`${LINE}\n${message}`);
    expect(marked("A: b\r\n\r\nX-Thresher: c\r\n")).toBe(`${LINE}\r\nA: b\r\n\r\nX-Thresher: c\r\n`);
  });

  it("removes all given names, whichever it writes", () => {
    const message = Buffer.from("X-Spam-Flag: YES\nX-Spam-Status: Yes\nA: b\n\n");
    const result = markedMessage(message, [{ name: "X-Spam-Status", value: "No" }], ["X-Spam-Status", "X-Spam-Flag"]);
    expect(Buffer.from(result).toString()).toBe("X-Spam-Status: No\nA: b\n\n");
  });

  it("adds a header and a blank line of ours to a message without a header, unless that is empty", () => {
    expect(marked("Hello\nA: b\n")).toBe(`${LINE}\n${SEPARATOR_FIELD}: added\n\nHello\nA: b\n`);
    expect(marked(" A: b\r\n")).toBe(`${LINE}\r\n${SEPARATOR_FIELD}: added\r\n\r\n A: b\r\n`);
    expect(marked("From a b\nHello")).toBe(`From a b\n${LINE}\n${SEPARATOR_FIELD}: added\n\nHello`);
    expect(marked("From a b")).toBe(`${LINE}\n${SEPARATOR_FIELD}: added\n\nFrom a b`);
    expect(marked("X-Thresher: a\nHello")).toBe(`${LINE}\n${SEPARATOR_FIELD}: added\n\nHello`);
    expect(marked("")).toBe(`${LINE}\n`);
    expect(marked("\n\n")).toBe(`${LINE}\n\n\n`);
    expect(marked("\r\nbody")).toBe(`${LINE}\r\n\r\nbody`);
    expect(marked("\rbody")).toBe(`${LINE}\r\rbody`);
    expect(marked("From a b\n")).toBe(`From a b\n${LINE}\n`);
  });

  it("folds with the line end of the message", () => {
    expect(marked("A: b\r\n", [{ name: "X", value: "y;\n z" }])).toBe("X: y;\r\n z\r\nA: b\r\n");
  });

  it("refuses fields that would break the header", () => {
    for (const value of ["a\nB: c", "a\r b", "ü", "a\0"]) {
      expect(() => marked("A: b\n", [{ name: "X", value }]), value).toThrow(UsageError);
    }
    for (const name of ["X:", "", "X Y"]) expect(() => marked("A: b\n", [{ name, value: "a" }])).toThrow(UsageError);
  });

  it("puts the field after the first one behind a byte-order mark, where a rule for a line finds it", () => {
    const MARK = "\xef\xbb\xbf";
    expect(marked(`${MARK}A: b\n c\nD: e\n\nbody`)).toBe(`${MARK}A: b\n c\n${LINE}\nD: e\n\nbody`);
    expect(marked(`${MARK}A: b\r\n\r\nbody`)).toBe(`${MARK}A: b\r\n${LINE}\r\n\r\nbody`);
    // That one would end the message.
    expect(marked(`${MARK}A: b`)).toBe(`${MARK}${LINE}\nA: b`);
  });

  it("does not copy a message to which it only adds", () => {
    const message = Buffer.alloc(1 << 20, "a: b\n");
    const parts = markedParts(message, OURS);
    expect(parts.at(-1)?.buffer).toBe(message.buffer);
    expect(parts.at(-1)).toHaveLength(message.length);
  });
});

describe("unmarkedMessage", () => {
  const pieces = fc.constantFrom(
    ...["From ", ">From ", "a", "A: b", "A", ":", ":", " ", "\t", "\n", "\n", "\n", "\r", "\r", "\r\n", "\r\n"],
    ...["\0", "\xff", "\xef\xbb\xbf", "12\n", "Received: r\n", "From: f\n", "<?xml ><plist"],
    ...["X-Thresher", "x-thresher: y", "X-THRESHER \t:", "X-Thresher:", SEPARATOR_FIELD, `${SEPARATOR_FIELD}: added`],
  );
  const messages = fc.oneof(
    { weight: 6, arbitrary: fc.array(pieces, { maxLength: 14 }).map((list) => Buffer.from(list.join(""), "latin1")) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  );
  it("undoes markedMessage for any message, except for fields of those names it came with", () => {
    fc.assert(
      fc.property(messages, (message) => {
        const clean = Buffer.from(unmarkedMessage(message, NAMES));
        const both = Buffer.from(markedMessage(message, OURS));
        expect(Buffer.from(unmarkedMessage(both, NAMES)).equals(clean)).toBe(true);
        expect(Buffer.from(markedMessage(both, OURS)).equals(both)).toBe(true);
        expect(Buffer.from(unmarkedMessage(clean, NAMES)).equals(clean)).toBe(true);
      }),
      { ...EXAMPLES, numRuns: slowRuns(5000) },
    );
  });

  it("removes a blank line only if it is ours, and fields that were hidden behind the only LF", () => {
    expect(unmarked(`${SEPARATOR_FIELD}: added\n\nHello`)).toBe("Hello");
    expect(unmarked(`${SEPARATOR_FIELD}: added\n\nX-Thresher: a\n\nHello`)).toBe("\nX-Thresher: a\n\nHello");
    expect(unmarked(`${SEPARATOR_FIELD}: added\n\nFrom a b\nX-Thresher: c\n`)).toBe("\nFrom a b\n");
    expect(unmarked(`A: b\n${SEPARATOR_FIELD}: added\n\nHello`)).toBe("A: b\n\nHello");
    expect(unmarked("X-Thresher: a\n\nHello")).toBe("\nHello");
    expect(unmarked("X-Thresher: a\nB: c\rX-Thresher: d\r\r")).toBe("B: c\r\r");
  });

  it("returns the message itself if there is nothing to remove", () => {
    const message = Buffer.from("A: b\n\nX-Thresher: c\n");
    expect(unmarkedMessage(message, NAMES)).toBe(message);
  });
});
