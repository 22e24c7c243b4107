import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { addressOf } from "../../delivery/serving/address.js";
import { type Lesson, type Taught, type TaughtFate, teachServer } from "../../delivery/sharing/teaching.js";
import { print } from "../output/output.js";
import type { Inputs } from "./inputs.js";
import { type ChangeOptions, documentsOf, WORDS } from "./learning.js";

const TAUGHT_WORDS: Readonly<Record<TaughtFate, string>> = {
  ...WORDS,
  "sent before": "sent before",
  queued: "waiting for Redis",
};

/**
 * Teaches the server of a shared model each document, and prints what became of them.
 *
 * @param requireSound is told the classes of the model before it is taught anything
 */
export async function teachDocuments(
  server: string,
  inputs: Inputs,
  options: ChangeOptions,
  lesson: (time: number | undefined) => Lesson,
  requireSound: (labels: readonly string[]) => void = () => undefined,
): Promise<void> {
  const address = addressOf(server);
  const documents: { readonly path: string; readonly fate: TaughtFate }[] = [];
  let last = await teachServer(address, { kind: "ask" }, new Uint8Array(0), patienceOf(options));
  requireSound(last.classes.map(({ label }) => label));
  for (const { id, bytes, time } of documentsOf(inputs, "", options)) {
    last = await teachServer(address, lesson(time), bytes, patienceOf(options));
    for (const fate of Object.keys(last.fates) as TaughtFate[]) documents.push({ path: id, fate });
    if (last.fates.binary !== undefined) inputs.fail({ kind: "binary", where: id });
  }
  const counts = new Map<TaughtFate, number>();
  for (const { fate } of documents) counts.set(fate, (counts.get(fate) ?? 0) + 1);
  const done = [...counts].map(([fate, n]) => `${grouped(n)} ${TAUGHT_WORDS[fate]}`).join(", ") || "0 documents";
  await tellTaught(server, done, Object.fromEntries(counts), last, options, documents);
  inputs.tellFailures();
}

/** Makes the server of a shared model forget old documents. */
export async function teachForgetting(server: string, before: number, options: ChangeOptions): Promise<void> {
  const lesson: Lesson = { kind: "forget", before };
  const taught = await teachServer(addressOf(server), lesson, new Uint8Array(0), patienceOf(options));
  const { unlearned = 0, queued = 0 } = taught.fates;
  const done = `${plural(unlearned, "document")} forgotten${queued > 0 ? `, ${grouped(queued)} ${TAUGHT_WORDS.queued}` : ""}`;
  await tellTaught(server, done, taught.fates, taught, options);
}

/** The server itself waits some seconds for Redis. */
function patienceOf({ wait }: ChangeOptions): number {
  return 1000 * Math.max(wait, 5);
}

async function tellTaught(
  server: string,
  done: string,
  fates: Taught["fates"],
  { classes }: Taught,
  options: ChangeOptions,
  documents?: readonly object[],
): Promise<void> {
  const known = classes.reduce((sum, { documents }) => sum + documents, 0);
  const sizes = classes.map(({ label, documents }) => `${safeText(label)} ${grouped(documents)}`).join(", ");
  const knows = `${plural(known, "document")}${sizes === "" ? "" : ` (${sizes})`}`;
  await print(
    options,
    () => ({ server, known, classes, fates, ...(documents && { documents }) }),
    () => (options.quiet ? "" : `${done}. The server knows ${knows}.\n`),
  );
}
