import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { plural } from "../../base/numbers.js";
import type { FoundDocuments } from "../../labelling/state.js";
import { useRead } from "./ask.js";
import { FolderChooser } from "./folder-buttons.js";
import { Button, Examples, Keys, takeValues } from "./parts.js";
import { foldersOf } from "./question.js";
import type { View } from "./session.js";

/** The last words that were looked for. They stay when the user goes to a question and comes back. */
let lastText = "";

/** Finds documents by their words, to label them all, and answers, to change them. */
export function Found({ state: { version, classes, canUndo }, send, goTo }: View): JSX.Element {
  const [text, setText] = useState(lastText);
  const { value, error } = useRead<FoundDocuments>("find", { text, version });
  const { found = 0, open = 0, samples = [], answers = [] } = value ?? {};
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const lookFor = (event: Event) => {
    lastText = takeValues(event).text;
    setText(lastText);
    // The next key files what was found.
    if (event.type === "submit") field.current?.blur();
  };
  const ask = (item: number) => {
    // First, because keys that wait for the answer belong to the question.
    goTo("questions");
    void send({ do: "ask", item });
  };
  const rename = (event: SubmitEvent) => {
    const { name, label } = takeValues(event);
    void send({ do: "rename-class", name, label });
  };
  const fileAll = (label: string) => send({ do: "answer-found", text, label });
  const said =
    text.trim() === ""
      ? plural(found, "answer")
      : `${plural(found, "document")}, ${open} without an answer${open > 0 ? ", such as" : ""}`;
  return (
    <section class="question">
      <div>
        <form class="fields" onInput={lookFor} onSubmit={lookFor}>
          <label>
            <Keys keys={["/"]} /> all documents with these words
            <input ref={field} type="search" name="text" aria-keyshortcuts="/" defaultValue={text} />
          </label>
        </form>
        <p role="status">{error ?? said}</p>
        <Examples documents={samples} />
        <ul class="decisions" aria-label="answers">
          {answers.map(({ item, title, from, label }) => (
            <li key={item}>
              <button type="button" class="line" onClick={() => ask(item)}>
                <span class="aside">{from}</span>
                <span class="title">{title}</span>
                <span class="chip">{label || "none of these"}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div class="answers">
        {open > 0 && (
          <>
            <h2>File all {open} under</h2>
            <FolderChooser key={text} folders={foldersOf(classes)} choose={fileAll} />
          </>
        )}
        <p class="bar-of-buttons">
          <Button keys={["u"]} text="undo" disabled={!canUndo} onClick={() => send({ do: "undo" })} />
          <Button keys={["Escape"]} text="back to the questions" onClick={() => goTo("questions")} />
        </p>
        <details class="alike">
          <summary>Rename or merge folders</summary>
          <form class="fields" onSubmit={rename}>
            <label>
              folder
              <select name="name">
                {classes.map(({ name, labelled }) => (
                  <option value={name}>{`${name} (${labelled})`}</option>
                ))}
              </select>
            </label>
            <label>
              new name; that of another folder merges them <input name="label" autocomplete="off" />
            </label>
            <Button text="Rename" type="submit" />
          </form>
        </details>
      </div>
    </section>
  );
}
