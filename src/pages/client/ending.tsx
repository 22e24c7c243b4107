import type { JSX } from "preact";
import { plural } from "../../base/numbers.js";
import type { Ending as How } from "../../labelling/state.js";
import { Button, Examples, takeValues } from "./parts.js";
import type { View } from "./session.js";

/** How the session can end, and what each way does. */
const WAYS: Readonly<Record<How, string>> = {
  copy: "Copy the documents into their folders. The pile stays as it is.",
  move: "Move the documents into their folders. The pile shrinks.",
  link: "Link the documents into their folders. They take no more space.",
  list: "Write a list of documents and folders, and file nothing.",
};

/** The last step: how the documents get into their folders. */
export function Ending({ state, send, goTo }: View): JSX.Element {
  const { labelled, sure = 0 } = state.progress;
  const submit = (event: SubmitEvent) => {
    const { how, sureToo = "" } = takeValues(event);
    void send({ do: "finish", how: how as How, sureToo: sureToo !== "" });
  };
  return (
    <form class="ending" onSubmit={submit}>
      <fieldset>
        <legend>What to do with {plural(labelled, "labelled document")}</legend>
        {Object.entries(WAYS).map(([how, does]) => (
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
  const commands: readonly (readonly [why: string, command: string | undefined])[] = [
    ["A model has learned from your answers. To sort the rest, or what comes next:", sort],
    ["To correct the model: move documents to other folders, then", correct],
    ["To take back what was filed:", undo],
  ];
  return (
    <section>
      <p class="lead">
        {list === undefined ? `${plural(filed, "document")} filed.` : `${plural(filed, "document")} listed in ${list}.`}
        {there > 0 && ` ${plural(there, "document")} had been there already.`}
        {sampledFrom !== undefined && ` The rest of ${plural(sampledFrom, "document")} stays where it is.`}
      </p>
      {commands.map(([why, command]) => command && [<p>{why}</p>, <pre>{command}</pre>])}
      {left.length > 0 && [
        <p class="warning">Not filed: {plural(left.length, "document")}.</p>,
        <Examples documents={left.map(({ name, why }) => ({ title: name, from: why }))} />,
      ]}
      <p>You can close this window.</p>
    </section>
  );
}
