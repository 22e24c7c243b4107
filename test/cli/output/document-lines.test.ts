import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MAX_LINES } from "../../../src/cli/output/document-lines.js";
import { thresher } from "../../helpers/command.js";
import { folderWith, write } from "../../helpers/folder.js";
import { trainedModel } from "../../helpers/trained-model.js";

const TOO_MANY = MAX_LINES + 1;

describe("commands that are given many documents", () => {
  const model = trainedModel({ remember: true });
  const text = (i: number) => `${i % 2 ? "winner cash prize" : "meeting lunch report"} own${i}\n`;
  const inbox = Object.fromEntries(Array.from({ length: TOO_MANY }, (_, i) => [`${i}.txt`, text(i)]));

  it("print a line for documents that are relabelled, unknown or left out, and with --each for all", async () => {
    const folder = folderWith({ inbox });
    const [learned, one] = [join(folder, "mail.model"), join(folder, "inbox/7.txt")];
    await thresher(["learn", "spam", one, "-m", learned]);
    const run = (...args: string[]) => thresher([...args, "-m", learned], { cwd: folder });
    const trial = await run("learn", "ham", "inbox", "--dry-run", "--each");
    expect(trial.stdout.split("\n")).toHaveLength(TOO_MANY + 2);
    write(folder, { inbox: { binary: "\0\0" } });
    const { stdout } = await run("learn", "ham", "inbox");
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^relabelled +spam → ham {2}inbox\/7\.txt$/),
      expect.stringMatching(/^not text +.*inbox\/binary$/),
      expect.stringMatching(/^100 learned, 1 relabelled, 1 not text\. /),
      "Not listed: 100 documents (--each lists all).",
      "",
    ]);
    const relabelled = await run("relabel", "spam", "inbox");
    expect(relabelled.stdout).toMatch(
      /^not known .*binary\n101 relabelled, .*\nNot listed: 101 documents \(--each lists all/,
    );
    await run("unlearn", one);
    const unlearned = await run("unlearn", "inbox", "--exclude", "binary");
    expect(unlearned.stdout).toMatch(/^not known +inbox\/7\.txt\n100 unlearned, 1 not known\. .*\nNot listed: 100 /);
  });

  it("print a line for documents that are left in place, and name the journal that has the others", async () => {
    const folder = folderWith({ inbox: { ...inbox, odd: "letter" } });
    const args = ["sort", "inbox", "-m", model, "--into", "sorted", "--move", "--unsure-below", "60%"];
    const trial = await thresher([...args, "--dry-run"], { cwd: folder });
    expect(trial.stdout).toMatch(/^Not listed: 101 documents \(--each lists all\)\.$/m);
    const { stdout } = await thresher(args, { cwd: folder });
    const [, journal] = /sort --undo (\S+)/.exec(stdout) ?? [];
    expect(stdout.split("\n").slice(0, 8)).toEqual([
      expect.stringMatching(/^inbox\/odd +ham {3}0\.500 {2}unsure, left$/),
      "",
      "class     moved  left",
      "ham          51     0",
      "spam         50     0",
      "(unsure)      0     1",
      "",
      `Not listed: 101 documents; ${journal} says where each was filed (--each lists all).`,
    ]);
    expect(readFileSync(join(folder, journal), "utf8").match(/"step":"done"/g)).toHaveLength(TOO_MANY);
    write(folder, { sorted: { ham: { "0.txt": "edited" } } });
    const undone = await thresher(["sort", "--undo", journal], { cwd: folder });
    expect(undone.stdout).toBe(
      "sorted/ham/0.txt  left: it has been changed\n\n100 back where they were, 1 left as it is.\n" +
        `Not listed: 100 documents; ${journal} says where each was filed (--each lists all).\n`,
    );
  });
});
