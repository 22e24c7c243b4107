import { describe, expect, it } from "vitest";
import { shownDocument, titleOf } from "../../../src/labelling/pile/shown-document.js";
import { settingsFrom } from "../../../src/model/settings.js";

const SETTINGS = settingsFrom({ as: "auto" });
const shown = (text: string) => shownDocument(Buffer.from(text), SETTINGS);

describe("a document as it is shown", () => {
  it("is of HTML mail the visible text, and nothing that does something", () => {
    const { fields, text } = shown(
      'From: Anna <anna@example.org>\nSubject: =?utf-8?q?caf=C3=A9?=\nContent-Type: text/html\n\n<script>alert(1)</script><p onclick="x()">Come to the <b>harbour</b><img src="http://example.org/p.png"></p>',
    );
    expect(fields).toEqual([
      { name: "from", text: "Anna <anna@example.org>" },
      { name: "subject", text: "café" },
    ]);
    expect(text.replace(/\s+/g, " ")).toBe("Come to the harbour");
  });

  it("is of mail in two forms the plain one, but keeps HTML before the footer of a mailing list", () => {
    const part = (type: string, text: string) => `--b\nContent-Type: text/${type}\n\n${text}\n`;
    const [html, footer] = [part("html", "<p>Come to the <b>harbour</b>"), part("plain", "To unsubscribe, write")];
    const textOf = (...parts: string[]) =>
      shown(`Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n${parts.join("")}--b--\n`).text.split(/\s*\n\s*/);
    expect(textOf(html, footer)).toEqual(["Come to the harbour", "To unsubscribe, write"]);
    expect(textOf(part("plain", "Come here"), html, footer)).toEqual(["Come here", "To unsubscribe, write"]);
  });

  it("shows controls and changes of direction as escapes", () => {
    const { fields, text } = shown(
      "Subject: \u202egnp.exe\nContent-Type: text/plain; charset=utf-8\n\n\u202eabc\u2066 \u001b[31mred and a long line of a letter to a friend\n",
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be there
    expect(fields[0].text + text).not.toMatch(/[\u202e\u2066\u001b\u0007]/);
    expect(fields[0].text).toContain("gnp.exe");
    expect(text).toContain("abc");
  });

  it("cuts a line of 5 MB, and a text of many lines", () => {
    const { text } = shown("x".repeat(5_000_000));
    expect(text).toHaveLength(2000);
    expect(text.at(-1)).toBe("…");
    expect(shown("a line of text\n".repeat(100_000)).text.length).toBeLessThanOrEqual(20_000);
    expect(titleOf(Buffer.from("word ".repeat(1_000_000)), SETTINGS).title.length).toBeLessThanOrEqual(120);
  });
});
