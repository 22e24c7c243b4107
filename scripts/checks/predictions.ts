import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decoderFor } from "../../src/base/decode.js";
import { jointLogLikelihoods } from "../../src/classifiers/classifier.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { countVectorizer } from "../../src/features/vectorizer.js";
import type { TrainOptions } from "../../src/model/options.js";
import { train } from "../../src/model/training.js";
import type { Check } from "./checks.js";

interface ReferenceModel {
  readonly predicted: readonly number[];
  readonly jointLogLikelihoodFirst10: readonly (readonly number[])[];
}

/** Compares every prediction, and the scores of the first documents, with scikit-learn's. */
export function checkPredictions(
  check: Check,
  name: string,
  choices: TrainOptions,
  file: string,
  root: string,
  vectors: string,
): void {
  const reference = JSON.parse(gunzipSync(readFileSync(join(vectors, "20news-bydate.json.gz"))).toString()) as {
    readonly labels: readonly string[];
    readonly testIds: readonly string[];
    readonly models: Readonly<Record<string, ReferenceModel>>;
  };
  const { predicted, jointLogLikelihoodFirst10: scores } = reference.models[name];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(1);
  const equal = lines.filter((line, i) => {
    const [id, , label] = line.split("\t");
    return id === reference.testIds[i] && label === reference.labels[predicted[i]];
  }).length;
  const total = reference.testIds.length;
  check(
    `by date, ${name}, predictions equal to scikit-learn's`,
    equal,
    String(total),
    equal === total && lines.length === total,
  );

  // The reference scores are for counts, for Bernoulli too.
  const { model, vocabulary } = train(readFolders(join(root, "train")), {
    encoding: "latin1",
    as: "text",
    ...choices,
  });
  const decode = decoderFor("latin1");
  const texts = scores.map((_, i) => decode(readFileSync(join(root, "test", reference.testIds[i]))));
  const worst = difference(jointLogLikelihoods(model, countVectorizer().transform(texts, vocabulary)), scores);
  check(
    `by date, ${name}, largest relative difference of scores`,
    worst.toExponential(1),
    "at most 1e-9",
    worst <= 1e-9,
  );
}

/** The largest difference between two matrices, relative for values above 1; NaN counts as infinite. */
export function difference(found: readonly ArrayLike<number>[], expected: readonly (readonly number[])[]): number {
  const differences = expected.flatMap((row, i) =>
    row.map((value, j) => (value === found[i][j] ? 0 : Math.abs(found[i][j] - value) / Math.max(1, Math.abs(value)))),
  );
  return differences.reduce(
    (worst, value) => (value <= worst ? worst : Number.isNaN(value) ? Number.POSITIVE_INFINITY : value),
    0,
  );
}
