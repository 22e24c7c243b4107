import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Question } from "../../labelling/state.js";
import { useKeys } from "./keys.js";
import { MarkedText } from "./marked-text.js";
import { percent, plural, type View } from "./view.js";

/** The keys that are no class. */
const KEYS = { take: " ", fresh: "n", undo: "u", skip: "s", alike: "a", end: "f" };

/** Shows one document, and the folders that it may belong to. @param end leaves the questions for the last step */
export function QuestionView({ state, send, end }: View & { end(): void }): JSX.Element {
  const { question, canUndo } = state;
  const [said, setSaid] = useState("");
  const fresh = useRef<HTMLInputElement>(null);
  const proposed = question?.proposals[0];

  const file = async (label: string, withAlike = false) => {
    if (question === undefined || label === "") return;
    const isDone = await send({ do: withAlike ? "answer-alike" : "answer", item: question.item, label });
    if (isDone) setSaid(`Filed under ${label}.`);
  };
  const takeBack = async () => {
    if (await send({ do: "undo" })) setSaid("Taken back.");
  };
  const folders = foldersOf(state);
  const skip = () => question && send({ do: "skip", item: question.item });
  useKeys({
    ...Object.fromEntries(folders.flatMap(({ keys, name }) => keys.map((key) => [key, () => void file(name)]))),
    [KEYS.take]: () => void (proposed && file(proposed.label)),
    [KEYS.fresh]: () => fresh.current?.focus(),
    [KEYS.undo]: () => void (canUndo && takeBack()),
    [KEYS.skip]: () => void skip(),
    [KEYS.alike]: () => void (proposed && question?.alike && file(proposed.label, true)),
    [KEYS.end]: end,
  });
  const makeNew = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void file(String(new FormData(form).get("label")).trim());
    form.reset();
    fresh.current?.blur();
  };
  return (
    <section class="question">
      <p class="unseen" role="status">
        {said} {question && `Next: ${titleOf(question)}`}
      </p>
      {question ? <DocumentView question={question} /> : <p class="lead">No document is left to ask about.</p>}
      <div class="answers">
        {question && proposed && (
          <button type="button" class="main" onClick={() => file(proposed.label)}>
            <kbd>space</kbd> {proposed.label} <span class="share-of">{percent(proposed.probability)}</span>
          </button>
        )}
        {question?.alike && proposed && (
          <Alike alike={question.alike} label={proposed.label} file={() => file(proposed.label, true)} />
        )}
        {question && (
          <ul class="folders" aria-label="folders">
            {folders.map(({ name, keys, probability }) => (
              <li key={name}>
                <button type="button" onClick={() => file(name)}>
                  {keys.map((key) => (
                    <kbd>{key}</kbd>
                  ))}{" "}
                  {name} <span class="share-of">{probability !== undefined && percent(probability)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {question && (
          <form onSubmit={makeNew}>
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
          {question && (
            <button type="button" onClick={skip}>
              <kbd>s</kbd> skip
            </button>
          )}
          <button type="button" disabled={!canUndo} onClick={takeBack}>
            <kbd>u</kbd> undo
          </button>
          <button type="button" onClick={end}>
            <kbd>f</kbd> finish …
          </button>
        </p>
      </div>
    </section>
  );
}

/** A folder to choose, with the keys that choose it. */
interface Folder {
  readonly name: string;
  readonly keys: readonly string[];
  readonly probability?: number;
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
  const top = useRef<HTMLElement>(null);
  // The focus leaves the button that was pressed, so that the space bar takes the next proposal.
  useEffect(() => {
    top.current?.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [item]);
  return (
    <article ref={top} tabIndex={-1} class="document" aria-label={titleOf(question)}>
      <h2>{titleOf(question)}</h2>
      <dl>
        {fields
          .filter((field) => field.name !== "subject")
          .map((field) => (
            <div>
              <dt>{field.name}</dt>
              <dd>{field.text}</dd>
            </div>
          ))}
        <div>
          <dt>file</dt>
          <dd class="file">{name}</dd>
        </div>
      </dl>
      {copies > 1 && <p class="notice">Decides {plural(copies, "document")}: its copies, or its thread.</p>}
      {isRandom && <p class="notice">Drawn at random, to see how accurate the proposals are.</p>}
      <MarkedText text={text} marks={marks} />
    </article>
  );
}

interface AlikeProps {
  readonly alike: NonNullable<Question["alike"]>;
  readonly label: string;
  file(): void;
}

function Alike({ alike: { count, examples }, label, file }: AlikeProps): JSX.Element {
  return (
    <details class="alike">
      <summary>{plural(count, "more document")} look the same</summary>
      <ul class="examples">
        {examples.map(({ item, title, from }) => (
          <li key={item}>
            {title} {from !== "" && <span class="aside">{from}</span>}
          </li>
        ))}
      </ul>
      <button type="button" onClick={file}>
        <kbd>a</kbd> file all under {label}
      </button>
    </details>
  );
}
