import fc from "fast-check";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { learn } from "../../../src/model/learning/learn.js";
import { newModel } from "../../../src/model/learning/remembering-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import type { TextModel } from "../../../src/model/text-model.js";
import { train } from "../../../src/model/training.js";
import { texts } from "../../helpers/arbitraries.js";

const LABELS = ["ham", "spam", "__proto__", "a\nb", "漢字"];

export function text(content: string, label = "ham", time?: number): LabelledDocument {
  return { id: content, label, bytes: Buffer.from(content), time };
}

export function bytesOf(model: TextModel): Buffer {
  return Buffer.from(serialize(model));
}

/** The oracle: a plain list of documents, found by their content. */
export class Outcome {
  readonly documents = new Map<string, LabelledDocument>();

  learn(document: LabelledDocument): void {
    const before = this.documents.get(document.id);
    this.documents.set(document.id, before === undefined ? document : { ...before, label: document.label });
  }

  relabel(document: LabelledDocument): void {
    if (this.documents.has(document.id)) this.learn(document);
  }

  forget(before: number): void {
    for (const [id, { time = 0 }] of this.documents) if (time < before) this.documents.delete(id);
  }

  /** From scratch: by training where there are two classes, else by learning all at once. */
  model(options: TrainOptions): TextModel {
    const documents = [...this.documents.values()];
    const classes = new Set(documents.map(({ label }) => label)).size;
    return classes < 2 ? learn(newModel(options), documents).model : train(documents, { ...options, remember: true });
  }
}

type Step = readonly [
  kind: "learn" | "unlearn" | "relabel" | "forget",
  documents: readonly LabelledDocument[],
  time: number,
];

/** Few different texts, so that most of them come again. */
export const histories: fc.Arbitrary<readonly Step[]> = fc
  .uniqueArray(texts, { minLength: 1, maxLength: 6 })
  .chain((contents) => {
    const time = fc.integer({ min: 0, max: 5 }).map((day) => day * 86_400_000);
    const given = fc.tuple(fc.constantFrom(...contents), fc.constantFrom(...LABELS), time);
    const documents = fc.array(
      given.map(([content, label, when]) => text(content, label, when)),
      { maxLength: 4 },
    );
    const kind = fc.constantFrom<Step[0]>("learn", "learn", "learn", "unlearn", "relabel", "forget");
    return fc.array(fc.tuple(kind, documents, time), { maxLength: 8 });
  });

/** The choices of models that learn and are calibrated: asked to be, or by themselves. */
export const calibrated: fc.Arbitrary<TrainOptions> = fc
  .tuple(
    fc.constantFrom<TrainOptions>(
      { alpha: 0.03, emphasis: 8, temper: 1 },
      { alpha: 0.03, emphasis: 8, temper: 1, prior: "uniform", ngrams: [1, 2] },
      { temper: 0.5, minDocuments: 2 },
      { temper: 1, alpha: 0 },
      { temper: 1, mEstimate: 2, mPrior: "frequency" },
      { temper: 1, maxTerms: 4, selectBy: "chi-squared" },
      { calibrate: "temperature" },
      { calibrate: "temperature", classifier: "bernoulli" },
      { calibrate: "temperature", classifier: "complement" },
      { calibrate: "none", temper: 1 },
    ),
    fc.constantFrom("count" as const, "binary" as const),
  )
  .map(([choices, tf]) => (choices.classifier === "bernoulli" ? choices : { ...choices, tf }));
