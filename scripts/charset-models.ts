/**
 * Prints digests of models that are trained on a corpus in all charsets, one line for each way to read it:
 * `node dist/scripts/charset-models.js`. The corpus is made here: for each encoding of the WHATWG Encoding Standard, all of its
 * characters with spaces between some of them, as a text and as a message; and some charsets that only mail has. Every
 * version of Node.js must print the same: `.ci/nodes` compares them.
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LabelledDocument } from "../src/documents/document.js";
import { save } from "../src/model/file/save-model.js";
import type { TrainOptions } from "../src/model/options.js";
import { train } from "../src/model/training.js";
import { everyCode, LEGACY_ENCODINGS } from "./every-code.js";

/** Charsets of mail that are not in the standard, all of one byte a character. */
const OF_MAIL = ["ibm850", "cp437", "cp858", "cp852", "x-mac-greek", "x-mac-ce", "viscii", "koi8-t"];

const CHARSETS = [...LEGACY_ENCODINGS, "utf-8", "utf-16le", "utf-16be", ...OF_MAIL];

/** All codes of a charset but those with NUL, which texts do not have, in words of different lengths. */
function textIn(charset: string): Uint8Array {
  const blank = { "utf-16le": [0x20, 0], "utf-16be": [0, 0x20] }[charset] ?? [0x20];
  // Pairs of bytes are characters of UTF-16 and, valid or not, of UTF-8.
  const codes = charset.startsWith("utf") ? everyCode("big5").filter((code) => code.length === 2) : everyCode(charset);
  const bytes = codes
    .filter((code) => !code.includes(0))
    .flatMap((code, i) => (i % 7 === (i >> 3) % 7 ? [...code, ...blank] : code));
  return Uint8Array.from(bytes);
}

function message(charset: string, text: Uint8Array): Uint8Array {
  const header = `From: a@example.org\nSubject: =?${charset}?B?${Buffer.from(text.subarray(0, 45)).toString("base64")}?=\n`;
  const type = `MIME-Version: 1.0\nContent-Type: text/plain; charset="${charset}"\nContent-Transfer-Encoding: base64\n\n`;
  return Buffer.from(`${header}${type}${Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\n")}\n`);
}

const texts = CHARSETS.map((charset) => ({ charset, text: textIn(charset) }));
const document = (id: string, bytes: Uint8Array): LabelledDocument => ({ id, label: id.slice(0, 5), bytes });
const messages = texts.map(({ charset, text }) => document(charset, message(charset, text)));

/** The ways to read a corpus: the names of the methods would be the same. */
const WAYS: readonly TrainOptions[] = [
  { as: "text" },
  { as: "text", tokens: "inner", ngrams: [1, 2], charNgrams: [3, 3], maxTerms: 20_000 },
  { preset: "fast" },
  { preset: "mail" },
  { preset: "mail-best" },
];

const scratch = mkdtempSync(join(tmpdir(), "thresher-charsets-"));
try {
  for (const way of WAYS) {
    const models = way.preset !== undefined ? [train(messages, { as: "mail", ...way })] : texts.map(textModel(way));
    const digest = createHash("sha256");
    for (const model of models) {
      save(model, join(scratch, "model"));
      digest.update(readFileSync(join(scratch, "model")));
    }
    console.log(`${digest.digest("hex")} ${JSON.stringify(way)}`);
  }
} finally {
  rmSync(scratch, { recursive: true });
}

/** A model of one text in two classes, read with its encoding. */
function textModel(way: TrainOptions) {
  return ({ charset, text }: (typeof texts)[number]) => {
    const half = text.length >> 1;
    const halves = [text.subarray(0, half), text.subarray(half)];
    return train(
      halves.map((bytes, i) => document(`half${i}`, bytes)),
      { ...way, encoding: charset },
    );
  };
}
