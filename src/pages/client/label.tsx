import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Ending } from "./ending.js";
import { Frame, showPage } from "./frame.js";
import { Groups } from "./groups.js";
import { ProgressBox } from "./progress-box.js";
import { QuestionView } from "./question.js";
import { Reading } from "./reading.js";
import { Results } from "./results.js";
import { useSession } from "./session.js";

/** The page of `thresher label`: the step that the session is in, and the progress beside it. */
function LabelPage(): JSX.Element {
  const { state, error, isLost, send } = useSession();
  const [isEnding, setEnding] = useState(false);
  if (state === undefined) return <p class="page">{isLost ? LOST : "Connecting …"}</p>;
  const { phase } = state;
  return (
    <Frame title={phase === "questions" && isEnding ? "Finish" : TITLES[phase]} work="document" notices={state.notices}>
      <div role="alert">
        {isLost && <p class="warning">{LOST}</p>}
        {error !== "" && <p class="warning">{error}</p>}
      </div>
      <datalist id="class-names">
        {state.classes.map(({ name }) => (
          <option value={name} />
        ))}
      </datalist>
      <div class="label-columns">
        <main id="work">
          {phase === "reading" && <Reading state={state} />}
          {phase === "groups" && <Groups state={state} send={send} />}
          {phase === "questions" && !isEnding && <QuestionView state={state} send={send} end={() => setEnding(true)} />}
          {phase === "questions" && isEnding && <Ending state={state} send={send} back={() => setEnding(false)} />}
          {phase === "done" && <Results state={state} />}
        </main>
        {phase !== "reading" && <ProgressBox state={state} />}
      </div>
    </Frame>
  );
}

const LOST = "Thresher has ended. Every answer is kept: run the same command again to go on.";

const TITLES = {
  reading: "Reading the pile",
  groups: "What is in the pile?",
  questions: "Where does this belong?",
  done: "Done",
};

showPage(<LabelPage />);
