import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { temporaryFolder } from "./folder.js";
import { Daemons, type ImapDaemon, NOBODY, plainClient, USER } from "./imap-daemon.js";
import { freePort } from "./ports.js";

/** The packages of Debian, as `.ci/run` unpacks them. */
const CYRUS = "/opt/cyrus";
const BIN = `${CYRUS}/usr/lib/cyrus/bin`;

/**
 * A Cyrus-IMAP with the configuration that Debian installs and its master process, with everything of its own in a
 * temporary folder. Any password will do. Needs root, which the master gives up.
 */
export class TestCyrus implements ImapDaemon {
  readonly #folder = temporaryFolder();
  readonly #daemons = new Daemons();
  readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<TestCyrus> {
    const cyrus = new TestCyrus(await freePort());
    cyrus.#prepare();
    const folder = cyrus.#folder;
    const files = ["-C", `${folder}/imapd.conf`, "-M", `${folder}/cyrus.conf`, "-p", `${folder}/run/pid`];
    const args = ["-D", "-l", "32", ...files];
    cyrus.#daemons.start(`${CYRUS}/usr/sbin/cyrmaster`, args, { LD_LIBRARY_PATH: `${CYRUS}/usr/lib/x86_64-linux-gnu` });
    await cyrus.#daemons.listening(cyrus.port);
    const admin = await plainClient(cyrus.port, "admin");
    await admin.mailboxCreate(`user.${USER}`);
    await admin.logout();
    return cyrus;
  }

  client(): Promise<ImapFlow> {
    return plainClient(this.port);
  }

  stop(): Promise<void> {
    return this.#daemons.stop();
  }

  #prepare(): void {
    const at = (name: string) => join(this.#folder, name);
    chmodSync(this.#folder, 0o755);
    for (const name of ["lib", "mail", "run/proc", "run/lock", "run/socket"]) mkdirSync(at(name), { recursive: true });
    const debian = readFileSync(`${CYRUS}/etc/imapd.conf`, "utf8")
      .replace(/^configdirectory:.*/m, `configdirectory: ${at("lib")}`)
      .replaceAll("/run/cyrus", at("run"))
      .replaceAll("/var/spool/cyrus/mail", at("mail"))
      .replaceAll("/var/spool/", `${at("")}`)
      .replace(/^sasl_pwcheck_method:.*/m, "sasl_pwcheck_method: alwaystrue");
    writeFileSync(at("imapd.conf"), `${debian}\nadmins: admin\ncyrus_user: nobody\ncyrus_group: nogroup\n`);
    const command = (program: string, args: string) => `cmd="${BIN}/${program} -C ${at("imapd.conf")} ${args}"`;
    writeFileSync(
      at("cyrus.conf"),
      `START {
  recover ${command("ctl_cyrusdb", "-r")}
}
SERVICES {
  imap ${command("imapd", "-U 30")} listen="127.0.0.1:${this.port}" prefork=0 maxchild=100
}
EVENTS {
  checkpoint ${command("ctl_cyrusdb", "-c")} period=30
}
`,
    );
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, this.#folder]);
  }
}
