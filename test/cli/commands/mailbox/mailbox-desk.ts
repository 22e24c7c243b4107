import { join } from "node:path";
import { afterEach } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { outputOf } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import type { TestImapServer } from "../../../helpers/imap-server.js";

export const WORDS = { Junk: "winner cash prize", Work: "meeting lunch report" } as const;

let server: TestImapServer | undefined;

/** To be called by each test file that uses these helpers. */
export function setUp(): void {
  afterEach(() => server?.close());
}

/** An account on a server, in a folder of its own. `mailbox` runs one of the commands for it. */
export async function account(started: Promise<TestImapServer>) {
  server = await started;
  const cwd = temporaryFolder();
  const [config, state] = [join(cwd, "config"), join(cwd, "state")];
  const secrets = { THRESHER_PASSWORD_HOME: "secret", TMPDIR: temporaryFolder() };
  const home = { cwd, env: { XDG_CONFIG_HOME: config, XDG_STATE_HOME: state, ...secrets } };
  await outputOf(`mailbox add home --host 127.0.0.1:${server.port} --user me --security plain`, home);
  const mailbox = (words: string) => thresher(`mailbox ${words}`, home);
  return { ...home, server, state: join(state, "thresher/mailbox/home"), mailbox };
}

/** A model of so many messages of each class. */
export async function trained(messages: number, ...options: string[]): Promise<string> {
  const texts = (words: string) =>
    Object.fromEntries(Array.from({ length: messages }, (_, i) => [`${i}.eml`, messageOf(words, i + 1)]));
  const corpus = folderWith({ Junk: texts(WORDS.Junk), Work: texts(WORDS.Work) });
  const model = join(temporaryFolder(), "mail.model");
  await outputOf(["train", corpus, "-m", model, "--preset", "mail", ...options]);
  return model;
}

export function messageOf(words: string, i: number): string {
  return `Subject: ${words}\r\n\r\n${words} number ${i}\r\n`;
}
