import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { DataError } from "../../src/base/errors.js";
import type { Random } from "../../src/base/random.js";
import type { MessageAnswer } from "../../src/delivery/filter/decide.js";
import { FILTER_STYLES, type FilterStyle } from "../../src/delivery/filter/filter-styles.js";
import { cleanMessage, filterMessage, messageClassifier } from "../../src/delivery/filter/mail-filter.js";
import { type Analyzer, analyzerFor } from "../../src/features/analyzer.js";
import { readMessageFacts } from "../../src/mail/message-facts.js";
import { whyUnmarkable } from "../../src/mail/message-place.js";
import { readMessage } from "../../src/mail/read-message.js";
import { identityOf } from "../../src/mail/rewrite/identity.js";
import { classify } from "../../src/model/classify.js";
import { load, loadToFilter } from "../../src/model/file/model-file.js";
import { settingsFrom } from "../../src/model/settings.js";
import type { TextModel } from "../../src/model/text-model.js";
import { pick } from "./bytes.js";
import { require, withinBounds } from "./within-bounds.js";

const STYLES = Object.keys(FILTER_STYLES) as FilterStyle[];

/** Names of the fields that filters add, anywhere in a message. */
const OURS = new RegExp(
  [...Object.values(FILTER_STYLES).flatMap(({ names }) => names), "X-Thresher-Separator"].join("|"),
  "i",
);

/** A valid header of ours: printable ASCII in short lines. */
const HEADER = /^(?:[!-9;-~]+:[ -~]*(?:\r?\n|\r)(?:[\t ][ -~]*(?:\r?\n|\r))*)+(?:\r?\n|\r)?$/;

/** Checks what mail reading and the filter promise for any message. */
export class MessageCheck {
  readonly #path: string;
  readonly #model: TextModel;
  readonly #classify: (message: Uint8Array) => MessageAnswer;
  readonly #analyzers: readonly Analyzer[];
  readonly #command: string;
  readonly #broken: string;

  /**
   * @param path a model of mail with a class "spam"
   * @param command path of the installed command
   * @param folder for temporary files
   */
  constructor(path: string, command: string, folder: string) {
    this.#path = path;
    this.#command = command;
    this.#broken = join(folder, "broken.model");
    writeFileSync(this.#broken, "no model");
    this.#model = load(path);
    this.#classify = messageClassifier(loadToFilter(path));
    const readings = [
      { as: "news", strip: ["quotes", "footers", "headers"] },
      { as: "text", encoding: "auto" },
    ] as const;
    this.#analyzers = readings.map((reading) => analyzerFor(settingsFrom(reading)));
  }

  /** @throws Fault, or what the program throws, if a promise is broken. */
  check(message: Uint8Array, random: Random): void {
    const before = Buffer.from(message);
    const style = pick(STYLES, random);
    withinBounds(message.length, () => {
      readMessage(message);
      identityOf(message);
      const [facts] = readMessageFacts([{ id: "m", label: "", bytes: message }], ["m"], settingsFrom({ as: "mail" }));
      require(facts.time === undefined || Number.isFinite(facts.time), "the date is no number");
      for (const analyzer of this.#analyzers) analyzer.read(message).tokens(() => {});
      this.#filter(message, style);
    });
    require(before.equals(message), "the message was changed in memory");
  }

  #filter(message: Uint8Array, style: FilterStyle): void {
    const options = { style, spam: "spam" };
    if (whyUnmarkable(cleanMessage(message, { style })) !== undefined) {
      require(refuses(() => filterMessage(message, this.#classify, options)), "a field is added where none may be");
      return;
    }
    let asked: Uint8Array | undefined;
    const { parts, verdict } = filterMessage(
      message,
      (clean) => {
        asked = clean;
        return this.#classify(clean);
      },
      options,
    );
    require(asked !== undefined, "the filter asked nothing");
    require(verdict.probability >= 0 && verdict.probability <= 1, `the probability is ${verdict.probability}`);
    this.#sameAnswer(asked);

    const [before, header, rest] = parts;
    require(HEADER.test(latin1(header)), `the new header is ${JSON.stringify(latin1(header))}`);
    const without = Buffer.concat([before, rest]);
    require(without.equals(asked), "without the new header it is another message than the one that was classified");
    if (!OURS.test(latin1(message))) require(without.equals(message), "without the new header it is another message");

    const marked = Buffer.concat(parts);
    const again = filterMessage(marked, this.#classify, options);
    require(Buffer.concat(again.parts).equals(marked), "filtered twice it is another message than filtered once");
  }

  /** `classify`, whose model has checked counts, must answer as the filter does. */
  #sameAnswer(message: Uint8Array): void {
    const { ranking } = this.#classify(message);
    const sum = ranking.reduce((all, { probability }) => all + probability, 0);
    require(Math.abs(sum - 1) < 1e-9, `the probabilities sum to ${sum}`);
    const { label, ranking: classified } = classify(this.#model, message);
    require(label === ranking[0].label && isDeepStrictEqual(classified, ranking), "classify says another");
  }

  /** Checks the same with the real command and its exit code. */
  checkCommand(message: Uint8Array, random: Random): void {
    const style = pick(STYLES, random);
    const run = (model: string, ...more: string[]) => {
      const args = [this.#command, "filter", "-m", model, "--style", style, "--spam", "spam", ...more];
      const { status, stdout } = spawnSync(process.execPath, args, { input: message, maxBuffer: 1 << 28 });
      return { status, stdout };
    };
    const marked = run(this.#path);
    const code = style === "bogofilter" ? 3 : 75;
    if (whyUnmarkable(cleanMessage(message, { style })) !== undefined) {
      require(marked.status === code, `the exit code is ${marked.status} in place of ${code}`);
      require(marked.stdout.equals(message), "the command changes a message that takes no field");
      return;
    }
    const { parts, verdict } = filterMessage(message, this.#classify, { style, spam: "spam" });
    require(marked.status === 0, `the exit code is ${marked.status} in place of 0`);
    require(marked.stdout.equals(Buffer.concat(parts)), "the command writes another message than the library");
    const failed = run(this.#broken);
    require(failed.status === code, `the exit code is ${failed.status} in place of ${code}`);
    require(failed.stdout.equals(message), "the command changes a message that it cannot classify");
    const terse = run(this.#path, "--terse");
    const codes: Readonly<Record<string, number>> = { spam: 0, ham: 1, unsure: 2 };
    require(terse.status === codes[verdict.decision ?? ""], `the exit code is ${terse.status} of ${verdict.decision}`);
  }
}

function refuses(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch (error) {
    return error instanceof DataError;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}
