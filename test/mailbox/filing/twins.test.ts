import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { journalPath } from "../../../src/delivery/filing/journal-file.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import { placeText } from "../../../src/mailbox/filing/place.js";
import { filedPlaces } from "../../../src/mailbox/watching/watch-state.js";
import { fullAtLine, whileCalls } from "../../helpers/faults-here.js";
import { temporaryFolder } from "../../helpers/folder.js";
import {
  COPYING,
  cutAt,
  MOVING,
  type ScriptedMail,
  sorted,
  storeOf,
  TEXT,
  transfer,
  undone,
} from "./scripted-account.js";

const SERVERS = [
  ["with MOVE", MOVING],
  ["without MOVE", COPYING],
] as const;

/** An inbox of identical messages, received on the days of their UIDs, and an older one in Junk, received on day 20. */
function twins(capabilities: string, uids = [1, 2, 3]): ScriptedMail {
  const folders = { INBOX: new Map(uids.map((uid) => [uid, TEXT])), Junk: new Map([[1, TEXT]]) };
  const days = new Map([...uids.map((uid) => [`INBOX#${uid}`, uid] as const), ["Junk#1", 20]]);
  return { capabilities, folders: new Map(Object.entries(folders)), days };
}

/** The days of the messages in both folders, ascending. */
function daysOf({ folders, days }: ScriptedMail) {
  const daysIn = (folder: string) =>
    [...(folders.get(folder)?.keys() ?? [])].map((uid) => days?.get(`${folder}#${uid}`) ?? 1).sort((a, b) => a - b);
  return { inbox: daysIn("INBOX"), junk: daysIn("Junk") };
}

describe.each(SERVERS)("identical messages on a server %s", (_, capabilities) => {
  it("are moved and come back, each with its own date, beside one that was there before", async () => {
    const mail = twins(capabilities);
    const journal = await sorted(mail);
    expect(daysOf(mail)).toEqual({ inbox: [], junk: [1, 2, 3, 20] });
    expect(await undone(mail, journal)).toEqual(["back", "back", "back"]);
    expect(daysOf(mail)).toEqual({ inbox: [1, 2, 3], junk: [20] });
    expect(await undone(mail, journal)).toEqual([]);
  });

  it("are known to have come back by an undo, which teaches `watch` nothing, also if it was stopped", async () => {
    const mail = twins(capabilities);
    const folder = temporaryFolder();
    const journal = await sorted(mail, undefined, journalPath(folder, "2026-01-31T10:00:00.000Z"));
    cutAt(mail, capabilities === MOVING ? "UID MOVE" : "UID EXPUNGE", 2);
    await expect(undone(mail, journal)).rejects.toThrow(DataError);
    mail.instead = undefined;
    await undone(mail, journal);
    const back = [...(mail.folders.get("INBOX")?.keys() ?? [])];
    expect(back).toHaveLength(3);
    const places = back.map((uid) => placeText({ folder: "INBOX", validity: "1", uid }));
    expect([...filedPlaces(folder, "home")].sort()).toEqual(places.sort());
  });

  it("do not stand for one that is gone when they should come back", async () => {
    const mail = twins(capabilities);
    const journal = await sorted(mail);
    const second = [...(mail.folders.get("Junk")?.keys() ?? [])].find((uid) => mail.days?.get(`Junk#${uid}`) === 2);
    mail.folders.get("Junk")?.delete(second ?? 0);
    expect(await undone(mail, journal)).toEqual(["back", "kept", "back"]);
    expect(daysOf(mail)).toEqual({ inbox: [1, 3], junk: [20] });
  });
});

