import { chmodSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Remarks } from "../../../src/delivery/doctor/finding.js";
import { lookAtJournals, lookAtWatch } from "../../../src/delivery/doctor/look-at-files.js";
import type { JournalEntry } from "../../../src/delivery/filing/journal.js";
import { journalPath } from "../../../src/delivery/filing/journal-file.js";
import { holdLock } from "../../../src/documents/files/file-lock.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { begun, intentOf, journalLine } from "../filing/journal-entries.js";

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

const shown = (remarks: Remarks) =>
  remarks.flatMap((each) => (each ? [`${each.state} ${each.what}`.replaceAll(folder, "FOLDER")] : [])).join("\n");

describe("a look for runs of sort that were stopped", () => {
  const begin = () => begun(folder, hostname());
  const done = { step: "done", number: 1, time: "t" } as const;
  it.each<readonly [string, () => JournalEntry[], RegExp]>([
    [
      "finds messages that are half moved",
      () => [begin(), intentOf("one", {})],
      /^fault a run was stopped with 1 message half moved: run thresher sort again, which puts it in order \(FOLDER\/\.thr/,
    ],
    [
      "notices a run that was stopped between two messages",
      () => [begin(), intentOf("one", {}), done],
      /^notice a run was stopped with 0 messages half moved: run thresher sort again/,
    ],
    ["notices a journal that is not used", () => [begun("/elsewhere", hostname())], /^notice .* is about \/elsewhere/],
  ])("%s", (_, entries, found) => {
    writeFileSync(journalPath(folder, "2026-01-31T10:00:00.000Z"), entries().map(journalLine).join(""));
    expect(shown(lookAtJournals(folder, "thresher sort"))).toMatch(found);
  });
});

describe("a look at the state of mailbox watch", () => {
  const NOW = Date.now();
  const AGO = "last looked through the account";
  const REST = "start it, and it learns what you have moved since";
  const HOUR = 3_600_000;
  it.each([
    ["says that it runs", 0, true, `ok NAME is running; it ${AGO} 0 minutes ago`],
    ["notices that it has not seen the account", 2.1 * HOUR, true, `notice NAME is running; it ${AGO} 2 hours ago`],
    ["notices that it does not run", 0, false, `notice NAME is not running; it ${AGO} 0 minutes ago: ${REST}`],
    ["finds that it has not run", 72 * HOUR, false, `fault NAME is not running; it ${AGO} 3 days ago: ${REST}`],
  ])("%s", (_, age, isRunning, found) => {
    const path = join(folder, "watch");
    expect(shown(lookAtWatch(path, "NAME", NOW))).toBe("");
    writeFileSync(path, "", { mode: 0o600 });
    utimesSync(path, (NOW - age) / 1000, (NOW - age) / 1000);
    const release = isRunning ? holdLock(`${path}.lock`) : () => undefined;
    expect(shown(lookAtWatch(path, "NAME", NOW))).toBe(found);
    release();
    chmodSync(path, 0o666);
    expect(shown(lookAtWatch(path, "NAME", NOW))).toMatch(/^fault other users may have written to the state of NAME/);
  });
});
