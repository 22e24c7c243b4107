import type { JSX } from "preact";
import type { Weighted } from "../../delivery/review/figures.js";
import { widthClass } from "../../reports/html/widths.js";

interface WeightsProps {
  readonly caption: string;
  readonly rows: readonly Weighted[];
}

/** Weights as bars, those below zero in another colour. */
export function Weights({ caption, rows }: WeightsProps): JSX.Element {
  const most = rows.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), Number.MIN_VALUE);
  return (
    <table class="bars weights">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, weight }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class={`bar ${widthClass(Math.abs(weight) / most)} ${weight < 0 ? "against" : ""}`} />
            <td class="number">{signed(weight)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function signed(weight: number): string {
  return `${weight < 0 ? "−" : "+"} ${Math.abs(weight).toFixed(2)}`;
}
