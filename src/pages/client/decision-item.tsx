import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DecisionLine, OpenDecision, ReviewFigures } from "../review-state.js";
import { read } from "./ask.js";
import { percent } from "./view.js";
import { Weights } from "./weights.js";

interface DecisionProps {
  readonly decision: DecisionLine;
  readonly classes: ReviewFigures["classes"];
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  toggle(): void;
  correct(label: string): void;
}

/** A decision in the list. The current one has the focus, so that Enter opens it. */
export function DecisionItem({ decision, classes, isCurrent, isOpen, toggle, correct }: DecisionProps): JSX.Element {
  const { time, from, title, label, probability, unsure, correct: right } = decision;
  const button = useRef<HTMLButtonElement>(null);
  // Before the next key is read.
  useLayoutEffect(() => {
    // While the user types, or uses what is beside the list, the focus stays there.
    const isTyping = document.activeElement?.closest("input, select, aside") != null;
    if (isCurrent && !isTyping) button.current?.focus();
  }, [isCurrent]);
  const isChanged = right !== undefined && right !== label;
  const chip = `chip${isChanged ? " old" : unsure ? " unsure" : ""}`;
  return (
    <li class={isCurrent ? "current" : ""}>
      <button ref={button} type="button" class="line" aria-expanded={isOpen} onClick={toggle}>
        <span class="aside">
          {new Date(time).toLocaleDateString("en", { day: "numeric", month: "short" })} {from}
        </span>
        <span class="title">{title}</span>
        <span>
          <span class={chip}>{label}</span> {isChanged && <span class="chip">{right}</span>}{" "}
          {unsure && !isChanged && <span class="aside">unsure</span>}
        </span>
        <span class="number">{right === undefined ? percent(probability) : "✓"}</span>
      </button>
      {isOpen && <Opened decision={decision} classes={classes} correct={correct} />}
    </li>
  );
}

/** A decision with its reasons, and the classes to correct it. */
function Opened({ decision, classes, correct }: Pick<DecisionProps, "decision" | "classes" | "correct">): JSX.Element {
  const { number, digest, isOther } = decision;
  const [opened, setOpened] = useState<OpenDecision>();
  const [fault, setFault] = useState("");
  useEffect(() => {
    read<OpenDecision>("decision", { number, digest }).then(setOpened, (error) => setFault(error.message));
  }, [number, digest]);
  if (opened === undefined) return <p class="opened">{fault}</p>;
  const { fields, command, place, filed, reasons, isExplainedNow, isGone, text } = opened;
  const rows = [...fields.map(({ name, text }) => [name, text]), ["by", command], ["was", place], ["now", filed]];
  return (
    <div class="opened">
      <ul class="folders" aria-label="the right class">
        {classes.map(({ name, key }) => (
          <li key={name}>
            <button type="button" aria-pressed={decision.correct === name} onClick={() => correct(name)}>
              {key !== "" && <kbd>{key}</kbd>} {name}
            </button>
          </li>
        ))}
      </ul>
      <dl>
        {rows
          .filter(([name, value]) => value !== "" && !(name === "now" && filed === place))
          .map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {reasons.length > 0 && (
        <Weights
          caption={`Why${isExplainedNow ? ", by the model as it is now" : isOther ? ", by the model of that time" : ""}`}
          rows={reasons}
        />
      )}
      {isGone ? (
        <p class="notice">
          The message is not where it was. A correction looks for it in the folders of --in; if it is gone, the
          correction is only kept.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="document-text" dir="auto" aria-label="the message" tabIndex={0}>
          {text}
        </section>
      )}
    </div>
  );
}
