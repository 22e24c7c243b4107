import { join } from "node:path";
import type { Lesson, Teacher } from "../../../src/delivery/filter/teacher.js";
import { save } from "../../../src/model/file/save-model.js";
import type { Fate } from "../../../src/model/learning/learner.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { temporaryFolder } from "../../helpers/folder.js";

/** A message of its own for each number, of a day of January 2024. */
export const letter = (n: number) =>
  Buffer.from(`Message-ID: <${n}@example.org>\nDate: Mon, ${n} Jan 2024 10:00:00 +0000\n\nword${n} and word${n % 3}\n`);

/** The file of a model that has learned letter 1 as ham and letter 2 as spam. */
export function firstModel(): string {
  const learner = new Learner({ preset: "mail" });
  learner.learn("ham", letter(1));
  learner.learn("spam", letter(2));
  const path = join(temporaryFolder(), "m");
  save(learner.model(), path);
  return path;
}

/** Teaches a lesson about one document. Default: that it is spam. */
export async function fateOf(teacher: Teacher, document: Uint8Array, lesson: Lesson = SPAM): Promise<Fate> {
  return (await teacher.teach(lesson, document)).fates[0];
}
const SPAM = { kind: "learn", label: "spam" } as const;

export const classesOf = async (teacher: Teacher) => (await teacher.teach({ kind: "ask" })).classes;
