import { join } from "node:path";
import { DataError, orElse, reason, UsageError } from "../../base/errors.js";
import { lazily } from "../../base/lazily.js";
import { safeStack, safeText } from "../../base/safe-text.js";
import { type MessageAnswer, verdictOf } from "../../delivery/filter/decide.js";
import { terseLine } from "../../delivery/filter/filter-styles.js";
import { cleanMessage, markClean } from "../../delivery/filter/mail-filter.js";
import type { ServerAddress } from "../../delivery/serving/address.js";
import { askServer } from "../../delivery/serving/ask-server.js";
import { errorText } from "../../jobs/error-text.js";
import { leadsNowhere, readStandardInput, tellTyped, writeWaiting } from "../../jobs/inputs/standard-streams.js";
import { loadCached } from "../code-cache.js";
import { configuredWords, type FilterCommandOptions, filterOptions } from "./filter-options.js";

/** EX_TEMPFAIL of sysexits.h: programs that deliver mail keep the message and try again, and never bounce it. */
const FAULT = 75;
/** The same as for other commands. Only a person at a terminal sees it: no program has sent a message. */
const USAGE_FAULT = 2;
/** bogofilter's exit codes. */
const TERSE_CODES = { spam: 0, ham: 1, unsure: 2 } as const;
const BOGOFILTER_FAULT = 3;

/** Classifies a message in this process. */
export type AnswerHere = (message: Uint8Array, options: FilterCommandOptions) => MessageAnswer;

/**
 * `thresher filter`: reads a message from standard input, and writes it to standard output with its class in the
 * header. After any fault the message is written unchanged, and the exit code says that something went wrong.
 *
 * @param typed the words after the name of the command
 * @returns the exit code
 */
export async function runFilter(typed: readonly string[], answerHere: AnswerHere): Promise<number> {
  let args = typed;
  const tellFault = (error: unknown, consequence = ""): number => {
    tell(error, args, consequence);
    return faultCode(args);
  };
  // Reports faults in the options after it has read the message, which must go through in any case.
  let fault: unknown;
  let options: FilterCommandOptions | undefined;
  try {
    const { words, lines } = configuredWords();
    for (const line of lines) tellFault(new DataError(line));
    args = [...words, ...typed];
    options = filterOptions(args);
  } catch (error) {
    fault = error;
    if (process.stdin.isTTY) {
      tellFault(error);
      return USAGE_FAULT;
    }
  }
  let message: Uint8Array;
  try {
    tellTyped();
    message = readStandardInput();
  } catch (error) {
    return tellFault(new DataError(`standard input cannot be read: ${reason(error)}`));
  }
  let outcome: FilterResult | undefined;
  /** Whether the message itself is printed, marked or unchanged. */
  const passes = !args.includes("--terse");
  try {
    if (options !== undefined) outcome = await outcomeOf(message, options, answerHere, args);
  } catch (error) {
    fault = error;
  }
  const unchanged = passes ? "; the message goes through unchanged" : "";
  outcome ??= { parts: passes ? [message] : [], code: tellFault(fault, unchanged) };
  try {
    if (passes && leadsNowhere(1)) throw new DataError("standard output is closed: the message was not written");
    for (const part of outcome.parts) writeWaiting(1, part);
    outcome.keep?.();
    return outcome.code;
  } catch (error) {
    // The reader has closed the pipe. As in other tools, only the exit code reports it.
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return faultCode(args);
    const why = `standard output: the message could not be written: ${reason(error)}`;
    return tellFault(error instanceof DataError ? error : new DataError(why));
  }
}

/** The bytes to write, and the exit code. */
interface FilterResult {
  readonly parts: readonly Uint8Array[];
  readonly code: number;
  /** Adds the decision to the history, when the message is out. It does not throw. */
  keep?(): void;
}

/** Classifies a message, and returns the marked message, or with --terse the line about it. @param args for messages */
async function outcomeOf(
  message: Uint8Array,
  options: FilterCommandOptions,
  answerHere: AnswerHere,
  args: readonly string[],
): Promise<FilterResult> {
  const clean = cleanMessage(message, options);
  // Without a server, nothing is awaited: a warning about the model would come after the end of the process.
  const answered =
    options.server === undefined
      ? answerHere(clean, options)
      : await answerThere(options.server, clean, options, answerHere, args);
  const keep = () => keepDecision(clean, answered, options, args);
  if (!options.terse) return { parts: markClean(clean, answered, options).parts, code: 0, keep };
  const verdict = verdictOf(answered, options);
  if (verdict.decision === undefined) {
    throw new UsageError("--terse: it is not clear which class of this model is spam: name it with --spam");
  }
  return { parts: [Buffer.from(terseLine(verdict))], code: TERSE_CODES[verdict.decision], keep };
}

/** Asks a server. If that fails, the model answers, provided that it is named. @throws the error of the server if not */
async function answerThere(
  server: ServerAddress,
  message: Uint8Array,
  options: FilterCommandOptions,
  answerHere: AnswerHere,
  args: readonly string[],
): Promise<MessageAnswer> {
  try {
    return await askServer(server, message, 1000 * options.serverTimeout);
  } catch (error) {
    if (options.model === undefined) throw error;
    tell(error, args, "; the model is read instead");
    return answerHere(message, options);
  }
}

/** Adds a decision to the history of --history, if it is given. If that fails, one line says so. */
function keepDecision(
  message: Uint8Array,
  answer: MessageAnswer,
  options: FilterCommandOptions,
  args: readonly string[],
): void {
  const { history } = options;
  if (history === undefined) return;
  try {
    const { exports, keep } = historyCode();
    const told = (line: string) => tell(new DataError(line), args, "");
    exports.historyOf(history, "filter", told)(message, exports.decidedBy(answer, options));
    keep();
  } catch (error) {
    tell(error, args, "; the decision is not in the history");
  }
}

/** Returns the exit code of a fault. Takes words, because a wrong command line has no options. */
function faultCode(args: readonly string[]): number {
  const asBogofilter = args.includes("--style=bogofilter") || args[args.indexOf("--style") + 1] === "bogofilter";
  return asBogofilter || args.includes("--terse") ? BOGOFILTER_FAULT : FAULT;
}

/**
 * Prints a fault and its consequence on one line.
 *
 * @param args the words of the command line; with `--debug`, the stack comes first
 * @param consequence the end of the line, such as `; the message goes through unchanged`
 */
function tell(error: unknown, args: readonly string[], consequence: string): void {
  const hint = error instanceof UsageError ? "; see thresher filter --help" : "";
  const lines = `${args.includes("--debug") ? `${safeStack(error)}\n` : ""}thresher: ${safeText(errorText(error))}${hint}${consequence}\n`;
  // If standard error is closed, the exit code still reports the fault.
  orElse(() => writeWaiting(2, Buffer.from(lines)), undefined);
}

/** The code of the filter that only --history needs. It is in another file, so that the filter starts as fast without it. */
export const historyCode = lazily(() =>
  loadCached<typeof import("../../jobs/history-code.js")>(join(import.meta.dirname, "history-code.cjs")),
);
