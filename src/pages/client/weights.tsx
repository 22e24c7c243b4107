import type { JSX } from "preact";
import type { Weighted } from "../../delivery/review/figure-types.js";

interface WeightsProps {
  readonly caption: string;
  readonly rows: readonly Weighted[];
}

/** Weights as bars, those below zero in another colour. */
export function Weights({ caption, rows }: WeightsProps): JSX.Element {
  // Above 0, because it divides.
  const largest = rows.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), Number.MIN_VALUE);
  const shareOf = (weight: number) => `${(100 * Math.abs(weight)) / largest}%`;
  return (
    <table class="bars weights">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, weight }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class={weight < 0 ? "bar against" : "bar"} style={{ "--share": shareOf(weight) }} />
            <td class="number">{signed(weight)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns a weight with its sign, such as `+ 0.25`. */
function signed(weight: number): string {
  return `${weight < 0 ? "−" : "+"} ${Math.abs(weight).toFixed(2)}`;
}

interface LineChartProps {
  readonly title: string;
  readonly values: readonly number[];
  /** The value at the bottom, and at the top, unless values lie beyond. */
  readonly range: readonly [low: number, high: number];
  shown(value: number): string;
}

/** A small chart of values over time. A screen reader reads them as text. */
export function LineChart({ title, values, range: [bottom, top], shown }: LineChartProps): JSX.Element {
  const low = values.reduce((least, value) => Math.min(least, value), bottom);
  const high = values.reduce((most, value) => Math.max(most, value), top);
  // A single value becomes a level line.
  const line = values.length === 1 ? [values[0], values[0]] : values;
  const points = line.map((value, i) => `${i / (line.length - 1)} ${(high - value) / (high - low)}`);
  return (
    <figure class="chart">
      <figcaption>
        {title} <strong>{values.slice(-1).map(shown)}</strong>
      </figcaption>
      <svg viewBox="0 -.05 1 1.1" preserveAspectRatio="none" role="img" aria-label={values.map(shown).join(", ")}>
        <path d={`M${points.join("L")}`} />
      </svg>
    </figure>
  );
}
