import { secondsOf } from "../../features/corpus/known-documents.js";
import { identityOf } from "../../mail/rewrite/identity.js";
import { forget } from "../../model/learning/forget.js";
import type { IncrementalModel } from "../../model/learning/incremental-model.js";
import { countedBytes, type SharedChange } from "../../model/learning/shared-change.js";
import { classifiedBytes, type MessageAnswer } from "../filter/mail-filter.js";
import type { ClassSize, TaughtFate, Teacher } from "./teacher.js";

const NOTHING = new Uint8Array(0);

/** A teacher with the model in this process. It turns each lesson into changes of the model. */
export abstract class LocalTeacher implements Teacher {
  /** Eight hexadecimal digits: the same for the same model. */
  abstract get id(): string;

  protected abstract get model(): IncrementalModel;

  /** Puts a change on disk and makes it. @throws DataError if it cannot be kept. */
  protected abstract take(change: SharedChange): Promise<TaughtFate>;

  answer(message: Uint8Array): MessageAnswer {
    const { model } = this;
    const document = model.read(classifiedBytes(message));
    const { ranking, logOdds } = model.classify(document);
    return { ranking, logOdds, model: this.id, knowsWords: model.knowsWords(document) };
  }

  async learn(label: string, document: Uint8Array, time?: number): Promise<TaughtFate> {
    const read = this.model.read(document);
    if (read.isBinary) return "binary";
    const { digest, time: written } = identityOf(document);
    const counted = countedBytes({ seconds: secondsOf(written ?? time) }, read);
    return this.take({ kind: "learn", digest, label, counted });
  }

  async relabel(label: string, document: Uint8Array): Promise<TaughtFate> {
    return this.take({ kind: "relabel", digest: identityOf(document).digest, label, counted: NOTHING });
  }

  async unlearn(document: Uint8Array): Promise<TaughtFate> {
    return this.take({ kind: "unlearn", digest: identityOf(document).digest, label: "", counted: NOTHING });
  }

  forget(before: number): Promise<readonly TaughtFate[]> {
    const { documents } = forget(this.model.model(), { before });
    return Promise.all(
      documents.map(({ digest }) =>
        this.take({ kind: "forget", digest: Buffer.from(digest, "hex"), label: "", counted: NOTHING }),
      ),
    );
  }

  async classes(): Promise<readonly ClassSize[]> {
    return this.model.classes;
  }
}
