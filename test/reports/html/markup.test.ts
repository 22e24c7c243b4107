import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeText } from "../../../src/base/safe-text.js";
import { breakable, escapedHtml, html, trusted } from "../../../src/reports/html/markup.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";

/** Replaces numeric references, as a browser does. */
function read(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

describe("a template of HTML", () => {
  it("escapes text, keeps markup, joins lists and leaves out undefined values", () => {
    const item = html`<li>${"a < b"}</li>`;
    expect(String(html`<ul id="${'"x"'}">${[item, item]}${false}${undefined}</ul>`)).toBe(
      '<ul id="&#34;x&#34;"><li>a &#60; b</li><li>a &#60; b</li></ul>',
    );
    expect(String(html`${trusted("<hr>")}`)).toBe("<hr>");
  });

  it("does not take an object that looks like markup for markup", () => {
    const forged = { toString: () => "<script>" } as unknown as string;
    expect(() => String(html`${[forged]}`)).toThrow();
  });

  it("lets no text become an element or leave its attribute, and loses nothing of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const escaped = escapedHtml(text);
        expect(escaped).not.toMatch(/[<>"'`]|&(?!#\d+;)/);
        expect(read(escaped)).toBe(safeText(text));
        expect(read(String(breakable(text)).replaceAll("<wbr>", ""))).toBe(safeText(text));
      }),
      EXAMPLES,
    );
  });
});

it("a name that may break breaks after separators inside it", () => {
  expect(String(breakable("comp.os/ms-windows_x/1"))).toBe("comp.<wbr>os/<wbr>ms-<wbr>windows_<wbr>x/<wbr>1");
  expect(String(breakable("/tmp/.a..b"))).toBe("/tmp/.a..b");
});
