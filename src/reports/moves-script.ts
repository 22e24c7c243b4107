import { posix, resolve } from "node:path";
import { nameKey, numberedName } from "../documents/numbered-name.js";
import type { NamedDoubt } from "./doubts-json.js";
import { evidenceText } from "./doubts-text.js";
import { safeText } from "./safe-text.js";

/** A file that could go to another place; both below the corpus. */
export interface Move {
  readonly from: string;
  readonly to: string;
  /** Why, in words. */
  readonly why: string;
}

/**
 * A move for each doubt: into the folder of the class that the document looks like, under
 * its own name, or under one with a number where that is taken.
 *
 * @param isTaken whether something is there, by its path below the corpus
 */
export function movesOf(doubts: readonly NamedDoubt[], isTaken: (id: string) => boolean): Move[] {
  const given = new Set<string>();
  return doubts.map(({ rank, id, label, looksLike, evidence, sameAs }) => {
    const name = posix.basename(id);
    let to = `${looksLike}/${name}`;
    for (let n = 2; given.has(nameKey(to)) || isTaken(to); n++) to = `${looksLike}/${numberedName(name, n)}`;
    given.add(nameKey(to));
    const same = sameAs === undefined ? "" : `; the same text as ${safeText(sameAs)}`;
    const why = `${rank}. ${safeText(label)} looks like ${safeText(looksLike)}: ${evidenceText(evidence)}${same}`;
    return { from: id, to, why };
  });
}

/**
 * A POSIX shell script that makes the moves, and takes them back with `--undo`. It never
 * overwrites a file, says what it could not do, and does nothing when it is run again.
 * It is plain text whatever is in a name: see `quoted`.
 *
 * @param root the corpus
 */
export function movesScript(root: string, moves: readonly Move[]): string {
  const lines = moves.flatMap(({ from, to, why }) => ["", `# ${why}`, `move ${quoted(from)} ${quoted(to)}`]);
  return `${HEAD}
enter ${quoted(resolve(root))}
${lines.join("\n")}${lines.length === 0 ? "# Nothing to move: no document is claimed by another class." : ""}

finish
`;
}

/**
 * A name in single quotes. What cannot be seen or would not stay on its line is written as
 * `printf %b` takes it: \0 and three octal digits for each byte. Whoever reads the script
 * before it is run sees all that it does.
 */
function quoted(name: string): string {
  const plain = [...name].map((character) => {
    if (character === "\\") return "\\\\";
    if (character === "'") return "'\\''";
    return safeText(character) === character ? character : [...Buffer.from(character)].map(octal).join("");
  });
  return `'${plain.join("")}'`;
}

function octal(byte: number): string {
  return `\\0${byte.toString(8).padStart(3, "0")}`;
}

const HEAD = `#!/bin/sh
# Moves of documents that another class claims, as "thresher doubts" found them.
# Nothing has been moved yet. Look at the documents, delete the moves that you do not
# want, each a line that begins with "move", and then run this file:
#
#   sh THIS-FILE           move the documents
#   sh THIS-FILE --undo    move them back; it knows of the moves that still stand here
#
# No file is ever overwritten. What has been moved is not moved again.
# In names, \\\\ is a backslash, and \\0 with three digits a byte that cannot be shown.

set -u
undo=no
case "$#:\${1-}" in
  0:) ;;
  1:--undo) undo=yes ;;
  *) echo "usage: sh THIS-FILE [--undo]" >&2; exit 2 ;;
esac
moved=0
before=0
left=0

exists() { [ -e "$1" ] || [ -L "$1" ]; }

leave() {
  printf '%s: left alone, %s\\n' "$(printf '%s' "$1" | LC_ALL=C tr -c ' -~' '?')" "$2" >&2
  left=$((left + 1))
}

enter() {
  root=$(printf '%bx' "$1")
  cd "\${root%x}" || exit 1
}

move() {
  from=$(printf '%bx' "$1")
  to=$(printf '%bx' "$2")
  from=\${from%x}
  to=\${to%x}
  if [ "$undo" = yes ]; then
    other=$from
    from=$to
    to=$other
  fi
  if ! exists "$from"; then
    if exists "$to"; then before=$((before + 1)); else leave "$from" "it is not there"; fi
  elif exists "$to"; then
    leave "$from" "something is there already: $(printf '%s' "$to" | LC_ALL=C tr -c ' -~' '?')"
  else
    mv -n -- "$from" "$to"
    if exists "$from"; then leave "$from" "it could not be moved"; else moved=$((moved + 1)); fi
  fi
}

finish() {
  echo "moved: $moved, already in place: $before, left alone: $left"
  [ "$left" -eq 0 ]
}
`;
