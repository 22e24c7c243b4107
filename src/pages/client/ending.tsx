import type { JSX } from "preact";
import { plural } from "../../base/numbers.js";
import type { Ending as How } from "../../labelling/state.js";
import { Button, valuesOf } from "./parts.js";
import type { View } from "./session.js";

const WAYS: readonly (readonly [how: How, does: string])[] = [
  ["copy", "Copy the documents into their folders. The pile stays as it is."],
  ["move", "Move the documents into their folders. The pile shrinks."],
  ["link", "Link the documents into their folders. They take no more room."],
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