describe("identical messages that come back without MOVE", () => {
  it.each([
    ["before it is copied", "UID COPY", false],
    ["after it is copied", "UID COPY", true],
    ["before the other one is removed", "UID EXPUNGE", false],
  ])("are there once each if the connection breaks for good %s, whichever it is", async (_, command, isCopied) => {
    for (const n of [1, 2, 3]) {
      const mail = twins(COPYING);
      const journal = await sorted(mail);
      // The last one comes back first.
      const uid = [...(mail.folders.get("Junk")?.keys() ?? [])].at(-n) ?? 0;
      cutAt(mail, command, n, () => isCopied && transfer(mail, "Junk", uid, "INBOX"));
      // With another attempt, only the answer to the command is lost.
      if (n === 2) expect(await undone(mail, journal, [0])).toEqual(["back", "back", "back"]);
      else await expect(undone(mail, journal)).rejects.toThrow(DataError);
      mail.instead = undefined;
      await undone(mail, journal);
      expect({ n, ...daysOf(mail) }).toEqual({ n, inbox: [1, 2, 3], junk: [20] });
    }
  });

  it("are all there if one was refused, and another came back in its place", async () => {
    const mail = twins(COPYING);
    const journal = await sorted(mail);
    let refusals = 0;
    mail.instead = (name) => (name === "UID COPY" && refusals++ === 0 ? "NO [LIMIT] not now" : undefined);
    expect(await undone(mail, journal)).toEqual(["kept", "back", "back"]);
    mail.instead = undefined;
    expect(await undone(mail, journal)).toEqual(["back"]);
    expect(daysOf(mail)).toEqual({ inbox: [1, 2, 3], junk: [20] });
  });

  it("are all there if another program moved one into the folder while a stopped run had another under way", async () => {
    const mail = twins(COPYING);
    cutAt(mail, "UID COPY", 1);
    const journal = join(temporaryFolder(), "j.jsonl");
    await expect(sorted(mail, undefined, journal)).rejects.toThrow(DataError);
    mail.instead = undefined;
    transfer(mail, "INBOX", 2, "Junk", true);
    expect((await repair(readJournal(journal, "home"), { store: await storeOf(mail) })).steps[0].state).toBe("failed");
    await sorted(mail, [1, 3]);
    expect(daysOf(mail)).toEqual({ inbox: [], junk: [1, 2, 3, 20] });
  });
});

describe("a message that was moved when the connection broke", () => {
  it("comes back itself, although another one with the same bytes has come to its folder since", async () => {
    const mail = twins(MOVING, [1]);
    cutAt(mail, "UID MOVE", 1, () => transfer(mail, "INBOX", 1, "Junk", true));
    const journal = join(temporaryFolder(), "j.jsonl");
    await expect(sorted(mail, [1], journal)).rejects.toThrow(DataError);
    mail.instead = undefined;
    await repair(readJournal(journal, "home"), { store: await storeOf(mail) });
    mail.folders.get("Junk")?.set(9, TEXT);
    mail.days?.set("Junk#9", 9);
    expect(await undone(mail, journal)).toEqual(["back"]);
    expect(daysOf(mail)).toEqual({ inbox: [1], junk: [9, 20] });
  });
});

describe("a server that changes what it copies", () => {
  it("keeps the messages where they were, and no copies, however often they are sorted", async () => {
    const mail = twins(COPYING, [1]);
    let uid = 1;
    mail.instead = (name) => {
      if (name !== "UID COPY") return undefined;
      mail.folders.get("Junk")?.set(++uid, `X-Copied: yes\r\n${TEXT}`);
      return `OK [COPYUID 1 1 ${uid}] done`;
    };
    for (let run = 0; run < 3; run++) {
      const journal = await sorted(mail, [1]);
      expect(readFileSync(journal, "utf8")).toContain("the server changes it when it copies it");
      expect(daysOf(mail)).toEqual({ inbox: [1], junk: [20] });
    }
  });
});

describe.each(SERVERS)("a disk that gets full at any line of the journal, %s", (_, capabilities) => {
  type Filling = (run: () => Promise<unknown>) => Promise<void>;

  /** Calls something that fills the disk at the n-th line, for each n until it does not get full. */
  async function atEveryLine(call: (mail: ScriptedMail, filling: Filling, n: number) => Promise<void>) {
    for (let [n, isFull] = [1, true]; isFull; n++) {
      isFull = false;
      const calls = fullAtLine(n, () => {
        isFull = true;
      });
      const failed = (error: unknown) => expect(error).toBeInstanceOf(DataError);
      const mail = twins(capabilities, [1, 2]);
      await call(mail, (run) => whileCalls(calls, async () => void (await run().catch(failed))), n);
      expect({ n, ...daysOf(mail) }).toEqual({ n, inbox: [1, 2], junk: [20] });
    }
  }

  it("loses and doubles no message, and the journal can be used afterwards", async () => {
    await atEveryLine(async (mail, filling, n) => {
      const journal = join(temporaryFolder(), "j.jsonl");
      await filling(() => sorted(mail, [1, 2], journal));
      expect(Object.values(daysOf(mail)).flat().toSorted()).toEqual([1, 2, 20]);
      // A journal without a whole line says nothing.
      if (n > 1) await undone(mail, journal);
    });
  });

  it("loses and doubles no message that comes back", async () => {
    await atEveryLine(async (mail, filling) => {
      const journal = await sorted(mail, [1, 2]);
      await filling(() => undone(mail, journal));
      await undone(mail, journal);
    });
  });
});
