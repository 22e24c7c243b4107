import type { JSX } from "preact";

interface LineChartProps {
  readonly title: string;
  /** The names of the first and the last value. */
  readonly from: string;
  readonly to: string;
  readonly values: readonly number[];
  /** The value at the bottom, and at the top, unless values lie beyond. */
  readonly range: readonly [low: number, high: number];
  shown(value: number): string;
}

/** A small chart of values over time. A screen reader reads them as text. */
export function LineChart({ title, from, to, values, range, shown }: LineChartProps): JSX.Element {
  const low = values.reduce((least, value) => Math.min(least, value), range[0]);
  const high = values.reduce((most, value) => Math.max(most, value), range[1]);
  const x = (i: number) => (values.length === 1 ? 50 : (100 * i) / (values.length - 1));
  const y = (value: number) => 38 - (36 * (value - low)) / (high - low);
  const points = values.map((value, i) => `${x(i).toFixed(2)} ${y(value).toFixed(2)}`);
  const path = values.length === 1 ? `M0 ${y(values[0])}H100` : `M${points.join("L")}`;
  const last = values.at(-1);
  return (
    <figure class="chart">
      <figcaption>
        {title} <strong>{last === undefined ? "–" : shown(last)}</strong>
      </figcaption>
      <svg
        viewBox="0 0 100 40"
        height="72"
        preserveAspectRatio="none"
        role="img"
        aria-label={values.map(shown).join(", ")}
      >
        <path class="axis" d="M0 38H100" />
        <path d={path} />
      </svg>
      <p class="weeks">
        <span>{from}</span> <span>{to}</span>
      </p>
    </figure>
  );
}
