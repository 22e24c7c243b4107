import type { JSX } from "preact";
import type { LabellingState } from "../../labelling/state.js";
import { percent, plural } from "./view.js";

/** Shows how far the work is, and what more of it would bring. */
export function ProgressBox({ state }: { readonly state: LabellingState }): JSX.Element {
  const { progress, classes, sampledFrom } = state;
  const { labelled, documents, expectedAccuracy: accuracy, sure, gain } = progress;
  return (
    <aside class="progress" aria-label="progress">
      <dl class="tiles">
        <div>
          <dt>labelled</dt>
          <dd>
            <strong>{labelled.toLocaleString("en")}</strong>
            <span>of {plural(documents, "document")}</span>
            {sampledFrom !== undefined && <span>a sample of {sampledFrom.toLocaleString("en")}</span>}
          </dd>
        </div>
        <div>
          <dt>expected accuracy</dt>
          <dd>
            <strong>{accuracy ? percent(accuracy.value) : "–"}</strong>
            <span>
              {accuracy
                ? `${percent(accuracy.from)} to ${percent(accuracy.to)}, from ${plural(accuracy.answers, "random answer")}`
                : "known after some random questions"}
            </span>
          </dd>
        </div>
        {sure !== undefined && (
          <div>
            <dt>sure by now</dt>
            <dd>
              <strong>{sure.toLocaleString("en")}</strong>
              <span>of those without an answer</span>
            </dd>
          </div>
        )}
        {gain && (
          <div>
            <dt>another {gain.answers} answers</dt>
            <dd>
              <strong>{gain.points < 0.5 ? "little" : `+ ${Math.round(gain.points)}`}</strong>
              <span>{gain.points < 0.5 ? "would change" : "points of accuracy"}</span>
            </dd>
          </div>
        )}
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
