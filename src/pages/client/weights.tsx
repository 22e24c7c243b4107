import type { JSX } from "preact";
import type { Weighted } from "../../delivery/review/figures.js";

/** Weights as bars, those above zero to the right. */
export function Weights({
  caption,
  rows,
}: {
  readonly caption: string;
  readonly rows: readonly Weighted[];
}): JSX.Element {
  const most = rows.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), 0);
  return (
    <table class="weights">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, weight }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg viewBox="0 0 200 8" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  class={weight < 0 ? "against" : "for"}
                  x={weight < 0 ? 100 - (99 * -weight) / most : 100}
                  width={(99 * Math.abs(weight)) / most || 0}
                  height="8"
                />
              </svg>
            </td>
            <td class="number">{`${weight < 0 ? "−" : "+"} ${Math.abs(weight).toFixed(2)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
