import type { Random } from "../../src/base/random.js";
import {
  anywhere,
  cutShort,
  flipped,
  pick,
  skewed,
  someRange,
  spliced,
  withBlockAgain,
  withoutBlock,
} from "./bytes.js";
import {
  CHARSETS,
  ENCODINGS,
  FIELDS,
  HTML_PIECES,
  INVALID_UTF8,
  LINE_ENDS,
  NUMBERS,
  TOKENS,
  TRANSFER_DAMAGE,
} from "./hostile-pieces.js";

/** Changes a message in one way; pieces come from the other messages in `seeds`. */
type Mutation = (message: Uint8Array, random: Random, seeds: readonly Uint8Array[]) => Uint8Array;

/** Maximum size in bytes, so that tens of thousands can be tried. */
const LARGEST = 1 << 16;

/** Maximum number of changes per message. */
const MAX_CHANGES = 6;

/** Mutates a random seed message. Equal random numbers give equal bytes. */
export function mutatedMessage(seeds: readonly Uint8Array[], random: Random): Uint8Array {
  let message = pick(seeds, random);
  const largest = Math.max(LARGEST, message.length);
  for (let left = skewed(1, MAX_CHANGES, random); left > 0; left--) {
    message = pick(MUTATIONS, random)(message, random, seeds).subarray(0, largest);
  }
  return Uint8Array.from(message);
}

/** Inserts one of the pieces, sometimes many times. */
function inserting(pieces: readonly (string | Uint8Array)[]): Mutation {
  return (message, random) => {
    const piece = pick(pieces, random);
    const times = random(8) === 0 ? skewed(1, 2000, random) : 1;
    const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
    const at = random(3) === 0 ? random(Math.min(message.length, 400) + 1) : anywhere(message, random);
    return spliced(message, at, at, Buffer.concat(Array<Uint8Array>(times).fill(bytes)));
  };
}

/** Replaces one or all matches of a pattern. */
function replacing(pattern: RegExp, replacements: readonly string[]): Mutation {
  return (message, random) => {
    const text = latin1(message);
    const found = [...text.matchAll(pattern)];
    if (found.length === 0) return message;
    const replacement = pick(replacements, random);
    if (random(3) === 0)
      return Buffer.from(
        text.replace(pattern, () => replacement),
        "latin1",
      );
    const one = pick(found, random);
    return spliced(message, one.index, one.index + one[0].length, replacement);
  };
}

/** Adds fields before or after the first one. */
const withField: Mutation = (message, random) => {
  const at = random(2) === 0 ? 0 : Math.max(0, message.indexOf(0x0a) + 1);
  return spliced(message, at, at, `${pick(FIELDS, random)}${pick(LINE_ENDS, random)}`);
};

/** Joins the beginning of one message and the end of another. */
const joined: Mutation = (message, random, seeds) => {
  const other = pick(seeds, random);
  const from = anywhere(other, random);
  return spliced(message, anywhere(message, random), message.length, other.subarray(from, from + LARGEST));
};

/** Folds header lines where no line should be folded. */
const folded: Mutation = (message, random) => {
  let changed = message;
  for (let left = skewed(1, 40, random); left > 0; left--) {
    const at = random(Math.min(changed.length, 1000) + 1);
    changed = spliced(changed, at, at, pick(["\n ", "\r\n\t", "\n \n", "\r ", "\n\t\t\t", "\r\n \r\n"], random));
  }
  return changed;
};

const withOtherLineEnds: Mutation = (message, random) => {
  const to = pick(LINE_ENDS, random);
  const some = random(2) === 0;
  return Buffer.from(
    latin1(message).replace(/\r?\n|\r/g, (end) => (some && random(2) === 0 ? end : to)),
    "latin1",
  );
};

