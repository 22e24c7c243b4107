import type { JSX } from "preact";
import { plural } from "../../base/numbers.js";
import { Examples } from "./parts.js";
import type { View } from "./session.js";

/** Shows what was done, and how to go on. */
export function Results({ state: { result, sampledFrom } }: View): JSX.Element {
  if (result === undefined) return <p class="lead">Nothing was filed.</p>;
  const { filed, there, left, list, sort, correct, undo } = result;
  return (
    <section>
      <p class="lead">
        {list === undefined ? `${plural(filed, "document")} filed.` : `${plural(filed, "document")} listed in ${list}.`}
        {there > 0 && ` ${plural(there, "document")} had been there already.`}
        {sampledFrom !== undefined && ` The rest of ${plural(sampledFrom, "document")} stays where it is.`}
      </p>
      <Command why="A model has learned from your answers. To sort the rest, or what comes next:" command={sort} />
      <Command why="To correct the model: move documents to other folders, then" command={correct} />
      <Command why="To take back what was filed:" command={undo} />
      {left.length > 0 && (
        <>
          <p class="warning">Not filed: {plural(left.length, "document")}.</p>
          <Examples of={left.map(({ name, why }) => ({ title: name, from: why }))} />
        </>
      )}
      <p>You can close this window.</p>
    </section>
  );
}

function Command({ why, command }: { readonly why: string; readonly command: string | undefined }): JSX.Element | null {
  return command === undefined ? null : (
    <>
      <p>{why}</p>
      <pre>{command}</pre>
    </>
  );
}
