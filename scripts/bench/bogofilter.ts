import { DataError } from "../../src/errors.js";
import { type ProcessCommand, runProcess } from "./run-process.js";
import { USAGE_FD } from "./usage.js";

export const BOGOFILTER = "bogofilter";

/** Nobody's configuration is read: what is measured is bogofilter as it comes. */
const PROGRAM = 'bogofilter -C -d "$1"';

/** As many digits as bogofilter has: hams of 1e-15 are no tie. */
const ANSWERS = "-v --spamicity-formats='%0.20f,%0.20f,%0.20f'";

/** GNU time tells how much memory a process takes, where it is installed. */
const METER = `usage=$1/usage
meter() { if [ -x /usr/bin/time ]; then /usr/bin/time -q -a -o "$usage" -f '{"peakKilobytes":%M}' "$@"; else "$@"; fi; }`;
const TELL = `if [ -e "$usage" ]; then cat "$usage" >&${USAGE_FD}; rm "$usage"; fi`;

/** The version that is installed; undefined: none is. */
export async function findBogofilter(signal?: AbortSignal): Promise<string | undefined> {
  try {
    const { stdout } = await runProcess({ name: BOGOFILTER, argv: ["bogofilter", "-V"] }, signal);
    return /^bogofilter version (\S+)/m.exec(stdout)?.[1];
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

/** Learns the folders ham and spam: a process for each, that is told the files of it. */
export function bogofilterTrain(wordlist: string, folder: string): ProcessCommand {
  const learn = (label: string, option: string) => `find "$2/${label}" -type f | meter ${PROGRAM} ${option} -b`;
  return script("bogofilter -b", [METER, learn("spam", "-s"), learn("ham", "-n"), TELL], wordlist, folder);
}

/** Judges all files of a folder in one process: a line `PATH X-Bogosity: …, spamicity=…` each. */
export function bogofilterClassify(wordlist: string, folder: string): ProcessCommand {
  // The exit code is that of some message: 0 to 2.
  const judge = `find "$2" -type f | meter ${PROGRAM} ${ANSWERS} -b || [ $? -le 2 ]`;
  return script("bogofilter -b", [METER, judge, TELL], wordlist, folder);
}

/** One message from standard input to standard output, with what is thought of it in its header. */
export function bogofilterFilter(wordlist: string, message: string): ProcessCommand {
  return script("bogofilter -p -e", [`exec ${PROGRAM} -p -e < "$2"`], wordlist, message);
}

function script(name: string, lines: readonly string[], wordlist: string, path: string): ProcessCommand {
  return { name, argv: ["sh", "-c", ["set -e", ...lines].join("\n"), "sh", wordlist, path] };
}
