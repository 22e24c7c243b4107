import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { holdLock } from "../../../../src/documents/files/file-lock.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { desk, model, newInbox, setUp, WORDS } from "./mailbox-desk.js";

setUp();

describe("thresher mailbox sort", () => {
  it("keeps each decision in a history", async () => {
    const { sort } = await desk(newInbox(2));
    const history = join(temporaryFolder(), "history");
    expect(await sort("-m", model, "--history", history)).toMatchObject({ code: 0 });
    const entries = readFileSync(history, "utf8").trimEnd().split("\n");
    expect(entries.map((line) => JSON.parse(line))).toMatchObject([
      { command: "mailbox sort", id: "home/INBOX#1", filed: "Junk", label: "Junk", subject: WORDS.Junk },
      { command: "mailbox sort", id: "home/INBOX#2", filed: "Work", label: "Work", subject: WORDS.Work },
    ]);
  });

  it("moves what --only names, and leaves unsure messages and those that are marked as deleted", async () => {
    const mail = newInbox();
    mail.folders.get("INBOX")?.set(7, "Subject: q\r\n\r\nqqq\r\n");
    mail.instead = (name, args) =>
      name === "UID SEARCH" && args.includes("UNDELETED") ? "* SEARCH 1 2 7\r\nOK" : undefined;
    const { sort, at } = await desk(mail);
    expect(await sort("-m", model, "--only", "Junk")).toMatchObject({ code: 0, stderr: "" });
    expect(at()).toEqual({ INBOX: [2, 3, 4, 5, 6, 7], Junk: [1], Work: [] });
  });

  it.each([
    ["NO [OVERQUOTA] full", "the mailbox is full (over quota): make room, and run the command again"],
    ["NO [NOPERM] no", "the server gives no permission for it"],
    ["NO the moon is wrong", "the server refuses it: the moon is wrong"],
    ["BAD [X] \u001b[31mred", "the server refuses it: \\u001b[31mred"],
  ])("names what the server refuses to move, goes on, and has exit code 1: %s", async (answer, why) => {
    const mail = newInbox();
    mail.instead = (name, args) => (name === "UID MOVE" && /^[14] /.test(args) ? answer : undefined);
    const { sort, at } = await desk(mail);
    const { code, stderr } = await sort("-m", model);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `thresher: left 2 documents in place: INBOX#1 (${why}), INBOX#4 (${why})\n`,
    });
    expect(at()).toEqual({ INBOX: [1, 4], Junk: [3, 5], Work: [2, 6] });
  });

  it("refuses a server that can neither move nor remove single messages, and an inbox that is read-only", async () => {
    const poor = await desk({ ...newInbox(), capabilities: "IMAP4rev1 NAMESPACE" });
    const refused = await poor.sort("-m", model);
    expect({ ...refused, stderr: refused.stderr.replace(/:\d+:/, ":143:") }).toMatchObject({
      code: 1,
      stderr:
        "thresher: me at 127.0.0.1:143: the server has neither MOVE nor UIDPLUS, so a message cannot be moved without touching others: nothing is sorted there\n",
    });
    poor.server.close();
    const mail = newInbox();
    mail.instead = (name) => (name === "SELECT" ? "* 6 EXISTS\r\n* OK [UIDVALIDITY 1]\r\nOK [READ-ONLY]" : undefined);
    const { sort, at } = await desk(mail);
    const { code, stderr } = await sort("-m", model);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^thresher: me at \S+: INBOX is read-only, so no message can be moved out of it\n$/),
    ]);
    expect(at().INBOX).toHaveLength(6);
  });

  it("moves nothing while another command moves messages of the account", async () => {
    const { sort, at, state } = await desk(newInbox());
    await sort("-m", model, "--only", "Junk");
    const release = holdLock(join(state, "lock"));
    expect(await sort("-m", model, "--dry-run")).toMatchObject({ code: 0 });
    expect(await sort("-m", model)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^thresher: \S+lock: still locked by process \d+ on [^\n]+\n$/),
    });
    release();
    expect(at()).toEqual({ INBOX: [2, 4, 6], Junk: [1, 3, 5], Work: [] });
  });

  it("sorts only messages that were received since a day", async () => {
    const mail = newInbox();
    mail.instead = (name, args) =>
      name === "UID SEARCH" && args === "UNDELETED SINCE 05-Jan-2026" ? "* SEARCH 5 6\r\nOK" : undefined;
    const { sort, at, journals } = await desk(mail);
    expect(await sort("-m", model, "--since", "2026-01-05")).toMatchObject({ code: 0, stderr: "" });
    expect(at()).toEqual({ INBOX: [1, 2, 3, 4], Junk: [5], Work: [6] });
    expect(await sort("-m", model, "--since", "5 January")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("give a day such as 2026-01-31"),
    });
    expect(await sort("--undo", journals()[0], "--since", "2026-01-05")).toMatchObject({ code: 2 });
  });
});
