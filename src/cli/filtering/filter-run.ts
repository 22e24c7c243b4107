import { DataError, reason, UsageError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { terseLine } from "../../delivery/filter/filter-styles.js";
import { cleanMessage, type MessageAnswer, markClean } from "../../delivery/filter/mail-filter.js";
import { readConfig, refusedLines } from "../options/config.js";
import { leadsNowhere, readStandardInput, tellTyped, writeWaiting } from "../output/standard-streams.js";
import { configuredWords, type FilterCommandOptions, filterOptions } from "./filter-options.js";

/** EX_TEMPFAIL of sysexits.h: programs that deliver mail keep the message and try again, and never bounce it. */
const FAULT = 75;
/** As of every command: for a person at a terminal. */
const USAGE_FAULT = 2;
/** bogofilter's codes. */
const TERSE_CODES = { spam: 0, ham: 1, unsure: 2 } as const;
const BOGOFILTER_FAULT = 3;

/** Gives the answer to a message, by itself or by asking another process. */
export type Answering = (message: Uint8Array, options: FilterCommandOptions) => MessageAnswer | Promise<MessageAnswer>;

/**
 * `thresher filter`: the message on standard input, marked, on standard output.
 * Whatever goes wrong, the message is written as it came, and the exit code says so.
 *
 * @param typed what follows the command's name
 * @returns the exit code
 */
export async function runFilter(typed: readonly string[], answer: Answering): Promise<number> {
  let fault: unknown;
  let options: FilterCommandOptions | undefined;
  let args = typed;
  try {
    const files = readConfig();
    for (const line of refusedLines(files)) tell(new DataError(line), args, "");
    args = [...configuredWords(files), ...typed];
    options = filterOptions(args);
  } catch (error) {
    fault = error;
    if (process.stdin.isTTY) {
      tell(error, args, "");
      return USAGE_FAULT;
    }
  }
  let message: Uint8Array;
  try {
    tellTyped();
    message = readStandardInput();
  } catch (error) {
    tell(new DataError(`standard input: required a message, found: ${reason(error)}`), args, "");
    return faultCode(args);
  }
  let outcome: Outcome | undefined;
  const passes = !args.includes("--terse") || args.includes("--passthrough");
  try {
    if (options !== undefined) outcome = await outcomeOf(message, options, answer);
  } catch (error) {
    fault = error;
  }
  if (outcome === undefined) {
    tell(fault, args, passes ? "; the message goes through unchanged" : "");
    outcome = { parts: passes ? [message] : [], code: faultCode(args) };
  }
  try {
    if (passes && leadsNowhere(1)) throw new DataError("standard output is closed: the message was not written");
    for (const part of outcome.parts) writeWaiting(1, part);
    return outcome.code;
  } catch (error) {
    // The reader hung up: as with other tools there is nobody to tell, and the exit code says it.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return faultCode(args);
    const why = `standard output: the message could not be written: ${reason(error)}`;
    tell(error instanceof DataError ? error : new DataError(why), args, "");
    return faultCode(args);
  }
}

/** What is written, and the exit code. */
interface Outcome {
  readonly parts: readonly Uint8Array[];
  readonly code: number;
}

async function outcomeOf(message: Uint8Array, options: FilterCommandOptions, answer: Answering): Promise<Outcome> {
  const clean = cleanMessage(message, options);
  const { verdict, parts } = markClean(clean, await answer(clean, options), options);
  if (!options.terse) return { parts, code: 0 };
  if (verdict.decision === undefined) {
    throw new UsageError('terse: required a model with a class "spam", found none: name the class that is spam');
  }
  return { parts: [Buffer.from(terseLine(verdict))], code: TERSE_CODES[verdict.decision] };
}

/** To be known of command lines that are wrong, too. */
function faultCode(args: readonly string[]): number {
  const asBogofilter = args.includes("--style=bogofilter") || args[args.indexOf("--style") + 1] === "bogofilter";
  return asBogofilter || args.includes("--terse") ? BOGOFILTER_FAULT : FAULT;
}

/** Says what went wrong in one line, and what comes of it. */
export function tell(error: unknown, args: readonly string[], consequence: string): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const hint = error instanceof UsageError ? "; see thresher filter --help" : "";
  const lines = `${args.includes("--debug") ? `${stack}\n` : ""}thresher: ${safeText(message)}${hint}${consequence}\n`;
  try {
    writeWaiting(2, Buffer.from(lines));
  } catch {
    // Nobody listens; the exit code is left.
  }
}
