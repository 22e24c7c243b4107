import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { plural } from "../../base/numbers.js";
import type { Ending as How } from "../../labelling/state.js";
import { useKeys } from "./keys.js";
import { Button } from "./parts.js";
import type { View } from "./view.js";

const WAYS: readonly (readonly [how: How, does: string])[] = [
  ["copy", "Copy the documents into their folders. The pile stays as it is."],
  ["move", "Move the documents into their folders. The pile shrinks."],
  ["link", "Link the documents into their folders. They take no more room."],
  ["list", "Write a list of documents and folders, and file nothing."],
];

/** The last step: how the documents get into their folders. @param back returns to the questions */
export function Ending({ state, send, back }: View & { back(): void }): JSX.Element {
  const [how, setHow] = useState<How>(state.ending);
  const [sureToo, setSureToo] = useState(true);
  useKeys({ escape: back });
  const { labelled, sure = 0 } = state.progress;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send({ do: "finish", how, sureToo });
  };
  return (
    <form class="ending" onSubmit={submit}>
      <fieldset>
        <legend>What to do with {plural(labelled + (sureToo ? sure : 0), "document")}</legend>
        {WAYS.map(([value, does]) => (
          <label class="choice">
            <input type="radio" name="how" value={value} checked={how === value} onChange={() => setHow(value)} />{" "}
            {does}
          </label>
        ))}
      </fieldset>
      {sure > 0 && (
        <label class="choice">
          <input type="checkbox" checked={sureToo} onChange={() => setSureToo(!sureToo)} /> Also the{" "}
          {plural(sure, "document")} without an answer whose folder is sure
        </label>
      )}
      <p class="bar-of-buttons">
        <button type="submit" class="main">
          Finish
        </button>
        <Button keys={["esc"]} text="back to the questions" press={back} />
      </p>
    </form>
  );
}
