import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { digestOfBytes } from "../../../../src/delivery/filing/file-system.js";
import { holdLock } from "../../../../src/documents/files/file-lock.js";
import { expectFault } from "../../../helpers/expectations.js";
import { journalsIn } from "../../../helpers/folder.js";
import { type ScriptedMail, startAccount } from "../../../mailbox/filing/scripted-account.js";
import { account, messageOf, setUp, trained, WORDS } from "./mailbox-desk.js";

setUp();

let model = "";
beforeAll(async () => {
  model = await trained(5);
});

/** An inbox of junk with odd UIDs and work with even ones. */
function newInbox(messages = 6): ScriptedMail {
  const uids = Array.from({ length: messages }, (_, i) => i + 1);
  const inbox = uids.map((uid) => [uid, messageOf(uid % 2 === 1 ? WORDS.Junk : WORDS.Work, uid)] as const);
  return {
    folders: new Map([["INBOX", new Map(inbox)], ...["Junk", "Work"].map((name) => [name, new Map()] as const)]),
  };
}

/** An account that is set up. `sort` returns the outcome, and `at` the UIDs that messages had in the inbox, by folder. */
async function desk(mail: ScriptedMail) {
  const texts = new Map([...(mail.folders.get("INBOX") ?? [])].map(([uid, text]) => [text, uid]));
  const home = await account(startAccount(mail));
  return {
    ...home,
    sort: (words = "") => home.mailbox(`sort home -m ${model}${words === "" ? "" : ` ${words}`}`),
    at: () =>
      Object.fromEntries(
        [...mail.folders].map(([folder, messages]) => [folder, [...messages.values()].map((text) => texts.get(text))]),
      ),
  };
}

describe("thresher mailbox sort", () => {
  it("keeps each decision in a history", async () => {
    const { sort, cwd } = await desk(newInbox(2));
    expect(await sort("--history history")).toMatchObject({ code: 0 });
    const entries = readFileSync(join(cwd, "history"), "utf8").trimEnd().split("\n");
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
    expect(await sort("--only Junk")).toMatchObject({ code: 0, stderr: "" });
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
    const { code, stderr } = await sort();
    const said = `thresher: left 2 documents in place: INBOX#1 (${why}), INBOX#4 (${why})\n`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: said });
    expect(at()).toEqual({ INBOX: [1, 4], Junk: [3, 5], Work: [2, 6] });
  });

  it("refuses a server that can neither move nor remove single messages, and an inbox that is read-only", async () => {
    const poor = await desk({ ...newInbox(), capabilities: "IMAP4rev1 NAMESPACE" });
    const why =
      "the server has neither MOVE nor UIDPLUS, so a message cannot be moved without touching others: nothing is sorted there";
    expectFault(await poor.sort(), 1, `thresher: me at 127.0.0.1:${poor.server.port}: ${why}\n`);
    poor.server.close();
    const mail = newInbox();
    mail.instead = (name) => (name === "SELECT" ? "* 6 EXISTS\r\n* OK [UIDVALIDITY 1]\r\nOK [READ-ONLY]" : undefined);
    const { sort, at } = await desk(mail);
    expectFault(await sort(), 1, /: me at \S+: INBOX is read-only, so no message can be moved out of it\n$/);
    expect(at().INBOX).toHaveLength(6);
  });

  it("moves nothing while another command moves messages of the account", async () => {
    const { sort, at, state } = await desk(newInbox());
    await sort("--only Junk");
    const release = holdLock(join(state, "lock"));
    expect(await sort("--dry-run")).toMatchObject({ code: 0 });
    expectFault(await sort(), 1, /^thresher: \S+lock: still locked by process \d+ on [^\n]+\n$/);
    release();
    expect(at()).toEqual({ INBOX: [2, 4, 6], Junk: [1, 3, 5], Work: [] });
  });

  it("sorts only messages that were received since a day", async () => {
    const mail = newInbox();
    mail.instead = (name, args) =>
      name === "UID SEARCH" && args === "UNDELETED SINCE 05-Jan-2026" ? "* SEARCH 5 6\r\nOK" : undefined;
    const { sort, mailbox, at, state } = await desk(mail);
    expect(await sort("--since 2026-01-05")).toMatchObject({ code: 0, stderr: "" });
    expect(at()).toEqual({ INBOX: [1, 2, 3, 4], Junk: [5], Work: [6] });
    expectFault(await sort("--since January"), 2, "give a day such as 2026-01-31");
    const [journal] = journalsIn(state);
    expect(await mailbox(`sort home --undo ${join(state, journal)} --since 2026-01-05`)).toMatchObject({ code: 2 });
  });

  it("finishes the move that a stopped watch has left half done", async () => {
    const mail = { ...newInbox(1), capabilities: "IMAP4rev1 NAMESPACE UIDPLUS" };
    const text = mail.folders.get("INBOX")?.get(1) ?? "";
    mail.folders.get("Junk")?.set(1, text);
    const { sort, at, state } = await desk(mail);
    const ids = { source: "INBOX;UIDVALIDITY=1/;UID=1", target: "Junk", temporary: "Junk;UIDVALIDITY=1/;UID=1" };
    const move = { ...digestOfBytes(Buffer.from(text)), ...ids, key: "k" };
    mkdirSync(state, { recursive: true, mode: 0o700 });
    writeFileSync(join(state, "watch"), `${JSON.stringify({ away: [], move, isComplete: true })}\n`, { mode: 0o600 });
    expect(await sort()).toMatchObject({ code: 0, stderr: "" });
    expect(at()).toEqual({ INBOX: [], Junk: [1], Work: [] });
    expect(readFileSync(join(state, "watch"), "utf8")).toContain('"move":null');
  });
});

