import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { IntentEntry, JournalEntry } from "../../src/delivery/filing/journal.js";
import { begun, intentOf, journalLine } from "../delivery/filing/journal-entries.js";
import { COMMAND, execute, thresher } from "../helpers/command.js";
import { folderWith, journalsIn, namesIn } from "../helpers/folder.js";
import { trainedModel } from "../helpers/trained-model.js";

const model = trainedModel({ remember: true });
const HAM = "meeting lunch report\n";
const SECRET = "a letter of mine\n";
/** Any user but root. */
const STRANGER = 65534;
const isRoot = process.geteuid?.() === 0;

const begin = (into: string) => begun(into, hostname());
const intent = (change: Partial<IntentEntry>) => intentOf(SECRET, { target: "ham/copy", ...change });

/** A desk with an inbox, a file that is nobody's business, and a folder to sort into, in which a copy of that lies. */
function desk() {
  const folder = folderWith({ inbox: { "1.txt": HAM }, home: { secret: SECRET }, sorted: { ham: { copy: SECRET } } });
  const [sorted, secret] = [join(folder, "sorted"), join(folder, "home/secret")];
  const journal = join(sorted, ".thresher-journal-0.jsonl");
  chmodSync(secret, 0o600);
  const forge = (...entries: readonly JournalEntry[]) =>
    writeFileSync(journal, entries.map(journalLine).join(""), { mode: 0o600 });
  const sort = (...args: string[]) => thresher(["sort", ...args], { cwd: folder });
  return { folder, sorted, secret, journal, forge, sort };
}

describe("a journal of a stranger", () => {
  it.skipIf(!isRoot)(
    "deletes nothing, is named, and keeps nobody from sorting (as root, who can give files away)",
    async () => {
      const { sorted, secret, journal, forge, sort } = desk();
      forge(begin(sorted), intent({ source: secret }));
      chownSync(journal, STRANGER, STRANGER);
      const { code, stderr } = await sort("inbox", "-m", model, "--into", "sorted");
      expect(code).toBe(0);
      expect(stderr).toMatch(/^thresher: .*sorted has 1 journal of other users, which are not used\n$/);
      expect(readFileSync(secret, "utf8")).toBe(SECRET);
      expect(readFileSync(join(sorted, "ham/1.txt"), "utf8")).toBe(HAM);
      // Its own journal is beside it, and can be taken back.
      const [, name] = journalsIn(sorted);
      const undone = await sort("--undo", join("sorted", name));
      expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining("1 copy removed.") });
      expect(namesIn(join(sorted, "ham"))).toEqual(["copy"]);
    },
  );
});

describe("a run that was stopped", () => {
  it("is repaired before the next run, touches no file outside the folder, and shows each file that it removes", async () => {
    const { folder, sorted, secret, forge, sort } = desk();
    forge(begin(sorted), intent({ source: secret }));
    writeFileSync(join(sorted, "ham/.thresher-1-x-1.tmp"), "a let");
    const trial = await sort("inbox", "-m", model, "--into", "sorted", "--dry-run");
    const lines = (removed: string, order: string) =>
      [
        `thresher: an earlier run was stopped: 1 document ${order} (sorted/.thresher-journal-0.jsonl)`,
        `thresher: ${removed} sorted/ham/.thresher-1-x-1.tmp, which is not a whole document`,
        "thresher: home/secret is in sorted/ham/copy, too: sort it again, or take that run back, to have it once",
        "",
      ].join("\n");
    expect(trial.stderr).toBe(lines("would remove", "to put in order"));
    expect(namesIn(join(sorted, "ham"))).toEqual([".thresher-1-x-1.tmp", "copy"]);
    const { code, stderr } = await sort("inbox", "-m", model, "--into", "sorted");
    expect({ code, stderr }).toEqual({ code: 0, stderr: lines("removed", "put in order") });
    expect(namesIn(join(sorted, "ham"))).toEqual(["1.txt", "copy"]);
    expect(readFileSync(secret, "utf8")).toBe(SECRET);
    expect(namesIn(folder)).toContain("inbox/1.txt");
  });
});

it("sorts out of and into whole paths from a folder that has been removed, to its last line", async () => {
  const { folder, sorted } = desk();
  mkdirSync(join(folder, "gone"));
  const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
  const sort = [process.execPath, COMMAND, "sort", join(folder, "inbox"), "-m", model, "--into", sorted, "--move"];
  const { code, stdout, stderr } = await execute("sh", ["-c", script, "sh", join(folder, "gone"), ...sort]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`To undo it: thresher sort --undo ${sorted}/.thresher-journal-`);
  expect(namesIn(join(folder, "inbox"))).toEqual([]);
});
