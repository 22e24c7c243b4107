import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { plural } from "../../base/numbers.js";
import type { Question } from "../../labelling/state.js";
import { Facts } from "./facts.js";
import { type Folder, FolderButtons, folderKeys } from "./folder-buttons.js";
import { useKeys } from "./keys.js";
import { MarkedText } from "./marked-text.js";
import { Button, Examples, labelOf } from "./parts.js";
import type { View } from "./view.js";

/** Shows one document, and the folders that it may belong to. @param end leaves the questions for the last step */
export function QuestionView({ state, send, end }: View & { end(): void }): JSX.Element {
  const { question, canUndo } = state;
  const [said, setSaid] = useState("");
  const fresh = useRef<HTMLInputElement>(null);
  const proposed = question?.proposals[0];

  const file = async (label: string, withAlike = false) => {
    if (question === undefined) return;
    const isDone = await send({ do: withAlike ? "answer-alike" : "answer", item: question.item, label });
    if (isDone) setSaid(`Filed under ${label}.`);
  };
  const takeBack = async () => {
    if (await send({ do: "undo" })) setSaid("Taken back.");
  };
  const folders = foldersOf(state);
  const skip = () => void (question && send({ do: "skip", item: question.item }));
  useKeys({
    ...folderKeys(folders, file),
    " ": () => void (proposed && file(proposed.label)),
    n: () => fresh.current?.focus(),
    u: () => void (canUndo && takeBack()),
    s: skip,
    a: () => void (proposed && question?.alike && file(proposed.label, true)),
    f: end,
  });
  return (
    <section class="question">
      <p class="unseen" role="status">
        {said} {question && `Next: ${titleOf(question)}`}
      </p>
      {question ? <DocumentView question={question} /> : <p class="lead">No document is left to ask about.</p>}
      <div class="answers">
        {question && proposed && (
          <Button
            isMain
            keys={["space"]}
            text={proposed.label}
            probability={proposed.probability}
            press={() => file(proposed.label)}
          />
        )}
        {question?.alike && proposed && (
          <details class="alike">
            <summary>{plural(question.alike.count, "more document")} look the same</summary>
            <Examples of={question.alike.examples} />
            <Button keys={["a"]} text={`file all under ${proposed.label}`} press={() => file(proposed.label, true)} />
          </details>
        )}
        {question && <FolderButtons label="folders" folders={folders} choose={file} />}
        {question && (
          // The next question has an empty field; a name that was refused stays.
          <form key={question.item} onSubmit={(event) => file(labelOf(event))}>
            <label>
              <kbd>n</kbd> new folder{" "}
              <input
                ref={fresh}
                name="label"
                autocomplete="off"
                onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
              />
            </label>
            <button type="submit">File</button>
          </form>
        )}
        <p class="bar-of-buttons">
          {question && <Button keys={["s"]} text="skip" press={skip} />}
          <Button keys={["u"]} text="undo" disabled={!canUndo} press={takeBack} />
          <Button keys={["f"]} text="finish …" press={end} />
        </p>
      </div>
    </section>
  );
}

/** Returns the folders: first the proposed ones, which have a digit, then the others. All may have a letter. */
function foldersOf({ classes, question }: View["state"]): Folder[] {
  const { proposals = [] } = question ?? {};
  const keyOf = new Map(classes.map(({ name, key }) => [name, key]));
  const proposed = proposals.map(({ label, probability }, i) => {
    const keys = [i < 9 ? String(i + 1) : "", keyOf.get(label) ?? ""].filter((key) => key !== "");
    return { name: label, keys, probability };
  });
  const others = classes.filter(({ name }) => !proposals.some(({ label }) => label === name));
  return [...proposed, ...others.map(({ name, key }) => ({ name, keys: key === "" ? [] : [key] }))];
}

function titleOf({ fields, name }: Question): string {
  return fields.find((field) => field.name === "subject")?.text ?? name;
}

function DocumentView({ question }: { readonly question: Question }): JSX.Element {
  const { item, name, copies, isRandom, fields, text, marks } = question;
  const shown = fields.map(({ name, text }) => [name, text] as const).filter(([name]) => name !== "subject");
  const top = useRef<HTMLElement>(null);
  // The focus leaves the button that was pressed, so that the space bar takes the next proposal.
  useEffect(() => {
    top.current?.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [item]);
  return (
    <article ref={top} tabIndex={-1} class="document" aria-label={titleOf(question)}>
      <h2>{titleOf(question)}</h2>
      <Facts rows={[...shown, ["file", name]]} />
      {copies > 1 && <p class="notice">Decides {plural(copies, "document")}: its copies, or its thread.</p>}
      {isRandom && <p class="notice">Drawn at random, to see how accurate the proposals are.</p>}
      <MarkedText text={text} marks={marks} />
    </article>
  );
}
