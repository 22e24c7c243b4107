import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import type { Account } from "../../src/mailbox/accounts/account.js";
import type { Certificate } from "./certificates.js";
import { execute, type Outcome } from "./command.js";
import { temporaryFolder } from "./folder.js";
import { Daemons, type ImapDaemon, isRoot, NOBODY, PASSWORD, plainClient, USER } from "./imap-daemon.js";
import { freePort } from "./ports.js";

export interface DovecotOptions {
  /** How mail is stored. Default: Maildir. */
  readonly format?: "maildir" | "mdbox";
  /** The home folder of a user, with `%u` for the name; it is there already. Default: a folder of its own below `folder`. */
  readonly home?: string;
  /** The folder of the mail below the home folder. Default: `mail`. */
  readonly mail?: string;
  /** The prefix of all folder names, such as `INBOX.`. Default: none. */
  readonly prefix?: string;
  /** The separator between the levels of a name. Default: a slash. */
  readonly separator?: "." | "/";
  /** The server's certificate. Default: it speaks no TLS. */
  readonly certificate?: Certificate;
  /** Whether TLS begins with STARTTLS. Dovecot lets clients on this machine in without it. Default: TLS from the start, if it has a certificate. */
  readonly isStarttls?: boolean;
  /** More of the configuration, such as plugins, or `imap_capability`. */
  readonly more?: string;
}

export { PASSWORD, USER };

/** The folder of the configuration that Debian installs. */
const DEBIAN = "/etc/dovecot/conf.d";
/** Files of Debian that a test replaces: users from PAM, and a certificate. */
const REPLACED = ["10-auth.conf", "10-ssl.conf"];

/**
 * A Dovecot with everything of its own in a temporary folder, on a free port of this machine. It runs its master process,
 * with the configuration that Debian installs and the limits of Dovecot (256 MB of address space for each process). Any
 * user has mail of its own; all have the same password.
 */
export class TestDovecot implements ImapDaemon {
  readonly host = "127.0.0.1";
  readonly folder = temporaryFolder();
  readonly configuration = join(this.folder, "dovecot.conf");
  readonly port: number;
  readonly #options: DovecotOptions;
  readonly #daemons = new Daemons();

  private constructor(port: number, options: DovecotOptions) {
    this.port = port;
    this.#options = options;
  }

  static async start(options: DovecotOptions = {}): Promise<TestDovecot> {
    const dovecot = new TestDovecot(await freePort(), options);
    if (options.home === undefined) {
      const home = join(dovecot.folder, "home");
      mkdirSync(home);
      if (isRoot) chownSync(home, NOBODY, NOBODY);
    }
    writeFileSync(dovecot.configuration, dovecot.#text());
    await dovecot.start();
    return dovecot;
  }

  /** Starts it again, with the mail that it had. */
  start(): Promise<void> {
    this.#daemons.start("dovecot", ["-F", "-c", this.configuration]);
    return this.#daemons.listening(this.port, () => this.log());
  }

  stop(): Promise<void> {
    return this.#daemons.stop();
  }

  /** Its log so far. */
  log(): string {
    const path = join(this.folder, "dovecot.log");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  /** The account of a user, with a command that prints the password. */
  account(more: Partial<Account> = {}): Account {
    const { certificate, isStarttls = false } = this.#options;
    const security = certificate === undefined ? "plain" : isStarttls ? "starttls" : "tls";
    const { host, port } = this;
    return { name: "home", host, port, user: USER, security, passwordCommand: `echo ${PASSWORD}`, ...more };
  }

  client(user?: string): Promise<ImapFlow> {
    return plainClient(this.port, user);
  }

  doveadm(...args: readonly string[]): Promise<Outcome> {
    return execute("doveadm", ["-c", this.configuration, ...args]);
  }

  #text(): string {
    const {
      format = "maildir",
      home = `${this.folder}/home/%u`,
      mail = "mail",
      prefix = "",
      separator = "/",
      certificate,
      isStarttls = false,
      more = "",
    } = this.#options;
    const isTls = certificate !== undefined && !isStarttls;
    const { uid, gid, username } = userInfo();
    const [owner, group] = isRoot ? [NOBODY, NOBODY] : [uid, gid];
    const listener = (name: string, isOn: boolean) =>
      `  inet_listener ${name} {\n    address = ${this.host}\n    port = ${isOn ? this.port : 0}\n    ssl = ${name === "imaps" ? "yes" : "no"}\n  }`;
    const ordinaryUser = `default_internal_user = ${username}
default_login_user = ${username}
service anvil {
  chroot =
}
`;
    const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => name.endsWith(".conf")) : [];
    const included = debian.filter((name) => !REPLACED.includes(name)).map((name) => `!include ${DEBIAN}/${name}\n`);
    return `${included.sort().join("")}base_dir = ${this.folder}/run
state_dir = ${this.folder}/state
log_path = ${this.folder}/dovecot.log
protocols = imap
mail_location = ${format}:~/${mail}
mail_privileged_group =
first_valid_uid = 1
last_valid_uid = 0
first_valid_gid = 1
disable_plaintext_auth = ${isStarttls ? "yes" : "no"}
auth_mechanisms = plain login
mail_max_userip_connections = 100
ssl = ${certificate === undefined ? "no" : isStarttls ? "required" : "yes"}
${certificate === undefined ? "" : `ssl_cert = <${certificate.cert}\nssl_key = <${certificate.key}\n`}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${owner} gid=${group} home=${home}
}
namespace inbox {
  inbox = yes
  prefix = ${prefix}
  separator = ${separator}
}
service imap-login {
${isRoot ? "" : "  chroot =\n"}${listener("imap", !isTls)}
${listener("imaps", isTls)}
}
${isRoot ? "" : ordinaryUser}${more}
`;
  }
}
