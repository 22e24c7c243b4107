import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { FolderCorpus } from "../../src/documents/corpora/folders.js";
import { classOf } from "../../src/documents/files/safe-name.js";
import { looksLikeSpam } from "../../src/documents/spam-classes.js";
import { documentDates } from "../../src/evaluation/protocols/document-dates.js";
import { readMessageFacts } from "../../src/mail/message-facts.js";
import { type JigResult, type Judgement, NO_ANSWER } from "./jig-lines.js";
import type { SpamFilter } from "./spam-filter.js";

/** A message to classify and learn. */
export interface StreamedMessage {
  readonly id: string;
  /** Absolute: the programs of a filter run in a folder of their own. */
  readonly path: string;
  readonly judge: Judgement;
}

/** Messages by date, then id; undated ones last. */
export function inOrderOfDate(corpus: FolderCorpus): { messages: StreamedMessage[]; undated: number } {
  const { ids, root } = corpus;
  const facts = readMessageFacts(corpus, ids, { as: "auto", encoding: "auto" });
  const { times, undated, unparsed } = documentDates(corpus, ids, "auto", facts);
  const last = Number.POSITIVE_INFINITY;
  const order = Array.from(ids.keys()).sort((a, b) => {
    const [first, second] = [times[a] ?? last, times[b] ?? last];
    return first === second ? a - b : first - second;
  });
  const messages = order.map((row) => ({
    id: ids[row],
    path: resolve(root, ids[row]),
    judge: looksLikeSpam(classOf(ids[row])) ? ("spam" as const) : ("ham" as const),
  }));
  return { messages, undated: undated.length + unparsed.length };
}

/** The results of a filter. */
export interface JigRun {
  readonly results: readonly JigResult[];
  /** Messages without an answer; as in the track they count as ham with score 0. */
  readonly unanswered: number;
  readonly seconds: number;
}

/** Immediate feedback: classifies each message, then trains with its true class. */
export async function runJig(
  filter: SpamFilter,
  messages: readonly StreamedMessage[],
  signal: AbortSignal,
  onMessage: (done: number) => void = () => {},
): Promise<JigRun> {
  const started = performance.now();
  const results: JigResult[] = [];
  let unanswered = 0;
  await filter.initialize();
  for (const { id, path, judge } of messages) {
    // Lets signals through while a filter runs in this process.
    await setImmediate();
    signal.throwIfAborted();
    const answer = await filter.classify(path);
    if (answer === undefined) unanswered++;
    results.push({ file: id, judge, ...(answer ?? NO_ANSWER) });
    await filter.train(judge, path);
    onMessage(results.length);
  }
  await filter.finalize();
  return { results, unanswered, seconds: (performance.now() - started) / 1000 };
}
