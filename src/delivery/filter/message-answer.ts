import { classifyRow } from "../../classifiers/classification.js";
import { rowsFor } from "../../classifiers/classifier.js";
import { RowBuilder } from "../../features/row-builder.js";
import { kindOf } from "../../features/term-kinds.js";
import { bufferOf } from "../../mail/lines.js";
import { LOOKUP } from "../../model/file/array-names.js";
import { calibrationArrays, calibrationOf } from "../../model/file/calibration-arrays.js";
import type { FileParts } from "../../model/file/file-parts.js";
import { lookupOf } from "../../model/file/lookup-arrays.js";
import { idOf, labelsOf, loadToFilter, withModelParts } from "../../model/file/model-file.js";
import { storedSettings } from "../../model/file/stored-settings.js";
import { resolve } from "../../model/settings.js";
import { wordTest } from "../../model/text-model.js";
import { classifiedPart, type MessageAnswer, messageClassifier } from "./mail-filter.js";

/**
 * The answer of the model in a file to one message, the same to the bit as that of the loaded model. If the file has
 * a lookup table, only the terms of the message are read.
 *
 * @throws DataError if the file is missing, not a model, cut short, altered or of a later version.
 */
export function answerFrom(path: string, message: Uint8Array): MessageAnswer {
  const answer = withModelParts(path, (parts) => (parts.has(LOOKUP.buckets) ? answerOf(parts, message) : undefined));
  return answer ?? messageClassifier(loadToFilter(path))(message);
}

function answerOf(parts: FileParts, message: Uint8Array): MessageAnswer | undefined {
  const resolved = resolve(storedSettings(parts.metadata.settings));
  const labels = labelsOf(parts.metadata, 1);
  // Other classifiers need all terms.
  if (!resolved.isCounting || resolved.classifier.fitTermSubset === undefined) return undefined;
  const { settings, analyzer } = resolved;
  const lookup = lookupOf(parts, labels.length);
  const kinds: number[] = [];
  const isWord = wordTest(settings);
  let knowsWords = false;
  const rows = new RowBuilder({
    size: lookup.size,
    find(bytes, start, end) {
      const id = lookup.find(bytes, start, end);
      // Terms are numbered in the order in which they are found.
      if (id === kinds.length) {
        kinds.push(kindOf(bytes, start, end));
        knowsWords ||= isWord(bufferOf(bytes).toString("utf8", start, end));
      }
      return id;
    },
  });
  rows.add(analyzer.read(classifiedPart(message)));
  const counts = {
    labels,
    documents: parts.array("classes.documents", Float64Array),
    totals: parts.array(LOOKUP.totals, Float64Array),
    terms: lookup.rows(),
    kinds: Uint8Array.from(kinds),
  };
  const model = resolved.classifier.fitTermSubset(counts, lookup.size);
  const calibration = calibrationOf(calibrationArrays(parts), settings);
  const { ranking, logOdds } = classifyRow(model, rowsFor(model, rows.finish(counts.terms.rows)), 0, calibration);
  return { ranking, logOdds, model: idOf(parts.metadata), knowsWords };
}
