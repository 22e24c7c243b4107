import type { ComponentChildren, JSX } from "preact";
import type { LabellingState } from "../../labelling/state.js";
import { percent, plural } from "./view.js";

/** Shows how far the work is, and what more of it would bring. */
export function ProgressBox({ state }: { readonly state: LabellingState }): JSX.Element {
  const { progress, classes, sampledFrom } = state;
  const { labelled, documents, expectedAccuracy: accuracy, sure, gain } = progress;
  const range = accuracy
    ? `${percent(accuracy.from)} to ${percent(accuracy.to)}, from ${plural(accuracy.answers, "random answer")}`
    : "known after some random questions";
  const isLittle = gain !== undefined && gain.points < 0.5;
  const [points, change] = isLittle
    ? ["little", "would change"]
    : [`+ ${Math.round(gain?.points ?? 0)}`, "points of accuracy"];
  return (
    <aside class="progress" aria-label="progress">
      <dl class="tiles">
        <Tile name="labelled" value={labelled.toLocaleString("en")} note={`of ${plural(documents, "document")}`}>
          {sampledFrom !== undefined && <span>a sample of {sampledFrom.toLocaleString("en")}</span>}
        </Tile>
        <Tile name="expected accuracy" value={accuracy ? percent(accuracy.value) : "–"} note={range} />
        {sure !== undefined && (
          <Tile name="sure by now" value={sure.toLocaleString("en")} note="of those without an answer" />
        )}
        {gain && <Tile name={`another ${gain.answers} answers`} value={points} note={change} />}
      </dl>
      {classes.length > 0 && (
        <table class="counts">
          <caption class="unseen">labelled documents by folder</caption>
          <tbody>
            {classes.map(({ name, labelled: count }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{count.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </aside>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly children?: ComponentChildren;
}

/** Shows a figure. */
function Tile({ name, value, note, children }: TileProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        <span>{note}</span>
        {children}
      </dd>
    </div>
  );
}