describe("messages that thresher mailbox sort leaves in the inbox", () => {
  const QUESTION = "Subject: q\r\n\r\nqqq\r\n";
  /** The UIDs of the messages that were downloaded since the last call. */
  const downloads = (received: string[]) =>
    received
      .splice(0)
      .flatMap((line) => (/^UID FETCH ([\d,]+) .*BODY/.exec(line)?.[1] ?? "").split(",").filter(Boolean).map(Number));

  function withQuestion(messages?: number) {
    const mail = newInbox(messages);
    mail.folders.get("INBOX")?.set(9, QUESTION);
    return mail;
  }

  it("are not downloaded again, and the output is the same, but for their headings", async () => {
    const mail = withQuestion(2);
    const { sort, server } = await desk(mail);
    await sort();
    downloads(server.received);
    mail.folders.get("INBOX")?.set(10, QUESTION);
    const [second, third] = [await sort("--json"), await sort("--json")];
    expect(downloads(server.received)).toEqual([10]);
    const left = { label: expect.any(String), outcome: "left", why: "unsure" };
    expect(JSON.parse(second.stdout).messages).toMatchObject([
      { path: "INBOX#9", ...left },
      { path: "INBOX#10", ...left },
    ]);
    expect(third).toEqual(second);
  });

  it("are downloaded again with other options, another model, or another UIDVALIDITY, and for a dry run", async () => {
    const mail = withQuestion();
    const { mailbox, server, at } = await desk(mail);
    const again = async (more = "", by = model) => {
      downloads(server.received);
      expect(await mailbox(`sort home -m ${by} --only Junk${more}`)).toMatchObject({ code: 0, stderr: "" });
      return downloads(server.received);
    };
    expect(await again()).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 9]));
    expect(await again()).toEqual([]);
    expect(await again(" --dry-run")).toEqual([2, 4, 6, 9]);
    expect(await again(" --unsure-below 0.9")).toEqual([2, 4, 6, 9]);
    mail.validity = 2;
    expect(await again(" --unsure-below 0.9")).toEqual([2, 4, 6, 9]);
    expect(await again(" --unsure-below 0.9", await trained(6))).toEqual([2, 4, 6, 9]);
    expect(at().INBOX).toHaveLength(4);
  });
});
