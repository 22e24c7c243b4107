import type { Lesson, Taught, TaughtFate, Teacher } from "../../../src/delivery/learning/teacher.js";

/** Teaches a lesson about one document. */
export async function fateOf(teacher: Teacher, lesson: Lesson, document: Uint8Array): Promise<TaughtFate> {
  return (await teacher.teach(lesson, document)).fates[0];
}

export async function classesOf(teacher: Teacher): Promise<Taught["classes"]> {
  return (await teacher.teach({ kind: "ask" })).classes;
}
