import { DataError } from "../../base/errors.js";
import { ByteWindow } from "../../documents/files/byte-window.js";
import { fileChunks } from "../../documents/files/open-file.js";
import type { WordList } from "./word-line.js";
import { type ProgramName, WORD_PROGRAMS } from "./word-programs.js";

/** Maximum number of tokens that are kept: those that tell ham and spam apart in most messages. */
const MAX_TOKENS = 5000;
/** While a file is read, the rarest tokens are dropped when there are more. */
const MAX_READ = 400_000;
/** In bytes. */
const MAX_LINE = 2 ** 16;
const WANTED = "give the output of sa-learn --backup or of bogoutil -d wordlist.db";

/**
 * Reads a word list of SpamAssassin or bogofilter.
 *
 * @returns the list, and how many tokens the file has. Tokens that differ only in case count as one
 * @throws DataError if the file is no such list, is of another version, damaged or cut short, or cannot be read
 */
export function readWordList(path: string): { readonly list: WordList; readonly found: number } {
  let name: ProgramName = "bogofilter";
  let version: string | undefined;
  const messages: [number, number] = [0, 0];
  let tokens = new Map<string, [number, number]>();
  let found = 0;
  let rare = 0;
  for (const { line, number } of linesOf(path)) {
    if (number === 1 && line.startsWith("v\t")) name = "spamassassin";
    const said = WORD_PROGRAMS[name].read(line);
    if (said === undefined) {
      throw new DataError(`${path}: ${number === 1 ? "this is no word list" : `line ${number} is damaged`}: ${WANTED}`);
    }
    version = said.version ?? version;
    const { token, ham, spam } = said;
    const counts = token === undefined ? messages : (tokens.get(token) ?? [0, 0]);
    counts[0] += ham ?? 0;
    counts[1] += spam ?? 0;
    if (token === undefined) continue;
    if (counts[0] + counts[1] > rare) tokens.set(token, counts);
    found++;
    if (tokens.size <= MAX_READ) continue;
    // Drops half of them at a time, so that few tokens are copied often.
    rare = Uint32Array.from(tokens.values(), ([h, s]) => h + s).sort()[MAX_READ >> 1];
    tokens = new Map([...tokens].filter(([, [h, s]]) => h + s > rare));
  }
  const { version: known, keyOf } = WORD_PROGRAMS[name];
  if (version !== known) {
    const is = version === undefined ? "names no version" : `has version ${version}`;
    throw new DataError(`${path}: this list of ${name} ${is}, and only version ${known} can be read: ${WANTED}`);
  }
  const [ham, spam] = messages;
  if (ham === 0 || spam === 0) {
    throw new DataError(`${path}: this list was made of ${ham} ham and ${spam} spam messages: both are needed`);
  }
  const telling = ([h, s]: readonly number[]) => Math.abs(h / ham - s / spam);
  // After messages were unlearned, a token may have been counted in more messages than there are.
  const kept = [...tokens]
    .map(([token, [h, s]]) => [keyOf(token), Math.min(h, ham), Math.min(s, spam)])
    .sort(([a, ...x], [b, ...y]) => telling(y) - telling(x) || a - b)
    .slice(0, MAX_TOKENS)
    .sort(([a], [b]) => a - b);
  const counts = kept.flatMap(([, ...counts]) => counts);
  return { list: { program: name, messages: [ham, spam], keys: kept.map(([key]) => key), counts }, found };
}

/** Returns the lines of a file, from number 1. @throws DataError if it cannot be read, or its last line has no end */
function* linesOf(path: string) {
  const window = new ByteWindow(fileChunks(path));
  for (let number = 1; ; number++) {
    const end = window.lineEnd(MAX_LINE);
    if (end === undefined) throw new DataError(`${path}: line ${number} is too long for a word list: ${WANTED}`);
    if (window.fault !== undefined) throw new DataError(`${path}: cannot be read: ${window.fault}`);
    if (window.length === 0) return;
    if (end === window.length) throw new DataError(`${path}: this word list is cut short: ${WANTED}`);
    const line = window.view(0, end).toString();
    window.drop(end + 1);
    yield { line, number };
  }
}
