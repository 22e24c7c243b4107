import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../../helpers/command.js";
import { folderWith, twoClasses } from "../../helpers/folder.js";

const MISTAKEN = "Subject: <script>alert(1)</script>\n\nwinner cash prize urgent";

describe("evaluate --report FILE.html", () => {
  it("writes a page with the figures, links to the documents and the command, the same bytes each time", async () => {
    const folder = folderWith({ "my mail": twoClasses(12), reports: {} });
    writeFileSync(join(folder, "my mail", "ham", "odd one #1.txt"), MISTAKEN);
    const args = ["evaluate", "my mail", "--folds", "3", "--report", "reports/page.html"];
    expect(await thresher([...args, "--quiet"], { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
    const page = readFileSync(join(folder, "reports", "page.html"), "utf8");
    const [, url] = /class="file" href="([^"]*odd[^"]*)"/.exec(page) ?? [];
    expect(url).toBe("../my%20mail/ham/odd%20one%20%231.txt");
    expect(existsSync(join(folder, "reports", decodeURIComponent(url)))).toBe(true);
    expect(page).toContain("thresher evaluate &#39;my mail&#39; --folds 3 --report reports/page.html --quiet");
    expect(page).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
    expect(await thresher([...args, "--quiet"], { cwd: folder })).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "reports", "page.html"), "utf8")).toBe(page);
  });

  it("links to the test folder, where there is one, and leaves each out in turn where that is asked for", async () => {
    const folder = folderWith({ train: twoClasses(), test: { ham: { "a.txt": "winner cash prize" } } });
    const page = async (...args: string[]) => {
      const report = join(folder, "page.html");
      const outcome = await thresher(["evaluate", join(folder, "train"), ...args, "--report", report, "--quiet"]);
      expect(outcome).toMatchObject({ code: 0, stderr: "" });
      return readFileSync(report, "utf8");
    };
    expect((await page("--test", join(folder, "test"))).includes('href="./test/ham/a.txt"')).toBe(true);
    expect((await page("--leave-one-out")).includes("by a model of all others")).toBe(true);
  });
});
