import { execFileSync, spawn } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processMessage, type SpamdServer, serverOf } from "./server.js";

/** Where Debian's package `spamd` puts it. */
const SPAMD = "/usr/sbin/spamd";
/** The user `nobody`: spamd refuses to work as root. */
const NOBODY = 65_534;
/** Milliseconds between two looks whether it listens. */
const PAUSE = 100;

/**
 * SpamAssassin with its Bayes classifier alone: no other rules, no network, no learning by itself. Its score is at least
 * `required_score` from a probability of .5 on.
 */
const RULES = `use_bayes 1
bayes_auto_learn 0
bayes_auto_expire 0
dns_available no
report_safe 0
required_score 5
body BAYES_HAM eval:check_bayes('0.00', '0.50')
body BAYES_SPAM eval:check_bayes('0.50', '1.00')
tflags BAYES_HAM nice learn
tflags BAYES_SPAM learn
score BAYES_HAM -5
score BAYES_SPAM 6
`;
/** The files of Debian's rules that the Bayes classifier needs: endings of web addresses, and words to skip. */
const NEEDED = ["20_aux_tlds.cf", "60_bayes_stopwords.cf"];
const DEBIAN_RULES = "/usr/share/spamassassin";
const PLUGINS = ["Check", "Bayes"].map((name) => `loadplugin Mail::SpamAssassin::Plugin::${name}\n`).join("");

/** Returns the version of spamd; undefined if it is not installed. */
export function spamdVersion(): string | undefined {
  try {
    return /version ([\d.]+)/.exec(execFileSync(SPAMD, ["--version"], { encoding: "utf8" }))?.[1];
  } catch {
    return undefined;
  }
}

/**
 * Trains SpamAssassin on a corpus and starts its server with as many processes as there are clients.
 *
 * @param folder empty, for its files
 * @param port a free one
 */
export async function startSpamd(corpus: string, folder: string, port: number, clients: number): Promise<SpamdServer> {
  const [rules, site, home] = ["rules", "site", "home"].map((name) => join(folder, name));
  for (const path of [rules, site, home]) mkdirSync(path);
  writeFileSync(join(site, "init.pre"), PLUGINS);
  writeFileSync(join(rules, "10_bayes.cf"), `${RULES}bayes_path ${join(home, "bayes")}\n`);
  for (const name of NEEDED) copyFileSync(join(DEBIAN_RULES, name), join(rules, name));
  const places = [`--configpath=${rules}`, `--siteconfigpath=${site}`];
  for (const label of ["ham", "spam"]) {
    execFileSync("sa-learn", [...places, "--no-sync", `--${label}`, join(corpus, label)], { stdio: "ignore" });
  }
  execFileSync("sa-learn", [...places, "--sync"], { stdio: "ignore" });
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const path of [home, ...readdirSync(home).map((name) => join(home, name))]) chownSync(path, NOBODY, NOBODY);
  const counts = [`--min-children=${clients}`, `--max-children=${clients}`, "--max-conn-per-child=100000"];
  const args = ["-L", "-x", ...(isRoot ? ["-u", "nobody"] : []), ...counts, `--listen=127.0.0.1:${port}`, "-s", "null"];
  const child = spawn(SPAMD, [...places, ...args], { stdio: "ignore" });
  const server = serverOf(child, { host: "127.0.0.1", port }, () => childrenOf(child.pid ?? 0));
  while (child.exitCode === null) {
    const isThere = await processMessage(server.address, Buffer.from("Subject: a\n\nb\n")).catch(() => undefined);
    if (isThere !== undefined) return server;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new Error(`spamd ended with ${child.exitCode}: is port ${port} free?`);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
}
