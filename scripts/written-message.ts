import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, seededRandom } from "../src/base/random.js";
import { run } from "./kills/run-command.js";

/** Messages per class in the first model. */
const KNOWN = 100;

/** Trains a model that can learn, with the real command on generated ham and spam. */
export async function trainedOnMail(folder: string, model: string, seed: number): Promise<void> {
  const random = seededRandom(seed);
  for (const label of ["ham", "spam"]) {
    mkdirSync(join(folder, "corpus", label), { recursive: true });
    for (let n = 0; n < KNOWN; n++) {
      writeFileSync(join(folder, "corpus", label, `${n}.eml`), writtenMessage(random, n));
    }
  }
  await run(["train", join(folder, "corpus"), "-m", model, "--preset", "mail", "--remember", "--quiet"]);
}

const SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ha", "ke", "li", "mo", "nu", "pra", "ste", "tri", "vo", "zu"];

/**
 * Generates a message; numbers make them distinct. It has a date, so that learning it does not depend
 * on the time of its file.
 */
export function writtenMessage(random: Random, number: number): string {
  const words = (count: number) => Array.from({ length: count }, () => word(random)).join(" ");
  const date = new Date(Date.UTC(2024, 0, 1) + number * 3_600_000).toUTCString().replace("GMT", "+0000");
  return [
    `Message-ID: <${number}.${word(random)}@example.com>`,
    `Date: ${date}`,
    `From: ${word(random)} <${word(random)}@example.com>`,
    `Subject: ${words(1 + random(8))}`,
    "",
    ...Array.from({ length: random(20) }, () => words(random(15))),
    "",
  ].join("\n");
}

function word(random: Random): string {
  return Array.from({ length: 1 + random(4) }, () => SYLLABLES[random(SYLLABLES.length)]).join("");
}

/** One of so many messages is large. */
const LARGE_EVERY = 250;
const LARGE = 1 << 20;

/** A generated message, possibly truncated, corrupted or repeated. */
export function damagedMessage(random: Random, number: number): Uint8Array {
  const message = Buffer.from(writtenMessage(random, number));
  switch (random(4)) {
    case 0:
      return message.subarray(0, random(message.length));
    case 1:
      for (let n = random(20); n > 0; n--) message[random(message.length)] = random(256);
      return message;
    case 2:
      return Buffer.alloc(random(LARGE_EVERY) === 0 ? LARGE : 2 * message.length, message);
    default:
      return message;
  }
}
