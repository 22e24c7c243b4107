import type { JSX } from "preact";
import type { Weighted } from "../../delivery/review/figures.js";

interface WeightsProps {
  readonly caption: string;
  readonly rows: readonly Weighted[];
}

/** Weights as bars, those above zero to the right. */
export function Weights({ caption, rows }: WeightsProps): JSX.Element {
  const most = rows.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), Number.MIN_VALUE);
  return (
    <table class="weights">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, weight }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
                <path class={weight < 0 ? "against" : "for"} d={`M0 0H${weight / most}V1H0`} />
              </svg>
            </td>
            <td class="number">{`${weight < 0 ? "−" : "+"} ${Math.abs(weight).toFixed(2)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
