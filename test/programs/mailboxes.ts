import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { expect } from "vitest";
import { encodedFolderName } from "../../src/documents/files/safe-name.js";
import { type Outcome, type RunOptions, thresher, thresherProcess } from "../helpers/command.js";
import { type DovecotOptions, PASSWORD, TestDovecot, USER } from "../helpers/dovecot.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import type { ImapDaemon } from "../helpers/imap-daemon.js";

/** The classes of the tests, each with words of its own, and the name of its folder below the prefix. */
export const CLASSES = [
  { label: "Junk", folder: ["Junk"], words: "cheap pills winner lottery" },
  { label: "Work.Money", folder: ["Work", "Money"], words: "invoice payment budget meeting" },
  { label: "Grüße & mehr", folder: ["Grüße & mehr"], words: "birthday holiday family greetings" },
] as const;

/** Trains a model of the classes. */
export async function classModel(): Promise<string> {
  const folders = CLASSES.map(({ label, words }) => {
    const messages = Array.from({ length: 8 }, (_, i) => [
      `${i}.a.h:2,S`,
      `Subject: ${words}\n\n${words} ${label} ${i}\n`,
    ]);
    return [`.${encodedFolderName(label)}`, { cur: Object.fromEntries(messages), new: {}, tmp: {} }] as const;
  });
  const maildir = folderWith({ cur: {}, new: {}, tmp: {}, ...Object.fromEntries(folders) });
  const model = join(temporaryFolder(), "mail.model");
  expect((await thresher(["train", maildir, "-m", model, "--preset", "mail", "--remember", "--quiet"])).code).toBe(0);
  return model;
}

/** A message as a server keeps it. */
export interface Kept {
  readonly folder: string;
  readonly flags: string;
  readonly date: number;
}

/** The capabilities of a Dovecot without MOVE. */
export const WITHOUT_MOVE = "imap_capability = IMAP4rev1 LITERAL+ NAMESPACE UIDPLUS SPECIAL-USE CHILDREN";

/** The names of folders on a server. */
type Naming = Pick<DovecotOptions, "prefix" | "separator">;

/** An account on a private server, with messages in its inbox. */
export class TestMailbox<S extends ImapDaemon = TestDovecot> {
  readonly home = { XDG_CONFIG_HOME: temporaryFolder(), XDG_STATE_HOME: temporaryFolder() };
  readonly state = join(this.home.XDG_STATE_HOME, "thresher/mailbox/home");
  readonly server: S;
  #validity = 2_000_000_000;
  readonly #path: (...levels: string[]) => string;

  private constructor(server: S, { prefix = "", separator = "/" }: Naming) {
    this.server = server;
    this.#path = (...levels) => prefix + levels.join(separator);
  }

  static async start(options: DovecotOptions): Promise<TestMailbox> {
    return TestMailbox.on(await TestDovecot.start(options), options);
  }

  static async on<S extends ImapDaemon>(server: S, naming: Naming): Promise<TestMailbox<S>> {
    const box = new TestMailbox(server, naming);
    await box.connect(server.port);
    return box;
  }

  /** Lets the account lead to a port, such as that of a proxy. */
  async connect(port: number): Promise<void> {
    const env = this.home;
    await thresher(["mailbox", "remove", "home"], { env });
    const place = ["--host", `127.0.0.1:${port}`, "--security", "plain"];
    const login = ["--user", USER, "--password-command", `echo ${PASSWORD}`];
    expect(await thresher(["mailbox", "add", "home", ...place, ...login], { env })).toMatchObject({ code: 0 });
  }

  /** Runs `thresher mailbox sort home`. */
  sort(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return thresherProcess(["mailbox", "sort", "home", ...args], { ...options, env: this.home });
  }

  /**
   * Fills the inbox with messages of all classes, and makes the folder of one.
   *
   * @param twins how many messages come twice, with other flags and on another day
   * @returns where each belongs
   */
  async fill(messages: number, twins = 0): Promise<Map<string, string>> {
    const client = await this.server.client();
    await client.mailboxCreate(this.#path("Work", "Money"));
    const wanted = new Map<string, string>();
    for (let i = 0; i < messages; i++) {
      const { folder, words, label } = CLASSES[i % CLASSES.length];
      const text = `Message-ID: <${i}@test>\r\nSubject: ${words}\r\n\r\n${words} ${label}\r\nnumber ${i}, ${"x".repeat(i % 97)}\r\n`;
      for (const number of i < twins ? [i, i + 13] : [i]) {
        const flags = ["\\Seen", "\\Flagged", "\\Answered", "$Forwarded"].filter((_, bit) => (number >> bit) & 1);
        // In whole seconds.
        const date = new Date(1_600_000_000_000 + number * 86_461_000);
        await client.append("INBOX", text, flags, date).catch((error) => {
          throw new Error(`${error.message}; the server says: ${this.server.log?.()}`);
        });
      }
      wanted.set(digest(Buffer.from(text)), this.#path(...folder));
    }
    await client.logout();
    return wanted;
  }

  /** Moves all messages of the classes back to the inbox. */
  async gather(): Promise<void> {
    const client = await this.server.client();
    for (const folder of this.folders) {
      const { exists } = await client.mailboxOpen(folder);
      if (exists > 0) expect(await client.messageMove("1:*", "INBOX")).toBeTruthy();
    }
    await client.logout();
  }

  /** Gives folders a new UIDVALIDITY, as a server does that was restored. */
  async renumber(this: TestMailbox, ...folders: string[]): Promise<void> {
    for (const folder of folders) {
      const validity = String(++this.#validity);
      const { code } = await this.server.doveadm("mailbox", "update", "-u", USER, "--uid-validity", validity, folder);
      expect(code, folder).toBe(0);
    }
  }

  /** The folders of the classes. */
  get folders(): string[] {
    return CLASSES.map(({ folder }) => this.#path(...folder));
  }

  /** All messages by digest. The same bytes may be in several places. */
  async messages(): Promise<Map<string, Kept[]>> {
    const client = await this.server.client();
    const found = new Map<string, Kept[]>();
    for (const { path, flags } of await client.list()) {
      if (flags.has("\\Noselect")) continue;
      await client.mailboxOpen(path, { readOnly: true });
      for await (const kept of messagesIn(client)) {
        found.set(kept.digest, [...(found.get(kept.digest) ?? []), { folder: path, ...kept.as }]);
      }
    }
    await client.logout();
    return found;
  }
}

async function* messagesIn(client: ImapFlow) {
  const query = { source: true, flags: true, internalDate: true };
  for await (const { source = Buffer.alloc(0), flags = new Set(), internalDate = 0 } of client.fetch("1:*", query)) {
    const kept = [...flags].filter((flag) => flag !== "\\Recent").sort();
    yield { digest: digest(source), as: { flags: kept.join(" "), date: new Date(internalDate).getTime() } };
  }
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
