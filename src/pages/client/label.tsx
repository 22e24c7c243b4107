import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Ending } from "./ending.js";
import { Frame, showPage } from "./frame.js";
import { Groups } from "./groups.js";
import { Meter } from "./parts.js";
import { ProgressBox } from "./progress-box.js";
import { QuestionView } from "./question.js";
import { Results } from "./results.js";
import { useSession } from "./session.js";
import type { View } from "./view.js";

/** The page of `thresher label`: the step that the session is in, and the progress beside it. */
function LabelPage(): JSX.Element {
  const { state, error, send } = useSession();
  const [isEnding, setEnding] = useState(false);
  if (state === undefined) return <p class="page">{error || "Connecting …"}</p>;
  const { phase, notices, classes } = state;
  return (
    <Frame title={phase === "questions" && isEnding ? "Finish" : TITLES[phase]} notices={notices}>
      <div role="alert">{error !== "" && <p class="warning">{error}</p>}</div>
      <datalist id="class-names">
        {classes.map(({ name }) => (
          <option value={name} />
        ))}
      </datalist>
      <div class="label-columns">
        <main id="work">
          <Step state={state} send={send} isEnding={isEnding} setEnding={setEnding} />
        </main>
        {phase !== "reading" && <ProgressBox state={state} />}
      </div>
    </Frame>
  );
}

interface StepProps extends View {
  readonly isEnding: boolean;
  setEnding(isEnding: boolean): void;
}

function Step({ state, send, isEnding, setEnding }: StepProps): JSX.Element {
  const { phase, reading, filing } = state;
  if (reading) return <Meter name="documents read" {...reading} />;
  if (filing) return <Meter name="documents filed" {...filing} />;
  if (phase === "groups") return <Groups state={state} send={send} />;
  if (phase === "done") return <Results state={state} />;
  return isEnding ? (
    <Ending state={state} send={send} back={() => setEnding(false)} />
  ) : (
    <QuestionView state={state} send={send} end={() => setEnding(true)} />
  );
}

const TITLES = {
  reading: "Reading the pile",
  groups: "What is in the pile?",
  questions: "Where does this belong?",
  done: "Done",
};

showPage(<LabelPage />);
