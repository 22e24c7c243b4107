import { secondsOf } from "../../features/corpus/known-documents.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { countedBytes } from "../../model/learning/counted-document.js";
import { forget } from "../../model/learning/forget.js";
import type { IncrementalModel } from "../../model/learning/incremental-model.js";
import type { SharedChange } from "../../model/learning/shared-change.js";
import type { MessageAnswer } from "../filter/decide.js";
import { classifiedBytes } from "../filter/mail-filter.js";
import type { Lesson, Taught, TaughtFate, Teacher } from "./teacher.js";

/** The document of a lesson without one, and the counts of a change without them. */
const NOTHING = new Uint8Array(0);

/** A teacher with the model in this process. It turns each lesson into changes of the model. */
export abstract class LocalTeacher implements Teacher {
  /** Whether answers have their reasons. */
  protected explains = false;

  /** Eight hexadecimal digits: the same for the same model. */
  abstract get id(): string;

  /** The model as it is now. */
  protected abstract get model(): IncrementalModel;

  /** The file of the model, and its id there. */
  protected get source(): Pick<MessageAnswer, "file" | "saved"> {
    return {};
  }

  /** Puts a change on disk and makes it. @throws DataError if it cannot be kept. */
  protected abstract take(change: SharedChange): Promise<TaughtFate>;

  /** Classifies a message. */
  answer(message: Uint8Array): MessageAnswer {
    const { model } = this;
    const document = model.read(classifiedBytes(message));
    const { ranking, logOdds } = model.classify(document);
    const reasons = this.explains ? model.reasons(document) : undefined;
    return { ranking, logOdds, model: this.id, ...this.source, knowsWords: model.knowsWords(document), reasons };
  }

  /** Carries out a lesson. A binary document is not learned. */
  async teach(lesson: Lesson, document: Uint8Array = NOTHING): Promise<Taught> {
    const changes = this.#changesOf(lesson, document);
    const fates = await Promise.all(changes?.map((change) => this.take(change)) ?? ["binary" as const]);
    return { fates, classes: this.model.classes };
  }

  /** Returns the changes of a lesson; undefined for a binary document, which is not learned. */
  #changesOf(lesson: Lesson, document: Uint8Array): SharedChange[] | undefined {
    const { kind } = lesson;
    if (kind === "ask") return [];
    // A change without a label and without counts.
    const rest = { kind, label: "", counted: NOTHING };
    if (kind === "forget") {
      const { documents } = forget(this.model.model(), { before: lesson.before });
      return documents.map(({ digest }) => ({ ...rest, kind, digest: Buffer.from(digest, "hex") }));
    }
    const { digest, time } = identityOf(document);
    if (kind === "unlearn") return [{ ...rest, kind, digest }];
    const { label } = lesson;
    if (kind === "relabel") return [{ ...rest, kind, digest, label }];
    const read = this.model.read(document);
    const counted = () => countedBytes({ seconds: secondsOf(time ?? lesson.time) }, read);
    return read.isBinary ? undefined : [{ kind, digest, label, counted: counted() }];
  }
}
