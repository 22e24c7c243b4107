import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { percent } from "../../base/numbers.js";
import type { DecisionLine, OpenDecision, ReviewFigures } from "../review-state.js";
import { useRead } from "./ask.js";
import { FolderButtons } from "./folder-buttons.js";
import { Facts } from "./parts.js";
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
  const date = new Date(time).toLocaleDateString("en", { day: "numeric", month: "short" });
  return (
    <li class={isCurrent ? "current" : ""}>
      <button ref={button} type="button" class="line" aria-expanded={isOpen} onClick={toggle}>
        <span class="aside">{`${date} ${from}`}</span>
        <span class="title">{title}</span>
        <span>
          <span class={`chip${isChanged ? " old" : unsure ? " unsure" : ""}`}>{label}</span>{" "}
          {isChanged ? <span class="chip">{right}</span> : unsure && <span class="aside">unsure</span>}
        </span>
        <span class="number">{right === undefined ? percent(probability) : "✓"}</span>
      </button>
      {isCurrent && (
        // The keys of the classes also work before the decision is open.
        <div class={isOpen ? "opened" : ""} hidden={!isOpen}>
          <FolderButtons folders={classes} main={right} choose={correct} />
          {isOpen && <Reasons number={decision.number} />}
        </div>
      )}
    </li>
  );
}

/** Shows why a decision was made, and the message. */
function Reasons({ number }: Pick<DecisionLine, "number">): JSX.Element {
  const { value, error } = useRead<OpenDecision>("decision", { number });
  if (value === undefined) return <p>{error}</p>;
  const { facts, why, reasons, text } = value;
  return (
    <>
      <Facts rows={facts} />
      {reasons.length > 0 && <Weights caption={why} rows={reasons} />}
      {text === undefined ? (
        <p class="notice">The message is not where it was. A correction looks for it below the folders of --in.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="document-text" dir="auto" aria-label="the message" tabIndex={0}>
          {text}
        </section>
      )}
    </>
  );
}
