import { DataError } from "../../src/base/errors.js";
import { type ProcessCommand, runProcess } from "./run-process.js";
import { USAGE_FD } from "./usage.js";

export const BOGOFILTER = "bogofilter";

/** Without any configuration file (-C). */
const PROGRAM = 'bogofilter -C -d "$1"';

/** All digits, so that very small probabilities do not tie. */
const ANSWERS = "-v --spamicity-formats='%0.20f,%0.20f,%0.20f'";

/** Measures peak memory with GNU time, if installed. */
const METER = `usage=$1/usage
meter() { if [ -x /usr/bin/time ]; then /usr/bin/time -q -a -o "$usage" -f '{"peakKilobytes":%M}' "$@"; else "$@"; fi; }`;
const TELL = `if [ -e "$usage" ]; then cat "$usage" >&${USAGE_FD}; rm "$usage"; fi`;

/** The installed version; undefined if there is none. */
export async function findBogofilter(signal?: AbortSignal): Promise<string | undefined> {
  try {
    const { stdout } = await runProcess({ name: BOGOFILTER, argv: ["bogofilter", "-V"] }, signal);
    return /^bogofilter version (\S+)/m.exec(stdout)?.[1];
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

/** Learns the folders ham and spam with one process each. */
export function bogofilterTrain(wordlist: string, folder: string): ProcessCommand {
  const learn = (label: string, option: string) => `find "$2/${label}" -type f | meter ${PROGRAM} ${option} -b`;
  return script("bogofilter -b", [METER, learn("spam", "-s"), learn("ham", "-n"), TELL], wordlist, folder);
}

/** Classifies all files of a folder in one process; prints `PATH X-Bogosity: …, spamicity=…` for each. */
export function bogofilterClassify(wordlist: string, folder: string): ProcessCommand {
  // The exit code, 0 to 2, is that of one of the messages.
  const judge = `find "$2" -type f | meter ${PROGRAM} ${ANSWERS} -b || [ $? -le 2 ]`;
  return script("bogofilter -b", [METER, judge, TELL], wordlist, folder);
}

/** Filters one message from standard input to standard output. */
export function bogofilterFilter(wordlist: string, message: string): ProcessCommand {
  return script("bogofilter -p -e", [`exec ${PROGRAM} -p -e < "$2"`], wordlist, message);
}

function script(name: string, lines: readonly string[], wordlist: string, path: string): ProcessCommand {
  return { name, argv: ["sh", "-c", ["set -e", ...lines].join("\n"), "sh", wordlist, path] };
}
