import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DecisionLine, OpenDecision, ReviewFigures } from "../review-state.js";
import { read } from "./ask.js";
import { Facts } from "./facts.js";
import { FolderButtons } from "./folder-buttons.js";
import { percent } from "./view.js";
import { Weights } from "./weights.js";

interface OpenedProps {
  readonly decision: DecisionLine;
  readonly classes: ReviewFigures["classes"];
  correct(label: string): void;
}

interface DecisionProps extends OpenedProps {
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  toggle(): void;
}

/** A decision in the list. The current one has the focus, so that Enter opens it. */
export function DecisionItem({ isCurrent, isOpen, toggle, ...opened }: DecisionProps): JSX.Element {
  const { time, from, title, label, probability, unsure, correct } = opened.decision;
  const button = useRef<HTMLButtonElement>(null);
  // Before the next key is read.
  useLayoutEffect(() => {
    // While the user types, or uses what is beside the list, the focus stays there.
    const isTyping = document.activeElement?.closest("input, select, aside") != null;
    if (isCurrent && !isTyping) button.current?.focus();
  }, [isCurrent]);
  const isChanged = correct != null && correct !== label;
  const date = new Date(time).toLocaleDateString("en", { day: "numeric", month: "short" });
  return (
    <li class={isCurrent ? "current" : ""}>
      <button ref={button} type="button" class="line" aria-expanded={isOpen} onClick={toggle}>
        <span class="aside">{`${date} ${from}`}</span>
        <span class="title">{title}</span>
        <span>
          <span class={`chip${isChanged ? " old" : unsure ? " unsure" : ""}`}>{label}</span>{" "}
          {isChanged ? <span class="chip">{correct}</span> : unsure && <span class="aside">unsure</span>}
        </span>
        <span class="number">{correct == null ? percent(probability) : "✓"}</span>
      </button>
      {isOpen && <Opened {...opened} />}
    </li>
  );
}

/** A decision with its reasons, and the classes to correct it. */
function Opened({ decision: { number, digest, correct: chosen }, classes, correct }: OpenedProps): JSX.Element {
  const [opened, setOpened] = useState<OpenDecision>();
  const [fault, setFault] = useState("");
  useEffect(() => {
    read<OpenDecision>("decision", { number, digest }).then(setOpened, (error) => setFault(error.message));
  }, [number, digest]);
  if (opened === undefined) return <p class="opened">{fault}</p>;
  const { facts, why, reasons, text } = opened;
  return (
    <div class="opened">
      <FolderButtons label="the right class" folders={classes} chosen={chosen ?? ""} choose={correct} />
      <Facts rows={facts} />
      {reasons.length > 0 && <Weights caption={why} rows={reasons} />}
      {text === undefined ? (
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
