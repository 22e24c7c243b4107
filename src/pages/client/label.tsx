import type { ComponentType, JSX } from "preact";
import { useState } from "preact/hooks";
import { Ending } from "./ending.js";
import { Frame, showPage } from "./frame.js";
import { Groups } from "./groups.js";
import { Meter } from "./parts.js";
import { ProgressBox } from "./progress-box.js";
import { QuestionView } from "./question.js";
import { Results } from "./results.js";
import { useSession, type View } from "./session.js";

type Step = "reading" | "groups" | "questions" | "ending" | "filing" | "done";

/** The title of each step, and what it shows. */
const STEPS: Readonly<Record<Step, readonly [title: string, Body: ComponentType<View>]>> = {
  reading: ["Reading the pile", Meter],
  groups: ["What is in the pile?", Groups],
  questions: ["Where does this belong?", QuestionView],
  ending: ["Finish", Ending],
  filing: ["Finish", Meter],
  done: ["Done", Results],
};

/** The page of `thresher label`: the step that the session is in, and the progress beside it. */
function LabelPage(): JSX.Element {
  const { state, error, send } = useSession();
  const [isEnding, setEnding] = useState(false);
  if (state === undefined) return <p class="page">{error || "Connecting …"}</p>;
  const { phase, filing, notices } = state;
  const [title, Body] = STEPS[filing ? "filing" : isEnding && phase === "questions" ? "ending" : phase];
  return (
    <Frame title={title} notices={notices}>
      <div role="alert">{error !== "" && <p class="warning">{error}</p>}</div>
      <div class="label-columns">
        <main id="work">
          <Body state={state} send={send} setEnding={setEnding} />
        </main>
        {phase !== "reading" && <ProgressBox state={state} />}
      </div>
    </Frame>
  );
}

showPage(<LabelPage />);
