import { ForecastEngine } from "../../src/labelling/engine/engine.js";
import { type EngineTask, type Forecast, SURE } from "../../src/labelling/engine/forecast.js";
import { randomOrder } from "../../src/labelling/questions/next-questions.js";
import { sharesBySample } from "../../src/labelling/session-end.js";

/** The state of a session after some answers. */
export interface Reached {
  readonly answers: number;
  /** The label of each document, or undefined: the answers, for all documents of their items. */
  readonly labels: readonly (string | undefined)[];
  /** The share of each class, as the session estimates it. */
  readonly shares: Readonly<Record<string, number>> | undefined;
  /** The accuracy that the session shows. */
  readonly shown: Forecast["accuracy"];
  /** The share of items without an answer whose forecast is right. */
  readonly truth: number;
  /** The share of the items without an answer whose class is sure, and how many of them are right. */
  readonly sure: number;
  readonly sureRight: number;
}

/** A user answers so many questions before the next forecast comes, as a share of the answers so far. */
const PACE = 0.05;

/**
 * Labels a pile with the engine of `thresher label`, as a user who always answers truly.
 *
 * @param task the pile
 * @param truth the class of each document. The user looks at the first document of an item
 * @param points the numbers of answers after which to look, ascending
 */
export function* simulatedUser(
  task: EngineTask,
  truth: readonly string[],
  points: readonly number[],
): Generator<Reached> {
  let items = new Uint32Array();
  let forecast: Forecast | undefined;
  const engine = new ForecastEngine(task, (news) => {
    if ("items" in news) items = Uint32Array.from(news.items);
    if ("forecast" in news) forecast = news.forecast;
  });
  const classOf: string[] = [];
  for (const [document, item] of items.entries()) classOf[item] ??= truth[document];
  const classes: string[] = [];
  const answers = new Map<number, number>();
  /** Returns the forecast after all answers. @param waits whether the user waits for the estimate of the accuracy */
  const look = (waits: boolean) => {
    const labels = [...answers];
    engine.hear({ number: answers.size, classes, labels, hints: [], skipped: [], given: [], isGrouping: false });
    while (engine.work() && (waits || forecast?.answersNumber !== answers.size));
    return forecast as Forecast;
  };
  // The graph has grown when the user begins.
  look(true);
  for (const point of points) {
    if (point > classOf.length) return;
    while (answers.size < point) {
      const { questions } = look(false);
      const pace = Math.min(point - answers.size, Math.ceil(PACE * (1 + answers.size)));
      for (const { item } of questions.slice(0, pace)) {
        if (!classes.includes(classOf[item])) classes.push(classOf[item]);
        answers.set(item, classes.indexOf(classOf[item]));
      }
    }
    // An estimate that began some answers ago is finished first.
    look(true);
    const { best, probabilities, accuracy } = look(true);
    const open = [...classOf.keys()].filter((item) => !answers.has(item));
    const sure = open.filter((item) => probabilities[item] >= SURE);
    const rightShare = (some: number[]) => {
      return some.filter((item) => classes[best[item]] === classOf[item]).length / some.length;
    };
    yield {
      answers: point,
      labels: Array.from(items, (item) => classes[answers.get(item) ?? -1]),
      shares: sharesBySample(
        randomOrder(classOf.length, task.seed),
        new Map(Array.from(answers, ([item, c]) => [item, classes[c]])),
        (item) => !answers.has(item),
      ),
      shown: accuracy,
      truth: rightShare(open),
      sure: sure.length / open.length,
      sureRight: rightShare(sure),
    };
  }
}
