import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentLinks, relativeUrl } from "../../../src/jobs/measuring/evaluation-page.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { temporaryFolder } from "../../helpers/folder.js";

describe("the link from a page to a document", () => {
  it("leads from the folder of the page to the file, wherever both stand", () => {
    const folder = temporaryFolder();
    for (const name of ["mail", "reports"]) mkdirSync(join(folder, name));
    symlinkSync(join(folder, "mail"), join(folder, "reports", "link"));
    const link = (page: string, root: string) => documentLinks(join(folder, page), join(folder, root))("ham/1");
    expect(link("page.html", "mail")).toBe("./mail/ham/1");
    expect(link("mail/page.html", "mail")).toBe("./ham/1");
    expect(link("reports/page.html", "reports/link")).toBe("../mail/ham/1");
  });

  it("holds any name of a file, and is never more than a relative path", () => {
    const name = fc
      .oneof(
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.constantFrom("javascript:alert(1)", "a#b", "a?b", "100%", "%2e", "\n", "\\", "http:", "…", "a b", '"<>'),
      )
      .filter((text) => text !== "." && text !== ".." && !/[/\0]/.test(text));
    const page = pathToFileURL("/corpora/reports/page.html").href;
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
        const path = names.join("/");
        const url = relativeUrl(path) ?? "";
        expect(url).toMatch(/^\.\/[\w!~*'()%./-]*$/);
        expect(decodeURIComponent(new URL(url, page).pathname)).toBe(`/corpora/reports/${path}`);
        expect(new URL(url, page)).toMatchObject({ protocol: "file:", host: "", search: "", hash: "" });
      }),
      EXAMPLES,
    );
    // No URL can hold half a character.
    expect(relativeUrl("ham/\ud800")).toBeUndefined();
    expect(relativeUrl("ham/\u{1f600}")).toBe("./ham/%F0%9F%98%80");
  });
});
