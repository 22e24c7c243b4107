import type { JSX } from "preact";
import { percent } from "../../base/numbers.js";
import type { ReviewFigures } from "../review-state.js";
import { LineChart, Weights } from "./weights.js";

const TRENDS = "Percent of the recent half of the decisions that they weighed in, less that of the older half";

/** The figures by week, and the terms that gained and lost. */
export function ReviewAside({ figures }: { readonly figures: ReviewFigures }): JSX.Element {
  const { weeks, terms } = figures;
  const right = weeks.map((week) => week.right);
  const unsure = weeks.map((week) => week.unsure);
  const alarms = weeks.flatMap(({ falseAlarms }) => falseAlarms ?? []);
  return (
    <aside aria-label="figures">
      <section>
        <h2>By week</h2>
        <p class="aside">
          {weeks.at(0)?.week} to {weeks.at(-1)?.week}
        </p>
        <div class="charts">
          <LineChart title="not corrected" values={right} range={[0.9, 1]} shown={percent} />
          <LineChart title="unsure" values={unsure} range={[0, 0.05]} shown={percent} />
          {alarms.length > 0 && <LineChart title="false alarms" values={alarms} range={[0, 5]} shown={String} />}
        </div>
      </section>
      {terms.length > 0 && (
        <section>
          <h2>Terms that gained and lost</h2>
          <Weights caption={TRENDS} rows={terms} />
        </section>
      )}
    </aside>
  );
}
