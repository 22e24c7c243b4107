import { join } from "node:path";
import { afterEach, beforeAll, expect } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { folderWith, journalsIn, temporaryFolder } from "../../../helpers/folder.js";
import type { TestImapServer } from "../../../helpers/imap-server.js";
import { type ScriptedMail, startAccount } from "../../../mailbox/filing/scripted-account.js";

export const WORDS = { Junk: "winner cash prize", Work: "meeting lunch report" } as const;
export const COPYING = "IMAP4rev1 NAMESPACE UIDPLUS";

export let model = "";
export let server: TestImapServer | undefined;

/** Trains a model with so many messages of each class. */
export async function train(path: string, messages: number): Promise<void> {
  const numbers = Array.from({ length: messages }, (_, i) => i + 1);
  const texts = (words: string) => Object.fromEntries(numbers.map((i) => [`${i}.eml`, messageOf(words, i)]));
  const corpus = folderWith({ Junk: texts(WORDS.Junk), Work: texts(WORDS.Work) });
  expect(await thresher(["train", corpus, "-m", path, "--preset", "mail"])).toMatchObject({ code: 0 });
}

export function messageOf(words: string, i: number): string {
  return `Subject: ${words}\r\n\r\n${words} number ${i}\r\n`;
}

/** An inbox of junk with odd UIDs and work with even ones. */
export function newInbox(messages = 6): ScriptedMail {
  const uids = Array.from({ length: messages }, (_, i) => i + 1);
  const inbox = uids.map((uid) => [uid, messageOf(uid % 2 === 1 ? WORDS.Junk : WORDS.Work, uid)] as const);
  return {
    folders: new Map([["INBOX", new Map(inbox)], ...["Junk", "Work"].map((name) => [name, new Map()] as const)]),
  };
}

/** An account that is set up. `sort` returns the outcome, and `at` the UIDs that messages had in the inbox, by folder. */
export async function desk(mail: ScriptedMail) {
  const texts = new Map([...(mail.folders.get("INBOX") ?? [])].map(([uid, text]) => [text, uid]));
  server = await startAccount(mail);
  const env = { XDG_CONFIG_HOME: temporaryFolder(), XDG_STATE_HOME: temporaryFolder() };
  const place = ["--host", `127.0.0.1:${server.port}`, "--security", "plain", "--user", "me"];
  const added = await thresher(["mailbox", "add", "home", ...place, "--password-command", "echo secret"], { env });
  expect(added).toMatchObject({ code: 0 });
  const state = join(env.XDG_STATE_HOME, "thresher/mailbox/home");
  return {
    server,
    state,
    journals: () => journalsIn(state).map((name) => join(state, name)),
    sort: (...args: string[]) => thresher(["mailbox", "sort", "home", ...args], { env }),
    at: () =>
      Object.fromEntries(
        [...mail.folders].map(([folder, messages]) => [folder, [...messages.values()].map((text) => texts.get(text))]),
      ),
    /** The commands that came since the last call. */
    commands: () => server?.received.splice(0) ?? [],
  };
}

/** To be called by each test file that uses these helpers. */
export function setUp(): void {
  beforeAll(() => {
    model = join(temporaryFolder(), "mail.model");
    return train(model, 5);
  });
  afterEach(() => server?.close());
}
