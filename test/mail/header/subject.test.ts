import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headerFields } from "../../../src/mail/header/header.js";
import { baseSubject, subjectLine, withoutSpamTag } from "../../../src/mail/header/subject.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

fc.configureGlobal({ seed: 44 });

describe("baseSubject", () => {
  const REPLIES = [
    "Clutch slips|Re: Clutch  slips|RE: re:Re : clutch\tslips |Fwd: FW: AW: SV: Antw: WG: clutch slips",
    "Re[2]: Re^3: Re(4): clutch slips|[autos] Re: [autos] clutch slips",
    "Re: [a] Re: [b][c] clutch slips (fwd) (fwd)|[Fwd: Re: clutch slips]",
  ].flatMap((list) => list.split("|"));
  it.each(REPLIES)("makes clutch slips of %s", (value) => {
    expect(baseSubject(value)).toBe("clutch slips");
  });

  it.each([
    ["Recall: clutch slips", "recall: clutch slips"],
    ["Clutch re: slips", "clutch re: slips"],
    ["[PATCH]", "[patch]"],
    ["Re: [PATCH]", "[patch]"],
  ])("makes of %s %s", (value, base) => {
    expect(baseSubject(value)).toBe(base);
  });

  it.each(["", " ", "Re:", "Re: AW:", "(no subject)", "Re: <No Subject>", "none"])("finds nothing in %j", (value) => {
    expect(baseSubject(value)).toBeUndefined();
  });

  it("is the base of itself, and of every reply to it", () => {
    const pieces = fc.constantFrom(..."re:|Fwd: |[list]|[|]| |(fwd)|clutch|re|:|(|2|none".split("|"));
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const base = baseSubject(parts.join(""));
        if (base === undefined) return;
        expect(baseSubject(base)).toBe(base);
        expect(baseSubject(`Re: ${base}`)).toBe(base);
      }),
    );
  });
});

const of = (message: string) => subjectLine(headerFields(new TextEncoder().encode(message)));

describe("the subject line of a message", () => {
  it("is the first Subject field, unfolded", () => {
    expect(of("From: a@b\nSubject: Re: the  shuttle\n\tin orbit\nDate: now\nSubject: other\n\nbody")).toBe(
      "Re: the shuttle in orbit",
    );
    expect(of("subject: crlf\r\n too\r\nFrom: a\r\n\r\nbody")).toBe("crlf too");
    expect(of("Subject:\n\nbody")).toBe("");
  });

  it("is one line of any bytes, and takes no longer for a long header", () => {
    expect(of(`Subject: ${" \n".repeat(1e6)}`)).toBe("");
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const subject = subjectLine(headerFields(Buffer.concat([Buffer.from("Subject: "), bytes])));
        expect(subject).not.toMatch(/[\r\n\t]/);
      }),
      EXAMPLES,
    );
  });
});

describe("a subject without the tags of filters", () => {
  const tagged =
    "[SPAM]|*****SPAM*****|{Spam?} [Possible Spam 7.5]|[SPAM: high]:|*** GMX Spamverdacht ***|SPAM:|[迷惑メール]";
  it.each(tagged.split("|"))("of %s is the rest", (tag) => expect(withoutSpamTag(`${tag} Lunch`)).toBe("Lunch"));

  it.each(["[spam-l] Lunch", "[users] Lunch", "Spam for lunch", "Re: [SPAM] Lunch", "bulk: Lunch", ""])(
    "keeps %j",
    (subject) => expect(withoutSpamTag(subject)).toBe(subject),
  );
});
