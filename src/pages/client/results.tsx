import type { JSX } from "preact";
import { plural } from "../../base/numbers.js";
import type { LabellingState } from "../../labelling/state.js";

/** Shows what was done, and how to go on. */
export function Results({ state: { result, sampledFrom } }: { readonly state: LabellingState }): JSX.Element {
  if (result === undefined) return <p class="lead">Nothing was filed.</p>;
  const { filed, there, left, list, sort, undo } = result;
  return (
    <section>
      <p class="lead">
        {list === undefined ? `${plural(filed, "document")} filed.` : `${plural(filed, "document")} listed in ${list}.`}
        {there > 0 && ` ${plural(there, "document")} had been there already.`}
        {sampledFrom !== undefined && ` The rest of ${plural(sampledFrom, "document")} stays where it is.`}
      </p>
      {sort !== undefined && (
        <>
          <p>A model has learned from your answers. To sort the rest, or what comes next:</p>
          <pre>{sort}</pre>
        </>
      )}
      {undo !== undefined && (
        <>
          <p>To take back what was filed:</p>
          <pre>{undo}</pre>
        </>
      )}
      {left.length > 0 && (
        <>
          <p class="warning">Not filed: {plural(left.length, "document")}.</p>
          <ul class="examples">
            {left.map(({ name, why }) => (
              <li>
                <span class="file">{name}</span> {why}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>You can close this window.</p>
    </section>
  );
}
