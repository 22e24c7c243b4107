import { expect, it } from "vitest";
import { ForecastEngine, runEngine } from "../../../src/labelling/engine/engine.js";
import type { EngineAnswers, EngineTask, Forecast } from "../../../src/labelling/engine/forecast.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { labellingHere, PileInMemory, threeSubjects } from "../../helpers/labelling-here.js";

const CLASSES = ["sea", "bread", "chess"];
const EACH = 20;

/** The facts about a pile that a session gives its engine. */
async function taskOf(pile: PileInMemory): Promise<EngineTask> {
  const tasks: EngineTask[] = [];
  const startEngine: typeof runEngine = (task, onNews) => runEngine(tasks[tasks.push(task) - 1], onNews);
  await labellingHere(pile, temporaryFolder(), [], { startEngine }).ready;
  return tasks[0];
}

/** Answers about the first items, of which some are unlike those of other documents of the subject. */
function answersTo(items: number): EngineAnswers {
  const labels = Array.from({ length: items }, (_, n) => {
    const item = (7 * n) % (3 * EACH);
    return [item, (Math.floor(item / EACH) + Number(n % 4 === 0)) % 3] as const;
  });
  return { number: items, classes: CLASSES, labels, hints: [], skipped: [], given: [], isGrouping: false };
}

it("a session that is opened again shows the accuracy that it showed at its end, and no other before", async () => {
  const task = await taskOf(new PileInMemory(threeSubjects(EACH)));
  const accuraciesAfter = (...told: EngineAnswers[]) => {
    const accuracies: Forecast["accuracy"][] = [];
    const engine = new ForecastEngine(task, (news) => "forecast" in news && accuracies.push(news.forecast.accuracy));
    for (const answers of told) {
      engine.hear(answers);
      while (engine.work());
    }
    return accuracies;
  };
  const shown = accuraciesAfter(answersTo(30), answersTo(40), answersTo(41), answersTo(42)).at(-1);
  expect(shown?.value).toBeLessThan(1);
  const again = accuraciesAfter(answersTo(42)).filter((accuracy) => accuracy !== undefined);
  expect(again.length).toBeGreaterThan(0);
  expect(again).toEqual(again.map(() => shown));
});
