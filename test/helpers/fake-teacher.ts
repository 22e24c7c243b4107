import type { MessageAnswer } from "../../src/delivery/filter/decide.js";
import type { Lesson, Taught, Teacher } from "../../src/delivery/filter/teacher.js";
import type { Fate } from "../../src/model/learning/learner.js";

/** Learns messages by their whole text. The label that a message says is its class; without one, it is unsure. */
export class FakeTeacher implements Teacher {
  readonly learned = new Map<string, string>();
  /** The lessons that changed something. */
  readonly lessons: string[] = [];
  /** The classes of its answers. */
  readonly #classes = new Set<string>();

  answer(message: Uint8Array): MessageAnswer {
    const [, label] = /^Class: (\w+)$/m.exec(Buffer.from(message).toString()) ?? [];
    const ranking = [{ label: label ?? "Work", probability: label === undefined ? 0.5 : 0.99, logProbability: 0 }];
    if (label !== undefined) this.#classes.add(label);
    return { ranking: ranking as MessageAnswer["ranking"], logOdds: 0, model: "0" };
  }

  async teach(lesson: Lesson, document: Uint8Array = new Uint8Array(0)): Promise<Taught> {
    const text = Buffer.from(document).toString();
    const label = lesson.kind === "learn" ? lesson.label : undefined;
    const before = this.learned.get(text);
    const fates: Fate[] = [before === label ? (label === undefined ? "unknown" : "known") : "learned"];
    if (before !== label) this.lessons.push(`${text.slice(13, text.indexOf("@"))} ${label ?? "-"}`);
    if (label === undefined) this.learned.delete(text);
    else this.learned.set(text, label);
    return { fates, classes: Array.from(this.#classes, (label) => ({ label, documents: 1 })) };
  }
}

/** A message with a Message-ID, which says its class. */
export function message(id: string, label?: string): string {
  const rest = label === undefined ? "" : `Class: ${label}\n`;
  return `Message-ID: <${id}@x>\nDate: Fri, 27 Nov 2026 10:00:00 +0000\nFrom: a@x\nReceived: for ${id}\n${rest}\nText\n`;
}
