import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { freePort, isListening } from "../helpers/ports.js";
import { Running, until } from "../helpers/running.js";
import { type Delivered, sendCopies } from "./postfix-server.js";

/** Sendmail cannot be installed beside Postfix, so its files are unpacked here. */
const ROOT = "/opt/sendmail/usr";

/** A Sendmail with everything of its own in a temporary folder, which asks a milter and sends all mail on to a server that keeps it. */
export class TestSendmail {
  readonly #box: string;
  readonly #port: number;

  private constructor(port: number, box: string) {
    this.#port = port;
    this.#box = box;
  }

  /** @param filter the line of sendmail.mc for the milter */
  static async start(filter: string): Promise<TestSendmail> {
    const [folder, port, next] = [temporaryFolder(), await freePort(), await freePort()];
    const at = (name: string) => join(folder, name);
    for (const name of ["queue", "box"]) mkdirSync(at(name));
    const source = `include(\`${ROOT}/share/sendmail/cf/m4/cf.m4')dnl
OSTYPE(\`linux')dnl
define(\`confPID_FILE', \`${at("pid")}')dnl
define(\`QUEUE_DIR', \`${at("queue")}')dnl
define(\`STATUS_FILE', \`${at("statistics")}')dnl
define(\`confCW_FILE', \`-o ${at("names")}')dnl
define(\`ALIAS_FILE', \`')dnl
define(\`confDOMAIN_NAME', \`mx.example.org')dnl
define(\`confDONT_BLAME_SENDMAIL', \`GroupWritableDirPathSafe')dnl
define(\`confQUEUE_LA', \`1000')dnl
define(\`confREFUSE_LA', \`1000')dnl
define(\`SMART_HOST', \`relay:[127.0.0.1]')dnl
define(\`RELAY_MAILER_ARGS', \`TCP $h ${next}')dnl
FEATURE(\`promiscuous_relay')dnl
FEATURE(\`accept_unresolvable_domains')dnl
FEATURE(\`nocanonify')dnl
FEATURE(\`no_default_msa')dnl
DAEMON_OPTIONS(\`Port=${port}, Addr=127.0.0.1, Name=MTA')dnl
${filter}
MAILER(\`smtp')dnl
`;
    writeFileSync(at("sendmail.mc"), source);
    const m4 = execute("m4", [`-D_CF_DIR_=${ROOT}/share/sendmail/cf/`, at("sendmail.mc")]);
    writeFileSync(at("sendmail.cf"), (await m4).stdout);
    new Running("smtp-sink", ["-u", "root", "-d", `${at("box")}/`, `127.0.0.1:${next}`, "100"]);
    // It waits for a minute if the name of the machine has no domain.
    const daemon = `hostname mx.example.org && exec ${ROOT}/libexec/sendmail/sendmail -C ${at("sendmail.cf")} -bD -q1s`;
    new Running("unshare", ["--uts", "sh", "-c", daemon]);
    await until(async () => (await isListening(port)) && (await isListening(next)));
    return new TestSendmail(port, at("box"));
  }

  /** Sends copies of a message, as `TestPostfix` does. */
  send(count: number, name: string, message: string): Promise<void> {
    return sendCopies(this.#port, count, name, message);
  }

  /** The messages that were sent on. */
  delivered(): Delivered[] {
    return readdirSync(this.#box).map((name) => {
      const message = readFileSync(join(this.#box, name), "latin1");
      return { to: /^X-Rcpt-Args: <(.*)>/m.exec(message)?.[1] ?? "", message };
    });
  }
}
