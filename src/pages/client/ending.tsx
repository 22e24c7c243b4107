import type { JSX } from "preact";
import { plural } from "../../base/numbers.js";
import type { Ending as How } from "../../labelling/state.js";
import { Button, Examples, valuesOf } from "./parts.js";
import type { View } from "./session.js";

const WAYS: readonly (readonly [how: How, does: string])[] = [
  ["copy", "Copy the documents into their folders. The pile stays as it is."],
  ["move", "Move the documents into their folders. The pile shrinks."],
  ["link", "Link the documents into their folders. They take no more space."],
  ["list", "Write a list of documents and folders, and file nothing."],
];

/** The last step: how the documents get into their folders. */
export function Ending({ state, send, goTo }: View): JSX.Element {
  const { labelled, sure = 0 } = state.progress;
  const submit = (event: SubmitEvent) => {
    const { how, sureToo = "" } = valuesOf(event);
    void send({ do: "finish", how: how as How, sureToo: sureToo !== "" });
  };
  return (
    <form class="ending" onSubmit={submit}>
      <fieldset>
        <legend>What to do with {plural(labelled, "labelled document")}</legend>
        {WAYS.map(([how, does]) => (
          <label class="choice">
            <input type="radio" name="how" value={how} defaultChecked={how === state.ending} /> {does}
          </label>
        ))}
      </fieldset>
      {sure > 0 && (
        <label class="choice">
          <input type="checkbox" name="sureToo" defaultChecked /> Also the {plural(sure, "document")} without an answer
          whose folder is sure
        </label>
      )}
      <p class="bar-of-buttons">
        <Button text="Finish" type="submit" class="main" />
        <Button keys={["Escape"]} text="back to the questions" onClick={() => goTo("questions")} />
      </p>
    </form>
  );
}

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
