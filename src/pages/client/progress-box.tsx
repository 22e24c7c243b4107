import type { JSX } from "preact";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import type { LabellingState } from "../../labelling/state.js";
import { Weights } from "./weights.js";

/** Shows how far the work is, and what more of it would bring. */
export function ProgressBox({ state }: { readonly state: LabellingState }): JSX.Element {
  const { progress, classes, sampledFrom } = state;
  const { labelled, documents, expectedAccuracy: accuracy, sure, gain } = progress;
  const range = accuracy
    ? `${percentRange([accuracy.from, accuracy.to])}, from ${plural(accuracy.answers, "random answer")}`
    : "known after some random questions";
  const sample = sampledFrom === undefined ? "" : `, a sample of ${grouped(sampledFrom)}`;
  const counts = classes.map(({ name, labelled }) => ({ name, weight: labelled }));
  return (
    <aside class="progress" aria-label="progress">
      <dl class="tiles">
        <Tile name="labelled" value={grouped(labelled)} note={`of ${plural(documents, "document")}${sample}`} />
        <Tile name="expected accuracy" value={accuracy ? percent(accuracy.value) : "–"} note={range} />
        {sure !== undefined && <Tile name="sure by now" value={grouped(sure)} note="of those without an answer" />}
        {gain && (
          <Tile
            name={`another ${gain.answers} answers`}
            value={`+${gain.points.toFixed(1)}`}
            note="points of accuracy"
          />
        )}
      </dl>
      {counts.length > 0 && <Weights caption="labelled by folder" rows={counts} shown={grouped} />}
    </aside>
  );
}

/** Shows a figure. */
function Tile({ name, value, note }: Readonly<Record<"name" | "value" | "note", string>>): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span>{note}</span>
      </dd>
    </div>
  );
}
