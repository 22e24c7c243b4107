import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentLinks, relativeUrl } from "../../../src/jobs/measuring/evaluation-page.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { thresher } from "../../helpers/command.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";

describe("evaluate --report FILE.html", () => {
  it("writes a page with the figures, links to the documents and the command, the same bytes each time", async () => {
    const { ham, spam } = twoClasses(12);
    const odd = { "odd one #1.txt": "Subject: <script>alert(1)</script>\n\nwinner cash prize urgent" };
    const folder = folderWith({ "my mail": { ham: Object.assign(ham, odd), spam }, reports: {} });
    const newPage = async () => {
      const args = ["evaluate", "my mail", "--folds", "3", "--report", "reports/page.html", "--quiet"];
      expect(await thresher(args, { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
      return readFileSync(join(folder, "reports", "page.html"), "utf8");
    };
    const page = await newPage();
    const [, url] = /class="file" href="([^"]*odd[^"]*)"/.exec(page) ?? [];
    expect(url).toBe("../my%20mail/ham/odd%20one%20%231.txt");
    expect(existsSync(join(folder, "reports", decodeURIComponent(url)))).toBe(true);
    expect(page).toContain("thresher evaluate &#39;my mail&#39; --folds 3 --report reports/page.html --quiet");
    expect(page).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
    expect(await newPage()).toBe(page);
  });

  it("links to the test folder, where there is one, and leaves each out in turn where that is asked for", async () => {
    const folder = folderWith({ train: twoClasses(), test: { ham: { "a.txt": "winner cash prize" } } });
    const pageWith = async (...args: string[]) => {
      const report = join(folder, "page.html");
      const outcome = await thresher(["evaluate", join(folder, "train"), ...args, "--report", report, "--quiet"]);
      expect(outcome).toMatchObject({ code: 0, stderr: "" });
      return readFileSync(report, "utf8");
    };
    expect((await pageWith("--test", join(folder, "test"))).includes('href="./test/ham/a.txt"')).toBe(true);
    expect((await pageWith("--leave-one-out")).includes("by a model of all others")).toBe(true);
  });
});

describe("the link from a page to a document", () => {
  it("leads from the folder of the page to the file, wherever both stand", () => {
    const folder = folderWith({ mail: {}, reports: {} });
    symlinkSync(join(folder, "mail"), join(folder, "reports", "link"));
    const link = (page: string, root: string) => documentLinks(join(folder, page), join(folder, root))("ham/1");
    expect(link("page.html", "mail")).toBe("./mail/ham/1");
    expect(link("mail/page.html", "mail")).toBe("./ham/1");
    expect(link("reports/page.html", "reports/link")).toBe("../mail/ham/1");
  });

  it("holds any name of a file, and is never more than a relative path", () => {
    const odd = ["javascript:alert(1)", "a#b", "a?b", "100%", "%2e", "\n", "\\", "http:", "…", "a b", '"<>'];
    const name = fc
      .oneof(fc.string({ unit: "grapheme", minLength: 1 }), fc.constantFrom(...odd))
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
