import { type JSX, render } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DecisionLine, DecisionList, Reviewed, ReviewFigures } from "../review-state.js";
import { changeOf, read } from "./ask.js";
import { DecisionItem } from "./decision-item.js";
import { useKeys } from "./keys.js";
import { ReviewAside } from "./review-aside.js";
import { type Search, SearchForm } from "./search-form.js";
import { plural } from "./view.js";

/** The page of `thresher review`: the decisions, the one that is open, and the figures beside them. */
function ReviewPage(): JSX.Element {
  const [figures, setFigures] = useState<ReviewFigures>();
  const [search, setSearch] = useState<Search>({ text: "", label: "", show: "unsure first" });
  const [list, setList] = useState<DecisionList>({ found: 0, decisions: [] });
  const [current, setCurrent] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const asked = useRef(0);

  const orSay = useCallback(async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      setSaid((error as Error).message);
    }
  }, []);
  const readFigures = useCallback(() => orSay(async () => setFigures(await read<ReviewFigures>("figures"))), [orSay]);
  const readList = useCallback(
    (from: number) =>
      orSay(async () => {
        const turn = ++asked.current;
        const next = await read<DecisionList>("decisions", { ...search, from });
        if (turn !== asked.current) return;
        setList((before) => ({ ...next, decisions: [...(from === 0 ? [] : before.decisions), ...next.decisions] }));
        if (from === 0) setCurrent(0);
      }),
    [search, orSay],
  );
  useEffect(() => void readList(0), [readList]);
  useEffect(() => void readFigures(), [readFigures]);

  const { decisions, found } = list;
  const shown = decisions[current];
  const change = (name: string, body: object) =>
    orSay(async () => {
      const { said, decision } = await changeOf<Reviewed>(name, body);
      setSaid(said);
      const isSame = ({ digest }: DecisionLine) => digest === decision?.digest;
      const changed = (line: DecisionLine) => (isSame(line) ? { ...line, correct: decision?.correct } : line);
      setList((before) => ({ ...before, decisions: before.decisions.map(changed) }));
      await readFigures();
    });
  const correct = ({ number, digest }: DecisionLine, label: string) => change("correct", { number, digest, label });
  const move = (by: number) => setCurrent((n) => Math.max(0, Math.min(decisions.length - 1, n + by)));
  const toggle = (n: number) => {
    setOpen(n !== current || !isOpen);
    setCurrent(n);
  };
  const classes = figures?.classes ?? [];
  useKeys({
    ...Object.fromEntries(
      classes.filter(({ key }) => key !== "").map(({ key, name }) => [key, () => void (shown && correct(shown, name))]),
    ),
    j: () => move(1),
    k: () => move(-1),
    u: () => void change("undo", {}),
    escape: () => setOpen(false),
  });
  return (
    <div class="page label-page review-page">
      <a class="skip" href="#work">
        Skip to the decisions
      </a>
      <header>
        <p class="eyebrow">Thresher</p>
        <h1>What was decided</h1>
      </header>
      {figures?.notices.map((notice) => (
        <p class="notice">{notice}</p>
      ))}
      <div class="review-columns">
        <main id="work">
          <section>
            <SearchForm search={search} classes={classes.map(({ name }) => name)} onSearch={setSearch} />
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
              {decisions.length < found && (
                <button type="button" onClick={() => readList(decisions.length)}>
                  More decisions
                </button>
              )}
              <button type="button" disabled={figures?.canUndo !== true} onClick={() => change("undo", {})}>
                <kbd>u</kbd> take the last correction back
              </button>
            </p>
          </section>
        </main>
        {figures && <ReviewAside figures={figures} />}
      </div>
    </div>
  );
}

const KEYS = "j and k: next and previous, enter: open, a letter: correct, u: take back";

const root = document.getElementById("app");
if (root !== null) render(<ReviewPage />, root);
// The key in the address has done its work.
history.replaceState(null, "", "/");
