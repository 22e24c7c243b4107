import type { JSX } from "preact";
import { grouped, plural } from "../../base/numbers.js";
import type { ItemLine } from "../../labelling/state.js";
import { percent } from "./view.js";

interface ButtonProps {
  readonly text: string;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  readonly probability?: number | undefined;
  readonly isMain?: boolean;
  readonly isPressed?: boolean | undefined;
  readonly disabled?: boolean;
  press(): void;
}

/** A button, with its keys before its text and a probability behind it. */
export function Button({ text, keys = [], probability, isMain, isPressed, disabled, press }: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={isMain ? "main" : undefined}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={press}
    >
      {keys.map((key) => (
        <kbd>{key}</kbd>
      ))}{" "}
      {text} {probability !== undefined && <span class="share-of">{percent(probability)}</span>}
    </button>
  );
}

interface MeterProps {
  readonly name: string;
  readonly documents: number;
  /** Undefined if nobody knows yet. */
  readonly of?: number | undefined;
}

/** Shows how many of the documents are done. */
export function Meter({ name, documents, of }: MeterProps): JSX.Element {
  return (
    <section>
      <p class="lead">
        {plural(documents, "document")} {of === undefined ? "so far." : `of ${grouped(of)}.`}
      </p>
      <progress aria-label={name} max={of} value={of && documents} />
    </section>
  );
}

/** Lists some documents. */
export function Examples({ of }: { readonly of: readonly ItemLine[] }): JSX.Element {
  return (
    <ul class="examples">
      {of.map(({ item, title, from }) => (
        <li key={item}>
          {title} {from !== "" && <span class="aside">{from}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Returns the name of a folder that a form was submitted with. */
export function labelOf(event: SubmitEvent): string {
  event.preventDefault();
  return String(new FormData(event.currentTarget as HTMLFormElement).get("label")).trim();
}
