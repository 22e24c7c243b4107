import type { ComponentType, JSX } from "preact";
import { useState } from "preact/hooks";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { Ending, Results } from "./ending.js";
import { Found } from "./found.js";
import { Groups } from "./groups.js";
import { Frame, showPage } from "./parts.js";
import { QuestionView } from "./question.js";
import { followSession, type View } from "./session.js";

type Step = "reading" | "groups" | "questions" | "found" | "ending" | "filing" | "done";

/** The title of each step, and what it shows. */
const STEPS: Readonly<Record<Step, readonly [title: string, Body: ComponentType<View>]>> = {
  reading: ["Reading the pile", Meter],
  groups: ["What is in the pile?", Groups],
  questions: ["Where does this belong?", QuestionView],
  found: ["Find and change", Found],
  ending: ["Finish", Ending],
  filing: ["Finish", Meter],
  done: ["Done", Results],
};

interface LabelPageProps extends Pick<View, "send"> {
  readonly state: View["state"] | undefined;
  readonly error: string;
}

/** The page of `thresher label`: the current step, and a sidebar with the progress. */
function LabelPage({ state, error, send }: LabelPageProps): JSX.Element {
  const [step, goTo] = useState<"questions" | "found" | "ending">("questions");
  if (state === undefined) return <p class="page">{error || "Connecting …"}</p>;
  const { phase, filing, notices } = state;
  const [title, Body] = STEPS[filing ? "filing" : phase === "questions" ? step : phase];
  return (
    <Frame title={title} notices={notices} aside={phase !== "reading" && <ProgressBox state={state} />}>
      <div role="alert">{error !== "" && <p class="warning">{error}</p>}</div>
      <Body state={state} send={send} goTo={goTo} />
    </Frame>
  );
}

void followSession((state, error, send) => showPage(<LabelPage state={state} error={error} send={send} />));

/** Shows how many documents are read, or filed. */
function Meter({ state: { reading, filing } }: View): JSX.Element {
  const { documents = 0, of } = filing ?? reading ?? {};
  const done = filing ? "filed" : "read";
  const all = of === undefined ? "" : `, of ${filing ? grouped(of) : plural(of, "file")}`;
  return (
    <section>
      <p class="lead">{`${plural(documents, "document")} ${done}${all}.`}</p>
      <progress aria-label={`documents ${done}`} max={of} value={filing?.documents} />
    </section>
  );
}

/** Shows how far the work is, and what more of it would bring. */
function ProgressBox({ state: { progress, sampledFrom } }: Pick<View, "state">): JSX.Element {
  const { labelled, documents, expectedAccuracy: accuracy, sure } = progress;
  const range = accuracy
    ? `${percentRange([accuracy.from, accuracy.to])}, from ${plural(accuracy.answers, "random answer")}`
    : "known after some random questions";
  const sample = sampledFrom === undefined ? "" : `, a sample from ${grouped(sampledFrom)}`;
  const tiles = [
    ["labelled", grouped(labelled), `of ${plural(documents, "document")}${sample}`],
    ["expected accuracy", accuracy ? percent(accuracy.value) : "–", range],
    ...(sure === undefined ? [] : [["sure by now", grouped(sure), "of those without an answer"]]),
  ];
  return (
    <aside class="progress" aria-label="progress">
      <dl class="tiles">
        {tiles.map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong>
              <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
