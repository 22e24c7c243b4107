import { countedBy } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import type { Lesson, Teacher } from "../../delivery/filter/teacher.js";
import { addressOf } from "../../delivery/serving/address.js";
import { serverTeacher } from "../../delivery/serving/ask-server.js";
import type { LabelledDocument } from "../../documents/document.js";
import type { Fate } from "../../model/learning/learner.js";
import { sizesText } from "../output/class-sizes.js";
import { FATE_WORDS } from "../output/learning-outcome.js";
import { printDone } from "../output/output.js";
import { type ChangeOptions, WAIT } from "./change-model.js";
import { documentsToLearn } from "./documents-to-learn.js";
import type { Inputs } from "./inputs.js";

/**
 * Teaches a server a lesson about each document, and prints the outcomes.
 *
 * @param server the address of its socket for lessons
 * @param lessonOf returns the lesson about a document: to learn, unlearn or relabel it
 * @param requireSound called with the classes of the model before it is taught anything
 */
export async function teachDocuments(
  server: string,
  inputs: Inputs,
  options: ChangeOptions,
  lessonOf: (document: LabelledDocument) => Lesson,
  requireSound: (labels: readonly string[]) => void = () => undefined,
): Promise<void> {
  const teacher = teacherAt(server);
  // The lesson "ask" changes nothing: its answer has the classes.
  const { classes } = await teacher.teach({ kind: "ask" });
  requireSound(classes.map(({ label }) => label));
  const documents: { readonly path: string; readonly fate: Fate }[] = [];
  for (const document of documentsToLearn(inputs, "", options)) {
    const [fate] = (await teacher.teach(lessonOf(document), document.bytes)).fates;
    documents.push({ path: document.id, fate });
    if (fate === "binary") inputs.fail({ kind: "binary", where: document.id });
  }
  const fates = countsOf(documents.map(({ fate }) => fate));
  const counts = Object.entries(fates) as [Fate, number][];
  const done = counts.map(([fate, n]) => `${grouped(n)} ${FATE_WORDS[fate]}`).join(", ") || "0 documents";
  await tellTaught(server, done, fates, teacher, options, documents);
  inputs.tellFailures(options);
}

/** Makes a server forget old documents. @param before in milliseconds since 1970: those older than this */
export async function teachForgetting(server: string, before: number, options: ChangeOptions): Promise<void> {
  const teacher = teacherAt(server);
  const fates = countsOf((await teacher.teach({ kind: "forget", before })).fates);
  await tellTaught(server, `${plural(fates.unlearned ?? 0, "document")} forgotten`, fates, teacher, options);
}

/** Makes the teacher for a server. */
function teacherAt(server: string): Teacher {
  return serverTeacher(addressOf(server), 1000 * WAIT);
}

/** How many documents had each outcome. */
type FateCounts = { readonly [fate in Fate]?: number };

function countsOf(fates: readonly Fate[]): FateCounts {
  return Object.fromEntries(countedBy(fates, (fate) => fate));
}

/** Prints what the server was taught, and what it knows now. @param done the outcomes in words, for the text */
async function tellTaught(
  server: string,
  done: string,
  fates: FateCounts,
  teacher: Teacher,
  options: ChangeOptions,
  documents?: readonly object[],
): Promise<void> {
  const { classes } = await teacher.teach({ kind: "ask" });
  const known = classes.reduce((sum, { documents }) => sum + documents, 0);
  const knows = `${plural(known, "document")}${sizesText(classes)}`;
  await printDone(options, {
    asJson: () => ({ server, known, classes, fates, ...(documents && { documents }) }),
    asText: () => `${done}. The server knows ${knows}.\n`,
  });
}
