import type { JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { plural } from "../../base/numbers.js";
import type { DecisionLine, DecisionList, Reviewed, ReviewFigures } from "../review-state.js";
import { changeOf, read } from "./ask.js";
import { DecisionItem } from "./decision-item.js";
import { folderKeys } from "./folder-buttons.js";
import { Frame, showPage } from "./frame.js";
import { useKeys } from "./keys.js";
import { Button } from "./parts.js";
import { ReviewAside } from "./review-aside.js";

/** The page of `thresher review`: the decisions, the one that is open, and the figures beside them. */
function ReviewPage(): JSX.Element {
  const [figures, setFigures] = useState<ReviewFigures>();
  const [{ found, decisions }, setList] = useState<DecisionList>({ found: 0, decisions: [] });
  const [current, setCurrent] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const search = useRef<HTMLFormElement>(null);
  const asked = useRef(0);

  const readFigures = useCallback(
    () => read<ReviewFigures>("figures").then(setFigures, (error) => setSaid(error.message)),
    [],
  );
  const readList = useCallback(async (from: number) => {
    const turn = ++asked.current;
    const wanted = Object.fromEntries(new FormData(search.current ?? undefined)) as Record<string, string>;
    const take = (next: DecisionList) => {
      if (turn !== asked.current) return;
      setList((list) => ({ ...next, decisions: [...list.decisions.slice(0, from), ...next.decisions] }));
      if (from === 0) setCurrent(0);
    };
    await read<DecisionList>("decisions", { ...wanted, from }).then(take, (error) => setSaid(error.message));
  }, []);
  useEffect(() => {
    void readList(0);
    void readFigures();
  }, [readList, readFigures]);

  const change = async (name: string, body: object) => {
    const take = ({ said, digest, correct }: Reviewed) => {
      setSaid(said);
      const changed = (line: DecisionLine) => (line.digest === digest ? { ...line, correct } : line);
      setList((list) => ({ ...list, decisions: list.decisions.map(changed) }));
    };
    await changeOf<Reviewed>(name, body).then(take, (error) => setSaid(error.message));
    await readFigures();
  };
  const undo = () => change("undo", {});
  const correct = (line: DecisionLine | undefined, label: string) => {
    if (line !== undefined) void change("correct", { number: line.number, digest: line.digest, label });
  };
  const move = (by: number) => setCurrent((n) => Math.max(0, Math.min(decisions.length - 1, n + by)));
  const toggle = (n: number) => {
    setOpen(n !== current || !isOpen);
    setCurrent(n);
  };
  const classes = figures?.classes ?? [];
  useKeys({
    ...folderKeys(classes, (name) => correct(decisions[current], name)),
    j: () => move(1),
    k: () => move(-1),
    u: () => void undo(),
    escape: () => setOpen(false),
  });
  return (
    <Frame title="What was decided" notices={figures?.notices}>
      <div class="review-columns">
        <main id="work">
          <form
            ref={search}
            class="review-search"
            onInput={() => readList(0)}
            onSubmit={(event) => event.preventDefault()}
          >
            <label>
              Search in sender, subject, path and terms <input type="search" name="text" />
            </label>
            <Choice label="Class" name="label" all="all classes" values={classes.map(({ name }) => name)} />
            <Choice label="Show" name="show" all="unsure first" values={["latest first", "unsure", "corrected"]} />
          </form>
          <p class="aside">
            {plural(found, "decision")} <span class="keys">· {KEYS}</span>
          </p>
          <p role="status" class={said === "" ? "unseen" : "notice"}>
            {said}
          </p>
          <ol class="decisions" aria-label="decisions">
            {decisions.map((decision, n) => (
              <DecisionItem
                key={decision.number}
                decision={decision}
                classes={classes}
                isCurrent={n === current}
                isOpen={n === current && isOpen}
                toggle={() => toggle(n)}
                correct={(label) => correct(decision, label)}
              />
            ))}
          </ol>
          <p class="bar-of-buttons">
            {decisions.length < found && <Button text="More decisions" press={() => readList(decisions.length)} />}
            <Button keys={["u"]} text="take the last correction back" disabled={!figures?.canUndo} press={undo} />
          </p>
        </main>
        {figures && <ReviewAside figures={figures} />}
      </div>
    </Frame>
  );
}

interface ChoiceProps extends Readonly<Record<"label" | "name" | "all", string>> {
  readonly values: readonly string[];
}

/** A field of the search with some values. @param all the text of the empty value */
function Choice({ label, name, all, values }: ChoiceProps): JSX.Element {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{all}</option>
        {values.map((value) => (
          <option>{value}</option>
        ))}
      </select>
    </label>
  );
}

const KEYS = "j and k: next and previous, enter: open, a letter: correct, u: take back";

showPage(<ReviewPage />);
