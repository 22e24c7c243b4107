/** Checks that the filter changes no message of a corpus except for the header that it adds. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FILTER_STYLES, type FilterStyle } from "../../src/delivery/filter/filter-styles.js";
import { filterMessage, messageClassifier } from "../../src/delivery/filter/mail-filter.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { unmarkedMessage } from "../../src/mail/rewrite/marked-message.js";
import { loadToFilter } from "../../src/model/file/model-file.js";
import { type Check, COMMAND } from "./checks.js";

/** How many messages go through the real command. */
const PROCESSES = 200;
/** Size of a message larger than the filter reads. */
const LARGE = 50e6;

/**
 * @param root a folder per class, one of them `spam`
 * @param model path of a model trained on it
 */
export function checkFilter(check: Check, root: string, model: string, share: number): void {
  const files = Array.from(readFolders(root), ({ id }) => join(root, id)).filter(
    (_, i) => i % Math.round(1 / share) === 0,
  );
  const classify = messageClassifier(loadToFilter(model));
  for (const style of Object.keys(FILTER_STYLES) as FilterStyle[]) {
    const { names } = FILTER_STYLES[style];
    const changed = files.filter((file) => {
      const message = readFileSync(file);
      const { parts } = filterMessage(message, classify, { style });
      // Messages may already have such fields of other filters, which are removed.
      const clean = style === "thresher" ? message : Buffer.from(unmarkedMessage(message, names));
      const rest = Buffer.from(unmarkedMessage(Buffer.concat(parts), names));
      return !rest.equals(clean) || !Buffer.concat([parts[0], parts[2]]).equals(clean);
    });
    check(
      `filter, ${style}, messages of ${files.length} that are another below the header`,
      changed.length,
      "0",
      changed.length === 0,
    );
  }

  const { names } = FILTER_STYLES.thresher;
  const filtered = (input: Uint8Array, ...args: string[]) =>
    spawnSync(process.execPath, [COMMAND, "filter", ...args], {
      input,
      maxBuffer: 1 << 28,
      stdio: ["pipe", "pipe", "ignore"],
    });
  const sample = files.filter((_, i) => i % Math.ceil(files.length / PROCESSES / share) === 0);
  const wrong = sample.filter((file) => {
    const message = readFileSync(file);
    const { status, stdout } = filtered(message, "-m", model);
    return (
      status !== 0 || stdout.length === message.length || !Buffer.from(unmarkedMessage(stdout, names)).equals(message)
    );
  });
  check(`filter, processes of ${sample.length} that change a message`, wrong.length, "0", wrong.length === 0);
  const large = Buffer.alloc(LARGE, readFileSync(files[0]));
  const { status, stdout } = filtered(large, "-m", model);
  const whole = status === 0 && Buffer.from(unmarkedMessage(stdout, names)).equals(large);
  check("filter, a message of 50 MB comes through whole", whole, "true", whole);
}
