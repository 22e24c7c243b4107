import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryFolder } from "../helpers/folder.js";

/** A text with the word "prize" is spam, one with "crash" makes the program fail, and any other is ham. */
const BOGOFILTER = `#!/bin/sh
[ "$1" = -V ] && echo "bogofilter version 0.0.9" && exit 0
[ "$1 $2" = "-C -d" ] || exit 3
wordlist=$3; shift 3
judge() { if grep -q crash "$1"; then return 3; elif grep -q prize "$1"; then spamicity=0.999; else spamicity=0.001; fi; }
case "$*" in
  -TT) cat > "$wordlist/message"; judge "$wordlist/message" || exit 3
    echo $spamicity; [ $spamicity = 0.999 ] ;;
  -s | -n) sed -n "s/^Subject: /$1 /p" >> "$wordlist/wordlist.db" ;;
  "-s -b" | "-n -b") while read -r path; do echo "$1 $path" >> "$wordlist/wordlist.db"; done ;;
  "-v --spamicity-formats="*) while read -r path; do
      judge "$path"; echo "$path X-Bogosity: Some, tests=bogofilter, spamicity=$spamicity, version=0.0.9"
    done; exit 1 ;;
  "-p -e") cat ;;
  *) exit 3 ;;
esac
`;

/** The environment of a machine on which bogofilter is a program that goes by a rule. */
export function withFakeBogofilter(): Record<string, string> {
  const bin = temporaryFolder();
  const program = (name: string, text: string) => writeFileSync(join(bin, name), text, { mode: 0o755 });
  program("bogofilter", BOGOFILTER);
  program("bogoutil", '#!/bin/sh\n[ "$1" = -l ] && : > "$2"\n');
  return { PATH: `${bin}${delimiter}${process.env.PATH}` };
}

/** Writes a corpus of messages, each of the day of its number, the last first; its folder. */
export function mailCorpus(messages: readonly (readonly ["ham" | "spam", string])[]): string {
  const dir = temporaryFolder();
  for (const label of ["ham", "spam"]) mkdirSync(join(dir, label));
  for (const [n, [label, text]] of messages.entries()) {
    const date = `Date: ${new Date(Date.UTC(2002, 0, 1 + n)).toUTCString()}`;
    const message = `From: someone@example.org\n${date}\nMessage-ID: <${n}@example.org>\nSubject: message ${n}\n\n${text}\n`;
    writeFileSync(join(dir, label, String(99 - n)), message);
  }
  return dir;
}
