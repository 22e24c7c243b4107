import { join } from "node:path";
import { codeOf, DataError, orDataError, orElse, reason, UsageError } from "../../base/errors.js";
import { lazily } from "../../base/lazily.js";
import { safeStack, safeText } from "../../base/safe-text.js";
import { type MessageAnswer, verdictOf } from "../../delivery/filter/decide.js";
import { terseLine } from "../../delivery/filter/filter-styles.js";
import { cleanMessage, markClean } from "../../delivery/filter/mail-filter.js";
import { askServer } from "../../delivery/serving/ask-server.js";
import { errorText } from "../../jobs/error-text.js";
import { leadsNowhere, readStandardInput, tellIfTerminal, writeWaiting } from "../../jobs/inputs/standard-streams.js";
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
  let fault: unknown;
  let options: FilterCommandOptions | undefined;
  try {
    const { words, lines } = configuredWords();
    for (const line of lines) tell(new DataError(line), args);
    args = [...words, ...typed];
    options = filterOptions(args);
  } catch (error) {
    fault = error;
  }
  // Other faults in the options are reported after the message was read, which must go through in any case.
  if (options === undefined && process.stdin.isTTY) {
    tell(fault, args);
    return USAGE_FAULT;
  }
  try {
    tellIfTerminal();
    const message = orDataError(readStandardInput, (why) => `standard input cannot be read: ${why}`);
    let outcome: Awaited<ReturnType<typeof outcomeOf>> | undefined;
    try {
      if (options !== undefined) outcome = await outcomeOf(message, options, answerHere, args);
    } catch (error) {
      fault = error;
    }
    /** Whether the message itself is printed, marked or unchanged. */
    const passes = !args.includes("--terse");
    if (outcome === undefined) tell(fault, args, passes ? "; the message goes through unchanged" : "");
    if (passes && leadsNowhere(1)) throw new DataError("standard output is closed: the message was not written");
    for (const part of outcome?.parts ?? (passes ? [message] : [])) writeWaiting(1, part);
    outcome?.keep();
    return outcome?.code ?? faultCode(args);
  } catch (error) {
    const why = `standard output: the message could not be written: ${reason(error)}`;
    // The reader has closed the pipe. As in other tools, only the exit code reports it.
    if (codeOf(error) !== "EPIPE") tell(error instanceof DataError ? error : new DataError(why), args);
    return faultCode(args);
  }
}

/**
 * Classifies a message.
 *
 * @param args for notices
 * @returns the bytes to write: the marked message, or with --terse the line about it; the exit code; and a function that
 *   adds the decision to the history when the bytes are written, which does not throw
 */
async function outcomeOf(
  message: Uint8Array,
  options: FilterCommandOptions,
  answerHere: AnswerHere,
  args: readonly string[],
): Promise<{ readonly parts: readonly Uint8Array[]; readonly code: number; keep(): void }> {
  const { server, model, history } = options;
  const clean = cleanMessage(message, options);
  let answer: MessageAnswer | undefined;
  // Without a server, nothing is awaited: a warning about the model would come after the end of the process.
  if (server !== undefined) {
    answer = await askServer(server, clean, 1000 * options.serverTimeout).catch((error) => {
      if (model === undefined) throw error;
      tell(error, args, "; the model is read instead");
      return undefined;
    });
  }
  const answered = answer ?? answerHere(clean, options);
  const keep = () => {
    if (history === undefined) return;
    try {
      const code = historyCode();
      const told = (line: string) => tell(new DataError(line), args);
      code.exports.historyOf(history, "filter", told)(clean, code.exports.decidedBy(answered, options));
      code.keep();
    } catch (error) {
      tell(error, args, "; the decision is not in the history");
    }
  };
  if (!options.terse) return { parts: markClean(clean, answered, options).parts, code: 0, keep };
  const verdict = verdictOf(answered, options);
  if (verdict.decision === undefined) {
    throw new UsageError("--terse: it is not clear which class of this model is spam: name it with --spam");
  }
  return { parts: [Buffer.from(terseLine(verdict))], code: TERSE_CODES[verdict.decision], keep };
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
function tell(error: unknown, args: readonly string[], consequence = ""): void {
  const hint = error instanceof UsageError ? "; see thresher filter --help" : "";
  const lines = `${args.includes("--debug") ? `${safeStack(error)}\n` : ""}thresher: ${safeText(errorText(error))}${hint}${consequence}\n`;
  // If standard error is closed, the exit code still reports the fault.
  orElse(() => writeWaiting(2, Buffer.from(lines)), undefined);
}

/** The code of the filter that only --history and --models need. It is in another file, so that the filter starts as fast without it. */
export const historyCode = lazily(() =>
  loadCached<typeof import("../../jobs/history-code.js")>(join(import.meta.dirname, "history-code.cjs")),
);
