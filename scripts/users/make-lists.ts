import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Judged } from "./taste-errors.js";

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
  const files = mail.map(({ message, label }, n) => {
    const path = join(state, `${label}-${n}`);
    writeFileSync(path, message.bytes);
    return { path, label };
  });
  if (program === "spamassassin") {
    // One process for all of them, because it takes a second to start.
    const index = join(state, "index");
    writeFileSync(index, files.map(({ path, label }) => `${label}:file:${path}\n`).join(""));
    run("sa-learn", [...database, "-f", index]);
  } else {
    for (const [label, flag] of [
      ["ham", "-n"],
      ["spam", "-s"],
    ]) {
      const paths = files.filter((one) => one.label === label).map(({ path }) => path);
      run("bogofilter", [flag, "-d", state, "-B", ...paths]);
    }
  }
  const dump =
    program === "spamassassin"
      ? run("sa-learn", [...database, "--backup"])
      : run("bogoutil", ["-d", join(state, "wordlist.db")]);
  writeFileSync(`${list}.new`, dump);
  renameSync(`${list}.new`, list);
  rmSync(state, { recursive: true });
  return list;
}
