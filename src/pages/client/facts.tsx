import type { JSX } from "preact";

/** A list of names and values, such as the header of a message. */
export function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd class={name}>{value}</dd>
        </>
      ))}
    </dl>
  );
}
