import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baseSubject } from "../../src/email/subject.js";

fc.configureGlobal({ seed: 44 });

describe("baseSubject", () => {
  it.each([
    ["Clutch slips", "clutch slips"],
    ["Re: Clutch  slips", "clutch slips"],
    ["RE: re:Re : clutch\tslips ", "clutch slips"],
    ["Fwd: FW: AW: SV: Antw: WG: clutch slips", "clutch slips"],
    ["Re[2]: Re^3: Re(4): clutch slips", "clutch slips"],
    ["[autos] Re: [autos] clutch slips", "clutch slips"],
    ["Re: [a] Re: [b][c] clutch slips (fwd) (fwd)", "clutch slips"],
    ["[Fwd: Re: clutch slips]", "clutch slips"],
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
    const pieces = fc.constantFrom(
      "re:",
      "Fwd: ",
      "[list]",
      "[",
      "]",
      " ",
      "(fwd)",
      "clutch",
      "re",
      ":",
      "(",
      "2",
      "none",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const base = baseSubject(parts.join(""));
        if (base === undefined) return;
        expect(baseSubject(base)).toBe(base);
        expect(baseSubject(`Re: ${base}`)).toBe(base);
      }),
    );
  });

  it("takes subjects of any length", () => {
    for (const piece of ["re:", "re: [a] ", "(fwd)", "[", " "]) {
      expect((baseSubject(piece.repeat(50_000)) ?? "").length).toBeLessThanOrEqual(1000);
    }
  });
});
