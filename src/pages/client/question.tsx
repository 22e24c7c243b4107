import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { plural } from "../../base/numbers.js";
import type { LabellingState, Question } from "../../labelling/state.js";
import { type Folder, FolderChooser } from "./folder-buttons.js";
import { Button, Examples, Facts } from "./parts.js";
import type { View } from "./session.js";

/** Shows one document, and the folders that it may belong to. */
export function QuestionView({ state, send, goTo }: View): JSX.Element {
  const { isForecasting, progress, canUndo } = state;
  const question = isForecasting ? undefined : state.question;
  const item = question?.item ?? -1;
  const none = isForecasting ? "Looking at your answers …" : "No document is left to ask about.";
  return (
    <section class="question">
      <p class="unseen" role="status">
        {plural(progress.labelled, "document")} labelled. {question && `Next: ${titleOf(question)}`}
      </p>
      {question ? <DocumentView question={question} /> : <p class="lead">{none}</p>}
      <div class="answers">
        {question && <Answers question={question} state={state} send={send} />}
        <p class="bar-of-buttons">
          {question && [
            <Button keys={["0"]} text="none of these" onClick={() => send({ do: "answer-none", item })} />,
            <Button keys={["s"]} text="skip" onClick={() => send({ do: "skip", item })} />,
          ]}
          <Button keys={["u"]} text="undo" disabled={!canUndo} onClick={() => send({ do: "undo" })} />
          <Button keys={["/"]} text="find …" onClick={() => goTo("found")} />
          <Button keys={["f"]} text="finish …" onClick={() => goTo("ending")} />
        </p>
      </div>
    </section>
  );
}

interface QuestionProps {
  readonly question: Question;
}

/** Shows the folders that can answer the question, and the documents that look the same. */
function Answers({ question, state: { classes }, send }: QuestionProps & Omit<View, "goTo">): JSX.Element {
  const { item, proposals, alike } = question;
  const proposed = proposals.at(0)?.label ?? "";
  const folders = foldersOf(classes, proposals);
  const file = (label: string) => send({ do: "answer", item, label });
  const fileAlike = () => send({ do: "answer-alike", item, label: proposed });
  return (
    <>
      {/* The next question has an empty field; a name that was refused stays. */}
      <FolderChooser key={item} folders={folders} main={question.answer ?? proposed} choose={file} />
      {alike && (
        <details class="alike">
          <summary>{plural(alike.count, "more document")} look the same</summary>
          <Examples documents={alike.examples} />
          <Button keys={["a"]} text={`file all under ${proposed}`} onClick={fileAlike} />
        </details>
      )}
    </>
  );
}

/** Returns the folders, the proposed ones first. The space bar chooses the first of these, a digit each of nine. */
export function foldersOf(classes: LabellingState["classes"], proposals: Question["proposals"] = []): Folder[] {
  const letters = new Map(classes.map(({ name, key }) => [name, key]));
  const names = new Set([...proposals.map(({ label }) => label), ...letters.keys()]);
  return Array.from(names).map((name, i) => {
    const isFirst = i === 0 && proposals.length > 0;
    const keys = [isFirst ? "Space" : "", i < 9 ? String(i + 1) : "", letters.get(name) ?? ""];
    return { name, keys: keys.filter((key) => key !== ""), probability: proposals.at(i)?.probability };
  });
}

function titleOf({ fields, name }: Question): string {
  return fields.find((field) => field.name === "subject")?.text ?? name;
}

function DocumentView({ question }: QuestionProps): JSX.Element {
  const { item, name, copies, isRandom, fields, text, marks, answer } = question;
  const shown = fields.filter((field) => field.name !== "subject");
  const top = useRef<HTMLElement>(null);
  // The focus leaves the button that was pressed, so that the space bar takes the next proposal.
  useLayoutEffect(() => {
    top.current?.scrollTo(0, 0);
    top.current?.focus({ preventScroll: true });
  }, [item]);
  return (
    <article ref={top} tabIndex={-1} class="document" aria-label={titleOf(question)}>
      <h2>{titleOf(question)}</h2>
      <Facts rows={[...shown, { name: "file", text: name }]} />
      {copies > 1 && <p class="notice">Decides {plural(copies, "document")}: its copies, or its thread.</p>}
      {answer !== undefined && <p class="notice">Your answer: {answer || "none of these"}.</p>}
      {isRandom && answer === undefined && (
        <p class="notice">Drawn at random, to see how accurate the proposals are.</p>
      )}
      <MarkedText text={text} marks={marks} />
    </article>
  );
}

/** The share of blue in the darkest mark, in percent. Text on it has a contrast of at least 4.5. */
const DARKEST = 45;

/** Shows a text with its marks: the heavier, the stronger the colour. @param marks in order, apart from one another */
function MarkedText({ text, marks }: Pick<Question, "text" | "marks">): JSX.Element {
  const pieces: (string | JSX.Element)[] = [];
  let from = 0;
  for (const { start, end, weight } of marks) {
    const style = { "--share": `${DARKEST * weight}%` };
    pieces.push(text.slice(from, start), <mark style={style}>{text.slice(start, end)}</mark>);
    from = end;
  }
  pieces.push(text.slice(from));
  // The direction of each line is that of its first letter.
  return (
    <div class="document-text" dir="auto">
      {pieces}
    </div>
  );
}
