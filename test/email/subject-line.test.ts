import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { subjectLine } from "../../src/email/subject-line.js";
import { EXAMPLES } from "../helpers/arbitraries.js";

const of = (message: string) => subjectLine(new TextEncoder().encode(message));

describe("the subject line of a message", () => {
  it("is the first Subject field, unfolded", () => {
    expect(of("From: a@b\nSubject: Re: the  shuttle\n\tin orbit\nDate: now\nSubject: other\n\nbody")).toBe(
      "Re: the shuttle in orbit",
    );
    expect(of("subject: crlf\r\n too\r\nFrom: a\r\n\r\nbody")).toBe("crlf too");
    expect(of("Subject:\n\nbody")).toBe("");
  });

  it("is decoded", () => {
    expect(of("Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= =?iso-8859-1?B?IPw=?= now\n\n")).toBe("Grüße ü now");
  });

  it("is looked for in the header alone", () => {
    expect(of("From: a@b\n\nSubject: of the body")).toBeUndefined();
    expect(of("From: a@b\r\n\r\nSubject: of the body")).toBeUndefined();
    expect(of("X-Subject: no\n\n")).toBeUndefined();
    expect(of("")).toBeUndefined();
  });

  it("is one line of any bytes, and takes no longer for a long header", () => {
    expect(of(`Subject: ${" \n".repeat(1e6)}`)).toBe("");
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const subject = subjectLine(Buffer.concat([Buffer.from("Subject: "), bytes]));
        expect(subject).not.toMatch(/[\r\n\t]/);
      }),
      EXAMPLES,
    );
  });
});
