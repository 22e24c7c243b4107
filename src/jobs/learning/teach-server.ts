import { UsageError } from "../../base/errors.js";
import { countedBy } from "../../base/lists.js";
import type { Teacher } from "../../delivery/filter/teacher.js";
import { addressOf } from "../../delivery/serving/address.js";
import { serverTeacher } from "../../delivery/serving/ask-server.js";
import type { Fate } from "../../model/learning/learner.js";
import { tellFault } from "../follower.js";
import { Inputs } from "../inputs/inputs.js";
import { type Change, type ChangeOptions, documentsToLearn, noteBinary, requireSound, WAIT } from "./change-model.js";
import { userTeacher } from "./teach-user.js";
import type { UserOptions } from "./user-lessons.js";

/** The lessons that a server took: how many documents had each outcome, and the state of its model. */
export type TaughtServer = Awaited<ReturnType<typeof taughtBy>>;

/** The options of `teachDocuments`. `server` is the address of a socket for lessons. Default: the user is taught. */
type TeachOptions = ChangeOptions & UserOptions & { readonly server?: string };

/**
 * Teaches a running server, or the lessons of a user, a change with each document at some paths.
 *
 * @throws UsageError as `changeModel`; DataError if the server cannot be reached
 */
export async function teachDocuments(change: Change, paths: readonly string[], options: TeachOptions) {
  const { server } = options;
  if (server !== undefined) return teachEach(server, teacherAt(server), change, paths, options);
  const teacher = userTeacher(options, options.model, { tell: (line) => tellFault(options, line) });
  try {
    return await teachEach(options.user ?? "", teacher, change, paths, options);
  } finally {
    await teacher.stop();
  }
}

async function teachEach(
  server: string,
  teacher: Teacher,
  change: Change,
  paths: readonly string[],
  options: Omit<ChangeOptions, "model">,
) {
  const { kind, ...chosen } = change;
  if ("trainOnError" in chosen || "preset" in chosen || "as" in chosen) {
    throw new UsageError(
      "a server, and a user's lessons, keep their settings and learn every document: leave out the other options",
    );
  }
  const inputs = new Inputs(paths, options);
  // The lesson "ask" changes nothing: its answer has the classes.
  const { classes } = await teacher.teach({ kind: "ask" });
  const labels = classes.map(({ label }) => label);
  if (kind !== "unlearn") requireSound(change, paths, options, labels);
  const documents: { readonly id: string; readonly fate: Fate }[] = [];
  for (const { id, bytes, time } of documentsToLearn(inputs, "", options)) {
    const lesson = kind === "learn" ? { kind, label: change.label, time } : change;
    const [fate] = (await teacher.teach(lesson, bytes)).fates;
    documents.push({ id, fate });
  }
  noteBinary(inputs, documents);
  const fates = documents.map(({ fate }) => fate);
  const outcomes = documents.map(({ id, fate }) => ({ path: id, fate }));
  return { taught: { ...(await taughtBy(server, teacher, fates)), documents: outcomes }, inputs };
}

/** Makes a server forget old documents. @param before in milliseconds since 1970: those older than this */
export async function teachForgetting(server: string, before: number) {
  const teacher = teacherAt(server);
  return taughtBy(server, teacher, (await teacher.teach({ kind: "forget", before })).fates);
}

function teacherAt(server: string): Teacher {
  return serverTeacher(addressOf(server), 1000 * WAIT);
}

/** Returns what a server knows after lessons. @param fates their outcomes */
async function taughtBy(server: string, teacher: Teacher, fates: readonly Fate[]) {
  const { classes } = await teacher.teach({ kind: "ask" });
  const known = classes.reduce((sum, { documents }) => sum + documents, 0);
  const outcomes: { readonly [fate in Fate]?: number } = Object.fromEntries(countedBy(fates, (fate) => fate));
  return { server, known, classes, fates: outcomes };
}
