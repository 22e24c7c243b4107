import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Remarks } from "../../../src/delivery/doctor/finding.js";
import {
  lookAtDovecot,
  lookAtJournals,
  lookAtWatch,
  placesOfDovecot,
} from "../../../src/delivery/doctor/look-at-files.js";
import type { JournalEntry } from "../../../src/delivery/filing/journal.js";
import { journalPath } from "../../../src/delivery/filing/journal-file.js";
import { holdLock } from "../../../src/documents/files/file-lock.js";
import { temporaryFolder, write } from "../../helpers/folder.js";
import { begun, intentOf, journalLine } from "../filing/journal-entries.js";

const HOUR = 3_600_000;
const NOW = Date.now();
let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
const writtenAgo = (path: string, age: number) => utimesSync(path, (NOW - age) / 1000, (NOW - age) / 1000);
const shown = (remarks: Remarks) =>
  remarks.flatMap((each) => (each ? [`${each.state} ${each.what}`.replaceAll(folder, "FOLDER")] : [])).join("\n");

describe("a look for runs of sort that were stopped", () => {
  const half = intentOf("one", {});
  const done = { step: "done", number: 1, time: "t" } as const;
  const advice = "half moved: run thresher sort again, which puts it in order (FOLDER/.thresher-journal-";
  it.each<readonly [string, string, readonly JournalEntry[], string]>([
    ["finds messages that are half moved", "", [half], `fault a run was stopped with 1 message ${advice}`],
    ["notices a run stopped in between", "", [half, done], `notice a run was stopped with 0 messages ${advice}`],
    ["notices a journal that is not used", "/elsewhere", [], " is about /elsewhere, but does not lie in it"],
  ])("%s", (_, into, entries, found) => {
    const all = [begun(into || folder, hostname()), ...entries];
    writeFileSync(journalPath(folder, "2026-01-31T10:00:00.000Z"), all.map(journalLine).join(""));
    const said = shown(lookAtJournals(folder, "thresher sort"));
    expect(said).toContain(found);
    expect(said).toMatch(into === "" ? /^[^\n]+$/ : /^notice /);
  });
});

describe("a look at the state of mailbox watch", () => {
  const AGO = "last looked through the account";
  const REST = "start it, and it learns what you have moved since";
  it.each([
    ["says that it runs", 0, true, `ok NAME is running; it ${AGO} 0 minutes ago`],
    ["notices that it has not seen the account", 2.1 * HOUR, true, `notice NAME is running; it ${AGO} 2 hours ago`],
    ["notices that it does not run", 0, false, `notice NAME is not running; it ${AGO} 0 minutes ago: ${REST}`],
    ["finds that it has not run", 72 * HOUR, false, `fault NAME is not running; it ${AGO} 3 days ago: ${REST}`],
  ])("%s", (_, age, isRunning, found) => {
    const path = join(folder, "watch");
    expect(shown(lookAtWatch(path, "NAME", NOW))).toBe("");
    writeFileSync(path, "", { mode: 0o600 });
    writtenAgo(path, age);
    const release = isRunning ? holdLock(`${path}.lock`) : () => undefined;
    expect(shown(lookAtWatch(path, "NAME", NOW))).toBe(found);
    release();
    chmodSync(path, 0o666);
    expect(shown(lookAtWatch(path, "NAME", NOW))).toMatch(/^fault other users may have written to the state of NAME/);
  });
});

describe("a look at Dovecot's files", () => {
  let script = "";
  beforeEach(() => {
    script = join(folder, "dovecot/sieve-pipe/thresher-learn");
    cpSync("src/delivery/setup/dovecot/etc/dovecot", join(folder, "dovecot"), { recursive: true });
  });
  const looked = () => shown(lookAtDovecot(script, folder, Date.now()));

  it("takes from the script the model of the user or the socket of a server, if they are there, and else the port", () => {
    const learner = () => placesOfDovecot(folder, script).slice(1);
    const change = (from: RegExp, to: string) => writeFileSync(script, readFileSync(script, "utf8").replace(from, to));
    change(/^server=.*/m, `server=${folder}/learn`);
    expect(learner()).toEqual([["tell", "127.0.0.1:783"]]);
    write(folder, { learn: {} });
    expect(learner()).toEqual([["learnSocket", `${folder}/learn`]]);
    rmSync(join(folder, "learn"), { recursive: true });
    change(/^spamd=.*\n/m, "");
    expect(learner()).toEqual([["learnSocket", `${folder}/learn`]]);
    write(folder, { "mail.model": "" });
    const model = ["model", join(folder, "mail.model")];
    expect(placesOfDovecot(folder, script)).toEqual([["dovecot", script], model]);
  });

  it("finds a script that cannot run, and a configuration that is gone", () => {
    chmodSync(script, 0o644);
    rmSync(join(folder, "dovecot/conf.d"), { recursive: true });
    expect(looked().split("\n")).toEqual([
      "fault Dovecot cannot run it: run chmod 755 FOLDER/dovecot/sieve-pipe/thresher-learn",
      expect.stringMatching(/^fault FOLDER\/.*95-thresher.conf is not there, so Dovecot calls no script/),
    ]);
  });

  it("finds lessons that wait for long, and those that were refused", () => {
    const queue = join(folder, ".thresher-lessons");
    mkdirSync(join(queue, "refused"), { recursive: true });
    write(queue, { "00000001.77.spam": "", ".lock": "" });
    expect(looked()).toContain("ok 1 lesson waits in FOLDER/.thresher-lessons for 0 minutes");
    writtenAgo(join(queue, "00000001.77.spam"), 3 * HOUR);
    write(queue, { refused: { "00000002.78.ham": "" } });
    expect(looked().split("\n").slice(1)).toEqual([
      expect.stringMatching(/^fault 1 lesson waits in FOLDER\/\.thresher-lessons for 3 hours: nothing learns them/),
      expect.stringMatching(/^notice 1 lesson in FOLDER\/\.thresher-lessons\/refused: the server refused them/),
    ]);
  });
});
