import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { records } from "../../../src/documents/archives/records.js";
import { MAX_DOCUMENT_BYTES } from "../../../src/documents/document.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { windowOf } from "../pieces.js";

const OPTIONS = {
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
};

describe("records of separated values", () => {
  it("are those that a reader of the whole finds, whatever pieces they come in", () => {
    const parts = fc.constantFrom("a", '"', ",", "\n", "\r\n", " ", '""', ',"', '",', "b\tc");
    let compared = 0;
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 25 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
        const text = pieces.join("");
        const found = [...records(windowOf(text, size), ",", true)];
        try {
          const whole = parse(text, OPTIONS);
          compared++;
          expect(found).toEqual(whole);
        } catch (error) {
          if (!(error as Error).message.startsWith("Quote Not Closed")) throw error;
          expect(found).toContain(undefined);
        }
      }),
      EXAMPLES,
    );
    expect(compared).toBeGreaterThan(20);
  });

  it("lose the line with a quote that nothing closes, and take later quotes for characters", () => {
    const found = [...records(windowOf('a,b\n"c,d\ne,f\ng"" h,i\n'), ",", true)];
    expect(found).toEqual([["a", "b"], undefined, ["e", "f"], ['g"" h', "i"]]);
    const long = `a,b\n"${"x".repeat(2 * MAX_DOCUMENT_BYTES)}\n",c\n`;
    expect([...records(windowOf(long), ",", true)]).toEqual([["a", "b"], undefined, ['"', "c"]]);
  });

  it("are found in linear time where every line opens a quote that another would close", () => {
    const lines = 8000;
    let found = 0;
    for (const _ of records(windowOf(`"${'x"y,"z\n'.repeat(lines)}`), ",", true)) found++;
    expect(found).toBe(lines);
  });
});
