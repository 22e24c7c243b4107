import { type ButtonHTMLAttributes, type ComponentChildren, type JSX, render } from "preact";
import type { ItemLine } from "../../labelling/state.js";
import type { OpenDecision } from "../review-state.js";
import { pressByKey } from "./keys.js";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly text: string;
  /** The keys that press it: see `pressByKey`. */
  readonly keys?: readonly string[] | undefined;
}

/** A button, with its keys before its text and the children behind it. */
export function Button({ text, keys = [], children, ...rest }: ButtonProps): JSX.Element {
  // A name that is too long for its line is broken after its dots and dashes first.
  const parts = text.split(/(?<=[._/-])(?=.)/u).flatMap((part, i) => (i > 0 ? [<wbr />, part] : [part]));
  return (
    <button type="button" aria-keyshortcuts={keys.join(" ") || undefined} {...rest}>
      <Keys keys={keys} />{" "}
      <span>
        {parts}
        {children && <span class="comma">,</span>}
      </span>{" "}
      {children}
    </button>
  );
}

/** Shows the keys of a button or a field. A screen reader has them from its attribute. */
export function Keys({ keys }: { readonly keys: readonly string[] }): JSX.Element {
  return (
    <span class="keys" aria-hidden="true">
      {keys.map((key) => (
        <kbd>{key}</kbd>
      ))}
    </span>
  );
}

/** Lists some documents. */
export function Examples({ documents }: { readonly documents: readonly Omit<ItemLine, "item">[] }): JSX.Element {
  return (
    <ul class="examples">
      {documents.map(({ title, from }) => (
        <li>
          {title} {from !== "" && <span class="aside">{from}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Takes the values of a form that the user submits or changes, by their names. Keeps the browser from leaving the page. */
export function takeValues(event: Event): Readonly<Record<string, string>> {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>;
}

/** A list of names and texts, such as the header of a message. */
export function Facts({ rows }: { readonly rows: OpenDecision["facts"] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(({ name, text }) => (
        <>
          <dt>{name}</dt>
          <dd class={name}>{text}</dd>
        </>
      ))}
    </dl>
  );
}

interface FrameProps {
  readonly title: string;
  readonly notices?: readonly string[] | undefined;
  readonly aside: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a page: title, notices, main column and sidebar. */
export function Frame({ title, notices = [], aside, children }: FrameProps): JSX.Element {
  return (
    <div class="page">
      <header>
        <p class="eyebrow">Thresher</p>
        <h1>{title}</h1>
      </header>
      <div class="beside">
        <main>
          {notices.map((notice) => (
            <p class="notice">{notice}</p>
          ))}
          {children}
        </main>
        {aside}
      </div>
    </div>
  );
}

/** Shows a page, or updates it. */
export function showPage(page: JSX.Element): void {
  render(page, document.getElementById("app") as HTMLElement);
}

addEventListener("keydown", pressByKey);
