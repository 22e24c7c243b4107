import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { FILTER_STYLES, type FilterStyle } from "../../src/delivery/filter/filter-styles.js";
import { filterMessage, messageClassifier } from "../../src/delivery/filter/mail-filter.js";
import { unmarkedMessage } from "../../src/mail/rewrite/marked-message.js";
import { loadToFilter } from "../../src/model/file/model-file.js";
import { save } from "../../src/model/file/save-model.js";
import { train } from "../../src/model/training.js";
import { COMMAND } from "../checks/checks.js";
import { readByPython } from "./python-email.js";

/** The outcome of filtering messages. */
export interface FilterOutcome {
  readonly marked: number;
  readonly unchanged: number;
  /** A line for each message that lost or won more than the field. */
  readonly wrong: readonly string[];
}

/** Every so many messages also go through the real command. */
const EVERY = 100;

const STYLES = Object.keys(FILTER_STYLES) as FilterStyle[];

/**
 * Checks that without the new field each message is the same, byte for byte, and that Python's `email` reads the same
 * other fields as before.
 */
export function filterFaults(messages: readonly { readonly path: string; readonly bytes: Buffer }[]): FilterOutcome {
  const scratch = mkdtempSync(join(tmpdir(), "thresher-messages-"));
  try {
    const model = join(scratch, "mail.model");
    const letters = ["ham", "spam"].map((label) => ({ id: label, label, bytes: Buffer.from(`Subject: ${label}\n\n`) }));
    save(train(letters, { preset: "mail" }), model);
    const classify = messageClassifier(loadToFilter(model));
    const wrong: string[] = [];
    let unchanged = 0;
    const outputs = messages.map(({ path, bytes }, i) => {
      const answer = classify(bytes);
      for (const style of STYLES) {
        const { names } = FILTER_STYLES[style];
        const output = filtered(() => filterMessage(bytes, () => answer, { style }).parts) ?? bytes;
        // The message may have come with fields of this style, which are removed.
        const clean = Buffer.from(unmarkedMessage(bytes, names));
        if (!Buffer.from(unmarkedMessage(output, names)).equals(clean)) wrong.push(`${path}: other bytes, ${style}`);
      }
      const output = filtered(() => filterMessage(bytes, () => answer).parts);
      if (output === undefined) unchanged++;
      if (i % EVERY === 0 || output === undefined) {
        const { status, stdout } = spawnSync(process.execPath, [COMMAND, "filter", "-m", model], {
          input: bytes,
          maxBuffer: 2 ** 30,
          stdio: ["pipe", "pipe", "ignore"],
        });
        const isRight = status === (output === undefined ? 75 : 0) && stdout.equals(output ?? bytes);
        if (!isRight) wrong.push(`${path}: the command gives other bytes or exit code ${status}`);
      }
      return output ?? bytes;
    });
    const before = readByPython(
      messages.map(({ bytes }) => bytes),
      "fields",
    );
    const after = readByPython(outputs, "fields");
    for (const [i, { path }] of messages.entries()) {
      if (before[i].fields !== after[i].fields) wrong.push(`${path}: Python reads other fields`);
    }
    return { marked: messages.length - unchanged, unchanged, wrong };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The filter's output; undefined if it refuses the message. */
function filtered(filter: () => readonly Uint8Array[]): Buffer | undefined {
  try {
    return Buffer.concat(filter());
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
