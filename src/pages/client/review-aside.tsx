import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Weighted } from "../../delivery/review/figures.js";
import type { ReviewFigures } from "../review-state.js";
import { read } from "./ask.js";
import { LineChart } from "./line-chart.js";
import { percent, plural } from "./view.js";
import { Weights } from "./weights.js";

/** The figures by week, the terms that gained and lost, and a term in each class. */
export function ReviewAside({ figures }: { readonly figures: ReviewFigures }): JSX.Element {
  const { decisions, unsure, corrected, weeks, terms } = figures;
  const period = { from: weeks.at(0)?.week ?? "", to: weeks.at(-1)?.week ?? "" };
  const right = weeks.map((week) => 1 - week.corrected / week.decisions);
  const doubts = weeks.map((week) => week.unsure / week.decisions);
  const alarms = weeks.flatMap(({ falseAlarms }) => falseAlarms ?? []);
  return (
    <aside aria-label="figures">
      <section>
        <h2>By week</h2>
        <p class="aside">
          {plural(decisions, "decision")}, {corrected.toLocaleString("en")} corrected, {unsure.toLocaleString("en")}{" "}
          unsure and open
        </p>
        <div class="charts">
          <LineChart {...period} title="not corrected" values={right} range={[0.9, 1]} shown={percent} />
          <LineChart {...period} title="unsure" values={doubts} range={[0, 0.05]} shown={percent} />
          {alarms.length > 0 && (
            <LineChart {...period} title="false alarms" values={alarms} range={[0, 5]} shown={String} />
          )}
        </div>
      </section>
      {terms.length > 0 && (
        <section>
          <h2>Terms that gained and lost</h2>
          <Weights
            caption="Percent of the recent half of the decisions that they weighed in, less that of the older half"
            rows={terms}
          />
        </section>
      )}
      <TermLookup />
    </aside>
  );
}

function TermLookup(): JSX.Element {
  const [found, setFound] = useState<readonly Weighted[]>([]);
  const [said, setSaid] = useState("");
  const look = (event: SubmitEvent) => {
    event.preventDefault();
    const term = String(new FormData(event.currentTarget as HTMLFormElement).get("term"));
    const take = (rows: readonly Weighted[], said: string) => {
      setFound(rows);
      setSaid(said);
    };
    read<Weighted[]>("term", { term }).then(
      (rows) => take(rows, term),
      (error) => take([], error.message),
    );
  };
  return (
    <section>
      <h2>A term in each class</h2>
      <form class="review-search" onSubmit={look}>
        <label>
          Term
          <input name="term" autocomplete="off" required />
        </label>
        <button type="submit">Look up</button>
      </form>
      <div role="status">{found.length > 0 ? <Weights caption={said} rows={found} /> : said}</div>
    </section>
  );
}
