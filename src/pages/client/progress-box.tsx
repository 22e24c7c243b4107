import type { JSX } from "preact";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import type { LabellingState } from "../../labelling/state.js";

/** Shows how far the work is, and what more of it would bring. */
export function ProgressBox({ state }: { readonly state: LabellingState }): JSX.Element {
  const { progress, sampledFrom } = state;
  const { labelled, documents, expectedAccuracy: accuracy, sure, gain } = progress;
  const range = accuracy
    ? `${percentRange([accuracy.from, accuracy.to])}, from ${plural(accuracy.answers, "random answer")}`
    : "known after some random questions";
  const sample = sampledFrom === undefined ? "" : `, a sample of ${grouped(sampledFrom)}`;
  const tiles = [
    ["labelled", grouped(labelled), `of ${plural(documents, "document")}${sample}`],
    ["expected accuracy", accuracy ? percent(accuracy.value) : "–", range],
    ...(sure === undefined ? [] : [["sure by now", grouped(sure), "of those without an answer"]]),
    ...(gain ? [[`another ${gain.answers} answers`, `+${gain.points.toFixed(1)}`, "points of accuracy"]] : []),
  ];
  return (
    <aside class="progress" aria-label="progress">
      <dl class="tiles">
        {tiles.map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong>
              <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
