import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { freePort, isListening } from "../helpers/ports.js";
import { Running, until } from "../helpers/running.js";
import { type Delivered, sendCopies } from "./postfix-server.js";

/** Sendmail cannot be installed beside Postfix, so its files are unpacked here. */
const ROOT = "/opt/sendmail/usr";

/**
 * Starts a Sendmail with everything of its own in a temporary folder, which sends all mail on to a server that keeps it.
 *
 * @param filter the line of sendmail.mc for a milter
 */
export async function startSendmail(filter: string) {
  const [folder, port, next] = [temporaryFolder(), await freePort(), await freePort()];
  const [box, queue, configuration] = ["box", "queue", "sendmail.cf"].map((name) => join(folder, name));
  for (const name of [box, queue]) mkdirSync(name);
  const source = `include(\`${ROOT}/share/sendmail/cf/m4/cf.m4')dnl
OSTYPE(\`linux')define(\`QUEUE_DIR', \`${queue}')define(\`confPID_FILE', \`${folder}/pid')define(\`ALIAS_FILE', \`')dnl
define(\`confDOMAIN_NAME', \`mx.example.org')define(\`confDONT_BLAME_SENDMAIL', \`GroupWritableDirPathSafe')dnl
define(\`confQUEUE_LA', \`1000')define(\`confREFUSE_LA', \`1000')dnl
define(\`SMART_HOST', \`relay:[127.0.0.1]')define(\`RELAY_MAILER_ARGS', \`TCP $h ${next}')dnl
FEATURE(\`promiscuous_relay')FEATURE(\`accept_unresolvable_domains')FEATURE(\`nocanonify')FEATURE(\`no_default_msa')dnl
DAEMON_OPTIONS(\`Port=${port}, Addr=127.0.0.1, Name=MTA')dnl
${filter}
MAILER(\`smtp')dnl
`;
  writeFileSync(join(folder, "sendmail.mc"), source);
  const m4 = execute("m4", [`-D_CF_DIR_=${ROOT}/share/sendmail/cf/`, join(folder, "sendmail.mc")]);
  writeFileSync(configuration, (await m4).stdout);
  new Running("smtp-sink", ["-u", "root", "-d", `${box}/`, `127.0.0.1:${next}`, "100"]);
  // It waits for a minute if the name of the machine has no domain.
  const daemon = `hostname mx.example.org && exec ${ROOT}/libexec/sendmail/sendmail -C ${configuration} -bD -q1s`;
  new Running("unshare", ["--uts", "sh", "-c", daemon]);
  await until(async () => (await isListening(port)) && (await isListening(next)));
  const delivered = (): Delivered[] =>
    readdirSync(box).map((name) => {
      const message = readFileSync(join(box, name), "latin1");
      return { to: /^X-Rcpt-Args: <(.*)>/m.exec(message)?.[1] ?? "", message };
    });
  return { delivered, send: (count: number, name: string, message: string) => sendCopies(port, count, name, message) };
}
