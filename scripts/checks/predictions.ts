import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  countVectorizer,
  decoderFor,
  jointLogLikelihoods,
  readFolders,
  type TrainOptions,
  train,
} from "../../src/index.js";
import type { Check } from "./checks.js";
import { difference } from "./difference.js";

interface ReferenceModel {
  readonly predicted: readonly number[];
  readonly jointLogLikelihoodFirst10: readonly (readonly number[])[];
}

/** Every prediction, and the scores of the first documents, against scikit-learn's. */
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

  // The reference scores are of rows of counts, for Bernoulli as well: the linear form of both models.
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
