import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../helpers/command.js";
import { bytesOf, folderWith, type Tree, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** Messages of two classes; every third text is in both halves. */
function messages(from: number, perClass = 12): Tree {
  const documents = (label: string) =>
    Object.fromEntries(
      Array.from({ length: perClass }, (_, i) => {
        const n = i % 3 === 0 ? i : from + i;
        const body = `${label}word${n % 5} letter number ${n} of many that were sent about ${label}`;
        return [`${from + i}`, `From: writer${n % 4}\nNewsgroups: net.${label}\nSubject: ${n}\n\n${body}\n`];
      }),
    );
  return { autos: documents("autos"), space: documents("space") };
}

describe.concurrent("thresher evaluate --audit", () => {
  it("ends with the audit, after the evaluation as it is without it", async () => {
    const corpus = folderWith(messages(0));
    const [plain, audited] = await each([[], ["--audit"]], (args) =>
      thresher(["evaluate", corpus, "--folds", "3", ...args]),
    );
    expect({ ...audited, stdout: "" }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
    expect(audited.stdout.startsWith(plain.stdout)).toBe(true);
    expect(audited.stdout.slice(plain.stdout.length)).toMatch(/^\naudit: does the split leak\?\n/);
    expect(audited.stdout).toContain("The header gives the class away: Newsgroups alone is right for 100.0 %.");
  });

  it("has a key of its own in JSON, the same in a report as on standard output", async () => {
    const args = ["evaluate", folderWith(messages(0)), "--folds", "3", "--json"];
    const report = join(temporaryFolder(), "mail.json");
    const [plain, audited] = (
      await each([[], ["--audit", "--report", report]], (more) => thresher([...args, ...more]))
    ).map(({ stdout }) => stdout);
    expect(bytesOf(report).toString()).toBe(audited);
    const { audit, ...rest } = JSON.parse(audited);
    expect(rest).toEqual(JSON.parse(plain));
    expect(Object.keys(audit)).toEqual(["messages", "bodies", "copies", "fields", "findings"]);
    expect(audit.findings.measured).toBe(rest.accuracy);
  });

  it("is in a page and in Markdown, and no section for it without it", async () => {
    const tree = messages(0) as { autos: Tree };
    const corpus = folderWith({
      ...tree,
      autos: { ...tree.autos, "<b>&": "Subject: <i>\n\nautosword1 letter number" },
    });
    const folder = temporaryFolder();
    const files = ["a.html", "a.md"].map((name) => join(folder, name));
    const run = (...args: string[]) =>
      thresher(["evaluate", corpus, "--folds", "3", ...args, ...files.flatMap((file) => ["--report", file])]);
    await run("--audit");
    const [page, markdown] = files.map((file) => bytesOf(file).toString());
    expect(page).toContain("audit: does the split leak?</h2>");
    expect(page).toContain("<p>The header gives the class away: Newsgroups alone is right for 100.0 %.</p>");
    expect(markdown).toContain("\n## audit: does the split leak?\n");
    expect(markdown).toContain("\nThe header gives the class away: Newsgroups alone");
    await run();
    for (const file of files) expect(bytesOf(file).toString()).not.toMatch(/does the split leak/);
  });

  it("looks across two folders, with any number of threads", async () => {
    const [train, test] = [folderWith(messages(0)), folderWith(messages(100))];
    const outcomes = await each(["1", "4"], (jobs) =>
      thresher(["evaluate", train, "--test", test, "--audit", "--json", "--jobs", jobs]),
    );
    expect(outcomes[1]).toEqual(outcomes[0]);
    const { audit } = JSON.parse(outcomes[0].stdout);
    expect(audit.copies.exact).toMatchObject({ documents: 8, accuracy: 1 });
    expect(audit.messages).toBe(48);
  });

  it("says in a line that there are no headers, and that nothing leaks", async () => {
    const { code, stdout } = await thresher(["evaluate", folderWith(twoClasses(12)), "--audit", "--quiet"]);
    expect(code).toBe(0);
    expect(stdout).toContain("no document begins with a header, so there are no fields to compare\n");
  });
});
