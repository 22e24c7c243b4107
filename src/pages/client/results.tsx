import type { JSX } from "preact";
import type { LabellingState } from "../../labelling/state.js";
import { plural } from "./view.js";

/** Shows what was done, and how to go on. */
export function Results({ state: { result } }: { readonly state: LabellingState }): JSX.Element {
  if (result === undefined) return <p class="lead">Nothing was filed.</p>;
  const { filed, there, left, journal, list, model } = result;
  return (
    <section>
      <p class="lead">
        {list === undefined ? `${plural(filed, "document")} filed.` : `${plural(filed, "document")} listed in ${list}.`}
        {there > 0 && ` ${plural(there, "document")} had been there already.`}
      </p>
      {model !== undefined && (
        <>
          <p>A model has learned from your answers. To sort what comes next:</p>
          <pre>thresher classify -m {model} FOLDER</pre>
        </>
      )}
      {journal !== undefined && (
        <>
          <p>To take back what was filed:</p>
          <pre>thresher sort --undo {journal}</pre>
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
