import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Remarks } from "../../../src/delivery/doctor/finding.js";
import { lookAtJournals, lookAtWatch } from "../../../src/delivery/doctor/look-at-files.js";
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
  const looked = () => shown(lookAtJournals(folder, "thresher sort"));
  const journal = (...lines: string[]) =>
    writeFileSync(journalPath(folder, "2026-01-31T10:00:00.000Z"), lines.join(""));
  const begin = () => begun(folder, hostname());

  it("finds messages that are half moved", () => {
    journal(journalLine(begin()), journalLine(intentOf("one", {})));
    expect(looked()).toMatch(
      /^fault a run was stopped with 1 message half moved: run thresher sort again, which puts it in order \(FOLDER\/\.thresher-journal-/,
    );
  });

  it("notices a run that was stopped between two messages", () => {
    journal(
      journalLine(begin()),
      journalLine(intentOf("one", {})),
      journalLine({ step: "done", number: 1, time: "t" }),
    );
    expect(looked()).toMatch(/^notice a run was stopped with 0 messages half moved: run thresher sort again/);
  });

  it("notices a journal that is not used", () => {
    journal(journalLine(begun("/elsewhere", hostname())));
    expect(looked()).toMatch(/^notice .* is about \/elsewhere/);
  });
});

describe("a look at the state of mailbox watch", () => {
  const NOW = Date.now();
  const state = (age = 0, mode = 0o600) => {
    const path = join(folder, "watch");
    writeFileSync(path, "");
    chmodSync(path, mode);
    utimesSync(path, (NOW - age) / 1000, (NOW - age) / 1000);
    return path;
  };
  const looked = (path: string) => shown(lookAtWatch(path, "mailbox watch home", NOW));

  it("says nothing where nobody watches", () => {
    mkdirSync(join(folder, "other"));
    expect(looked(join(folder, "watch"))).toBe("");
  });

  it("says that it runs, and notices that it has not seen the account for a while", () => {
    const path = state(7_300_000);
    const release = holdLock(`${path}.lock`);
    expect(looked(path)).toBe("notice mailbox watch home is running; it last looked through the account 2 hours ago");
    expect(looked(state())).toBe("ok mailbox watch home is running; it last looked through the account 0 minutes ago");
    release();
  });

  it("notices that it does not run, which is a fault after a day", () => {
    const rest = "start it, and it learns what you have moved since";
    expect(looked(state())).toBe(
      `notice mailbox watch home is not running; it last looked through the account 0 minutes ago: ${rest}`,
    );
    expect(looked(state(3 * 86_400_000))).toBe(
      `fault mailbox watch home is not running; it last looked through the account 3 days ago: ${rest}`,
    );
  });

  it("finds a state that others may have written", () => {
    expect(looked(state(0, 0o666))).toMatch(/^fault other users may have written to the state of mailbox watch home/);
  });
});