/** Nests the message in multipart or forwarded messages. */
const nested: Mutation = (message, random) => {
  const boundary = pick(["b", "", "=_", "b\u0000", "a".repeat(300), "(b)", "--"], random);
  const opening = pick(
    [
      `Content-Type: multipart/mixed; boundary="${boundary}"\n\n--${boundary}\n`,
      `Content-Type: multipart/alternative; boundary=${boundary}\n\n--${boundary}\n\n--${boundary}\n`,
      "Content-Type: message/rfc822\n\n",
    ],
    random,
  );
  const closing = random(2) === 0 ? "" : `\n--${boundary}--\n`;
  const levels = skewed(1, 300, random);
  return Buffer.concat([Buffer.from(opening.repeat(levels), "latin1"), message, Buffer.from(closing.repeat(levels))]);
};

/** Makes it HTML of random tags, or inserts some. */
const tagSoup: Mutation = (message, random) => {
  const soup = Array.from({ length: skewed(1, 400, random) }, () => pick(HTML_PIECES, random)).join("");
  const at = random(2) === 0 ? message.length : anywhere(message, random);
  const typed = random(2) === 0 ? spliced(message, 0, 0, "Content-Type: text/html; charset=utf-8\n") : message;
  return spliced(typed, at, at, soup);
};

/** Encodes the body in base64 or quoted-printable, and damages it. */
const encoded: Mutation = (message, random) => {
  const [from, to] = someRange(message, random);
  const block = Buffer.from(message.subarray(from, Math.min(to, from + LARGEST / 2)));
  const isBase64 = random(2) === 0;
  const text = isBase64
    ? block.toString("base64").replace(/.{76}/g, "$&\r\n")
    : latin1(block).replace(/[^ -<>-~]/g, (c) => `=${c.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`);
  const at = random(text.length + 1);
  const damaged = text.slice(0, at) + pick(TRANSFER_DAMAGE, random) + text.slice(at + random(3));
  const header = `Content-Transfer-Encoding: ${isBase64 ? "base64" : "quoted-printable"}\n`;
  return random(3) === 0
    ? spliced(message, from, to, damaged)
    : Buffer.from(`${header}Subject: x\n\n${damaged}`, "latin1");
};

/** Converts all or part to UTF-16. */
const inUtf16: Mutation = (message, random) => {
  const [from, to] = random(2) === 0 ? [0, message.length] : someRange(message, random);
  const wide = Buffer.from(latin1(message.subarray(from, Math.min(to, from + LARGEST / 2))), "utf16le");
  if (random(2) === 0) wide.swap16();
  return spliced(message, from, to, wide);
};

/** Repeats a byte many times, to find code that is not linear. */
const monotonous: Mutation = (message, random) => {
  const byte = pick([0x00, 0x20, 0x0a, 0x0d, 0x3c, 0x3d, 0x2d, 0x22, 0x28, 0x3f, 0x61, 0xff], random);
  const at = anywhere(message, random);
  return spliced(message, at, at, new Uint8Array(skewed(1, 40_000, random)).fill(byte));
};

const MUTATIONS: readonly Mutation[] = [
  ...[flipped, cutShort, withoutBlock, withBlockAgain, joined],
  ...[withField, folded, withOtherLineEnds, nested, tagSoup, encoded, inUtf16, monotonous],
  inserting(TOKENS),
  inserting(HTML_PIECES),
  inserting(INVALID_UTF8),
  inserting(["\0", "\0\0\0\0", "a\0b", "\0\n"]),
  replacing(
    /charset\s*=\s*"?[^\s";]*"?/gi,
    CHARSETS.map((name) => `charset=${name}`),
  ),
  replacing(
    /Content-Transfer-Encoding:[^\n]*/gi,
    ENCODINGS.map((name) => `Content-Transfer-Encoding: ${name}`),
  ),
  replacing(/boundary\s*=\s*"?[^\s";]*"?/gi, ["boundary=", 'boundary="', "boundary=--", "boundary=x; boundary=y"]),
  replacing(/^--.*$/gm, ["--", "----", "--x--", "--b", " --b"]),
  replacing(/\d+/g, NUMBERS),
  replacing(/[:;=<>"]/g, ["", "::", ";;", "==", "<", ">", '"', "\\"]),
];

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
