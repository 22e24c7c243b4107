import { execFileSync, spawn } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePorts, listening, type Server } from "./server.js";

/** The user `nobody`, because servers of mail refuse to work as root. */
const NOBODY = 65_534;

/**
 * SpamAssassin with its Bayes classifier alone: no other rules, no network, no learning by itself. Its score is at least
 * `required_score` from a probability of .5 on; the probability itself is in a field.
 */
const RULES = `use_bayes 1
bayes_auto_learn 0
bayes_auto_expire 0
dns_available no
report_safe 0
required_score 5
add_header all Bayes _BAYES_
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

/**
 * Trains SpamAssassin on a corpus and starts its server.
 *
 * @param folder empty, for its files
 * @param workers number of processes that answer
 */
export async function startSpamd(corpus: string, folder: string, workers: number): Promise<Server & { port: number }> {
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
  const [port] = await freePorts(1);
  const counts = [`--min-children=${workers}`, `--max-children=${workers}`, "--max-conn-per-child=100000"];
  const args = [...places, "-L", "-x", ...counts, `--listen=127.0.0.1:${port}`, "-s", "null"];
  const child = spawn("spamd", args, { ...asNobody(home), stdio: "ignore" });
  return { ...(await listening(child, [port])), port };
}

/** Returns the options of a process that works as `nobody` if this one is root, and may write to a folder. */
export function asNobody(folder: string) {
  if (process.getuid?.() !== 0) return {};
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, NOBODY, NOBODY);
  return { uid: NOBODY, gid: NOBODY };
}
