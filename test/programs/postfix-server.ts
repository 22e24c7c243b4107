import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { NOBODY } from "../helpers/imap-daemon.js";
import { freePort, isListening } from "../helpers/ports.js";
import { Running, until } from "../helpers/running.js";
import { succeeded } from "./programs.js";

/** A message in the mailbox. */
export interface Delivered {
  /** The recipient, which `smtp-source` numbers. */
  readonly to: string;
  readonly message: string;
}

/**
 * A Postfix with everything of its own in a temporary folder. A message comes to it without a milter, as to the server
 * of its sender, and goes on to a second port of it, where the milter is asked. While that port defers it, it waits in
 * the queue and is sent again every second.
 */
export class TestPostfix {
  readonly #folder = temporaryFolder();
  readonly #port: number;
  readonly #names = new Map<string, Delivered>();

  private constructor(port: number) {
    this.#port = port;
  }

  /** @param more settings of the milter */
  static async start(milterPort: number, more: string): Promise<TestPostfix> {
    const [port, mxPort] = [await freePort(), await freePort()];
    const postfix = new TestPostfix(port);
    const folder = postfix.#folder;
    const at = (name: string) => join(folder, name);
    for (const name of ["etc", "spool", "data", "mail"]) mkdirSync(at(name));
    chownSync(at("mail"), NOBODY, NOBODY);
    chownSync(at("data"), Number(await succeeded(execute("id", ["-u", "postfix"]))), 0);
    const main = `compatibility_level = 3.6
queue_directory = ${at("spool")}
data_directory = ${at("data")}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${at("mail.log")}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
alias_maps =
virtual_mailbox_domains = example.org
virtual_mailbox_maps = static:box/
virtual_mailbox_base = ${at("mail")}
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
transport_retry_time = 1s
${more}`;
    const master = `127.0.0.1:${port} inet n - n - - smtpd -o content_filter=smtp:[127.0.0.1]:${mxPort}
127.0.0.1:${mxPort} inet n - n - - smtpd -o smtpd_milters=inet:127.0.0.1:${milterPort}
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
showq unix n - n - - showq
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
virtual unix - n n - - virtual
postlog unix-dgram n - n - 1 postlogd
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - - anvil
rewrite unix - - n - - trivial-rewrite
proxymap unix - - n - - proxymap
`;
    writeFileSync(at("etc/main.cf"), main);
    writeFileSync(at("etc/master.cf"), master);
    const { code, stderr } = await execute("postfix", ["-c", at("etc"), "start"]);
    onTestFinished(async () => void (await execute("postfix", ["-c", at("etc"), "stop"])));
    expect({ code, log: code === 0 ? "" : stderr + postfix.log() }).toEqual({ code: 0, log: "" });
    return postfix;
  }

  /**
   * Sends copies of a message, each to a recipient of its own, such as `12ann@example.org`.
   *
   * @param count how many
   */
  send(count: number, name: string, message: string): Promise<void> {
    return sendCopies(this.#port, count, name, message);
  }

  /** The number of messages in the mailbox. */
  count(): number {
    const box = join(this.#folder, "mail/box/new");
    return existsSync(box) ? readdirSync(box).length : 0;
  }

  /** The messages in the mailbox. */
  delivered(): Delivered[] {
    const box = join(this.#folder, "mail/box/new");
    return (existsSync(box) ? readdirSync(box) : []).map((name) => {
      const message = readFileSync(join(box, name), "latin1");
      const known = this.#names.get(name) ?? { to: /^Delivered-To: (.*)$/m.exec(message)?.[1] ?? "", message };
      this.#names.set(name, known);
      return known;
    });
  }

  /** The messages to the recipients of one `send`. */
  deliveredTo(name: string): Delivered[] {
    return this.delivered().filter(({ to }) => to.endsWith(`${name}@example.org`));
  }

  log(): string {
    const path = join(this.#folder, "mail.log");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }
}

/** The recipients of `count` messages, as `smtp-source` numbers them. */
export const recipients = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => `${i + 1}${name}@example.org`).sort();

export const toOf = (delivered: readonly Delivered[]) => delivered.map(({ to }) => to).sort();

/** Sends copies of a message to a port, each to a recipient of its own: see `TestPostfix.send`. */
export async function sendCopies(port: number, count: number, name: string, message: string): Promise<void> {
  const file = join(temporaryFolder(), "message");
  writeFileSync(file, message);
  const copies = ["-N", "-s", "10", "-m", String(count), "-F", file];
  const envelope = ["-f", "a@example.com", "-t", `${name}@example.org`];
  await succeeded(execute("smtp-source", [...copies, ...envelope, `127.0.0.1:${port}`]));
}

/**
 * Starts spamass-milter on a port, for a server on another one. It names the recipient as the user.
 *
 * @param args of `spamc`
 */
export async function startMilter(port: number, spamdPort: number, args: readonly string[]): Promise<Running> {
  const spamc = ["-d", "127.0.0.1", "-p", String(spamdPort), ...args];
  const own = ["-p", `inet:${port}@127.0.0.1`, "-u", "nobody"];
  const milter = new Running("spamass-milter", [...own, "--", ...spamc]);
  await until(() => isListening(port));
  return milter;
}
