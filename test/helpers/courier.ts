import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { temporaryFolder } from "./folder.js";
import { Daemons, type ImapDaemon, NOBODY, PASSWORD, plainClient, USER } from "./imap-daemon.js";
import { freePort } from "./ports.js";
import { atTestEnd } from "./running.js";

/** The packages of Debian with their libraries, as `.ci/run` unpacks them: Courier has fixed paths, so it needs a root. */
const COURIER = "/opt/courier";

const USERS = `root:x:0:0::/:/bin/sh\nnobody:x:${NOBODY}:${NOBODY}::/:/bin/sh\ncourier:x:9:9::/:/bin/sh\n`;
const GROUPS = `root:x:0:\nnogroup:x:${NOBODY}:\ncourier:x:9:\n`;

/** The commands of Debian's `imapd start`, without its logger. */
const SERVE = `set -a
. /etc/courier/imapd-ssl
. /etc/courier/imapd
IMAP_STARTTLS=NO
umask $IMAP_UMASK
ulimit -v $IMAP_ULIMITD
exec /usr/sbin/couriertcpd -address=127.0.0.1 -maxprocs=$MAXDAEMONS -maxperip=$MAXPERIP $TCPDOPTS "$1" \\
  /usr/lib/courier/courier/imaplogin /usr/bin/imapd $MAILDIRPATH`;

const AUTHENTICATE = "set -a; . /etc/courier/authdaemonrc; exec /usr/lib/courier/courier-authlib/authdaemond";

/**
 * A Courier-IMAP with the configuration that Debian installs: its `couriertcpd`, `authdaemond` and `gam_server`, in a root
 * folder of its own. Only the user comes from a file (`authuserdb`) and not from the system. Needs root, for `chroot`.
 */
export class TestCourier implements ImapDaemon {
  readonly #root = temporaryFolder();
  readonly #daemons = new Daemons();
  readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<TestCourier> {
    const courier = new TestCourier(await freePort());
    atTestEnd(() => courier.stop());
    courier.#prepare();
    const root = courier.#root;
    courier.#daemons.start("chroot", [root, "/bin/sh", "-c", AUTHENTICATE]);
    courier.#daemons.start("chroot", [root, "/bin/sh", "-c", SERVE, "sh", String(courier.port)]);
    await courier.#daemons.listening(courier.port);
    return courier;
  }

  client(): Promise<ImapFlow> {
    return plainClient(this.port);
  }

  async stop(): Promise<void> {
    await this.#daemons.stop();
    // Sessions, and the monitor of folders, are no children of the daemons any more.
    for (const pid of this.#processes()) process.kill(pid, "SIGTERM");
  }

  #prepare(): void {
    const at = (...path: string[]) => join(this.#root, ...path);
    cpSync(COURIER, this.#root, { recursive: true, verbatimSymlinks: true });
    for (const name of ["home/me", "run/courier/authdaemon", "dev", "tmp"]) mkdirSync(at(name), { recursive: true });
    chmodSync(at("tmp"), 0o1777);
    chmodSync(this.#root, 0o755);
    execFileSync("mknod", ["-m", "666", at("dev/null"), "c", "1", "3"]);
    writeFileSync(at("etc/passwd"), USERS);
    writeFileSync(at("etc/group"), GROUPS);
    const rc = at("etc/courier/authdaemonrc");
    writeFileSync(rc, readFileSync(rc, "utf8").replace(/^authmodulelist=.*/m, 'authmodulelist="authuserdb"'));
    const hash = execFileSync("openssl", ["passwd", "-5", PASSWORD], { encoding: "utf8" }).trim();
    this.#database("userdb", `uid=${NOBODY}|gid=${NOBODY}|home=/home/me|shell=/bin/sh`);
    this.#database("userdbshadow", `imappw=${hash}`);
    execFileSync("chroot", [this.#root, "/usr/bin/maildirmake.courier", "/home/me/Maildir"]);
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, at("home/me")]);
  }

  /** Makes a database of users, as `makeuserdb` does. */
  #database(name: string, fields: string): void {
    const args = ["/usr/lib/courier/courier/makedatprog", "-", `/etc/courier/${name}.tmp`, `/etc/courier/${name}.dat`];
    execFileSync("chroot", [this.#root, ...args], { input: `${USER}\t${fields}\n.\n` });
  }

  /** The processes whose root is that of this server. */
  #processes(): number[] {
    return readdirSync("/proc").flatMap((name) => {
      try {
        return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/root`) === this.#root ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  }
}
