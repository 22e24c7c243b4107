import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { percent, plural } from "../../base/numbers.js";
import type { DecisionList, Reviewed, ReviewFigures } from "../review-state.js";
import { changeOf, useRead } from "./ask.js";
import { DecisionItem } from "./decision-item.js";
import { FolderButtons } from "./folder-buttons.js";
import { Button, Frame, showPage, takeValues } from "./parts.js";
import { LineChart, Weights } from "./weights.js";

/** Number of decisions that are listed at first. */
const FIRST_LISTED = 50;
/** The choices of decisions to list: see `findDecisions`. */
const SHOWN = ["unsure first", "latest first", "unsure", "corrected"];

/** The page of `thresher review`: a list of decisions, the open decision, and a sidebar of figures. */
function ReviewPage(): JSX.Element {
  const [search, setSearch] = useState<Readonly<Record<string, string>>>({});
  const [most, setMost] = useState(FIRST_LISTED);
  const [current, setCurrent] = useState(0);
  const [isOpen, setOpen] = useState(false);
  /** The correction that is on its way. */
  const [doing, setDoing] = useState("");
  /** The answers to the corrections since the search. */
  const [answers, setAnswers] = useState<readonly Reviewed[]>([]);
  const list = useRead<DecisionList>("decisions", { ...search, most });
  const { value: figures, error } = useRead<ReviewFigures>("figures", { after: answers.length });

  const { found = 0, decisions = [] } = list.value ?? {};
  const classes = figures?.classes ?? [];
  // The first value of each is for all.
  const choices = { class: ["all classes", ...classes.map(({ name }) => name)], show: SHOWN };
  const said = doing || (list.error ?? error ?? answers.at(-1)?.said ?? "");
  const isNarrowed = found > 1 && Object.values(search).some((value) => value !== "");
  /** Corrects decisions. @param what these decisions, in words */
  const correct = async (what: string, change: { readonly label: string; readonly [field: string]: unknown }) => {
    setDoing(`${what}: ${change.label} …`);
    const { said, ...others } = await changeOf<Reviewed>("correct", change).catch(({ message }) => ({ said: message }));
    setAnswers((before) => [...before, { said: `${what} → ${said}`, ...others }]);
    setDoing("");
  };
  const correctionOf = (digest: string) => answers.findLast(({ digests }) => digests?.includes(digest))?.correct;
  const correctAll = (label: string) =>
    correct(plural(found, "decision"), { label, search: String(new URLSearchParams(search)), found });
  const lookFor = (event: Event) => {
    setSearch(takeValues(event));
    setMost(FIRST_LISTED);
    setCurrent(0);
    setAnswers([]);
  };
  const move = (by: number) => setCurrent(Math.max(0, Math.min(decisions.length - 1, current + by)));
  const toggle = (n: number) => {
    setOpen(n !== current || !isOpen);
    setCurrent(n);
  };
  return (
    <Frame title="What was decided" notices={figures?.notices} aside={figures && <ReviewAside figures={figures} />}>
      <form class="fields" onInput={lookFor} onSubmit={lookFor}>
        <label>
          search in sender, subject, text, path and terms <input type="search" name="text" />
        </label>
        {Object.entries(choices).map(([name, values]) => (
          <label key={name}>
            {name}
            <select name={name}>
              {values.map((text, n) => (
                <option value={n === 0 ? "" : text}>{text}</option>
              ))}
            </select>
          </label>
        ))}
      </form>
      <p class="aside">{plural(found, "decision")}</p>
      <p class="bar-of-buttons">
        <Button keys={["j"]} text="next" onClick={() => move(1)} />
        <Button keys={["k"]} text="previous" onClick={() => move(-1)} />
        <Button keys={["Escape"]} text="close" disabled={!isOpen} onClick={() => setOpen(false)} />
      </p>
      {isNarrowed && (
        <details class="alike" key={JSON.stringify(search)}>
          <summary>Correct all {plural(found, "decision")} that were found</summary>
          <FolderButtons folders={classes.map(({ name }) => ({ name }))} choose={correctAll} />
        </details>
      )}
      <p role="status" class={said === "" ? "unseen" : "notice"}>
        {said}
      </p>
      <ol class="decisions" aria-label="decisions">
        {decisions.map((line, n) => (
          <DecisionItem
            key={line.number}
            decision={{ ...line, correct: correctionOf(line.digest) ?? line.correct }}
            classes={classes}
            isCurrent={n === current}
            isOpen={n === current && isOpen}
            toggle={() => toggle(n)}
            correct={(label) => correct(`“${line.title}”`, { label, number: line.number })}
          />
        ))}
      </ol>
      {decisions.length < found && <Button text="More decisions" onClick={() => setMost(2 * most)} />}
    </Frame>
  );
}

/** The caption of the terms: see `termTrends`. */
const TRENDS = "Percent of the recent half of the decisions that they weighed in, less that of the older half";

/** The figures by week, whether messages have changed, and the terms that gained and lost. */
function ReviewAside({ figures }: { readonly figures: ReviewFigures }): JSX.Element {
  const { weeks, terms, drift } = figures;
  const right = weeks.map((week) => week.right);
  const unsure = weeks.map((week) => week.unsure);
  const alarms = weeks.flatMap(({ falseAlarms }) => falseAlarms ?? []);
  return (
    <aside aria-label="figures">
      <section>
        <h2>By week</h2>
        <p class="aside">
          {weeks.at(0)?.week} to {weeks.at(-1)?.week}
        </p>
        <div class="charts">
          <LineChart title="not corrected" values={right} range={[0.9, 1]} shown={percent} />
          <LineChart title="unsure" values={unsure} range={[0, 0.05]} shown={percent} />
          {alarms.length > 0 && <LineChart title="false alarms" values={alarms} range={[0, 5]} shown={String} />}
        </div>
      </section>
      {drift !== "" && (
        <section>
          <h2>Have documents changed?</h2>
          <p>{drift}</p>
        </section>
      )}
      {terms.length > 0 && (
        <section>
          <h2>Terms that gained and lost</h2>
          <Weights caption={TRENDS} rows={terms} />
        </section>
      )}
    </aside>
  );
}

showPage(<ReviewPage />);
