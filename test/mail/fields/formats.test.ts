import { describe, expect, it } from "vitest";
import { calendarText, enrichedText } from "../../../src/mail/fields/formats.js";

const through = (format: (text: Uint8Array) => Uint8Array) => (text: string) =>
  Buffer.from(format(Buffer.from(text))).toString();

describe("the text of a calendar", () => {
  const textOf = through(calendarText);

  it("is the summary, description and place of its entries, unfolded and without escapes", () => {
    const beginning = "BEGIN:VCALENDAR|VERSION:2.0|BEGIN:VEVENT|UID:1@a.example|SUMMARY;LANGUAGE=en:Orch| ard walk";
    const description = 'DESCRIPTION;ALTREP="cid:part1@a.example":bring boots\\n\\| Nand grün\\, not red\\; \\\\';
    const end = "LOCATION:Gate 4: north|BEGIN:VALARM|DESCRIPTION:Reminder|END:VALARM|END:VEVENT|END:VCALENDAR";
    const calendar = `${beginning}|${description}|${end}`.replaceAll("|", "\r\n");
    expect(textOf(calendar)).toBe("Orchard walk\nbring boots\n\nand grün, not red; \\\nGate 4: north");
  });

  it("is empty without them", () => {
    expect(textOf("BEGIN:VCALENDAR\nMETHOD:CANCEL\nEND:VCALENDAR\n")).toBe("");
  });
});

describe("enriched text", () => {
  const textOf = through(enrichedText);

  it.each([
    ["<bold>or</bold>chard <color><param>red</param>grün</color>", "orchard grün"],
    ["a <<b> <Italic>c</ITALIC>", "a <b> c"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["<param>never closed", ""],
    ["<comment>no <bold>text</bold></comment>one<nl>two<lt>", "one\ntwo<"],
  ])("loses its codes: %s", (text, plain) => {
    expect(textOf(text)).toBe(plain);
  });

  it("takes long texts of open codes in linear time", () => {
    expect(textOf("<param>".repeat(50_000))).toBe("");
    expect(textOf("<".repeat(200_001))).toHaveLength(100_001);
  });
});
