import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { each, thresher } from "../helpers/command.js";
import { bytesOf, folderWith, type Tree, temporaryFolder } from "../helpers/folder.js";

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
});
