import type { JSX } from "preact";
import type { OpenDecision } from "../review-state.js";

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
