import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Judged } from "./tastes.js";

/** The programs whose word lists are measured. */
export const PROGRAMS = ["spamassassin", "bogofilter"] as const;
export type Program = (typeof PROGRAMS)[number];

/** Trains another program with a user's mail, and writes its word list. Returns its path. An existing list is kept. */
export function makeList(program: Program, folder: string, mail: readonly Judged[]): string {
  const list = join(folder, `${program}.txt`);
  if (existsSync(list)) return list;
  const state = join(folder, program);
  mkdirSync(state, { recursive: true });
  const database = ["-L", "--dbpath", join(state, "bayes")];
  const run = (name: string, words: readonly string[]) =>
    execFileSync(name, words, {
      maxBuffer: 2 ** 28,
      env: { ...process.env, HOME: state },
      stdio: ["ignore", "pipe", "ignore"],
    });
  for (const label of ["ham", "spam"]) {
    const files = mail
      .filter((one) => one.label === label)
      .map(({ message }, n) => {
        const path = join(state, `${label}-${n}`);
        writeFileSync(path, message.bytes);
        return path;
      });
    if (program === "spamassassin") run("sa-learn", [...database, `--${label}`, ...files]);
    else run("bogofilter", [label === "spam" ? "-s" : "-n", "-d", state, "-B", ...files]);
  }
  const dump =
    program === "spamassassin"
      ? run("sa-learn", [...database, "--backup"])
      : run("bogoutil", ["-d", join(state, "wordlist.db")]);
  writeFileSync(`${list}.new`, dump);
  renameSync(`${list}.new`, list);
  return list;
}
