/**
 * How the library does in a server: `npm run library-speed -- CORPUS`. It prints the longest pause of the event loop while
 * a worker trains `best`, and how long 100,000 calls of `classify` take, with the memory before and after them.
 */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { classify, openCorpus, train, trainAsync } from "../src/index.js";
import { runScript } from "./run-script.js";

const SCRIPT = "library-speed";
const CALLS = 100_000;
/** Number of times that a worker trains. Other programs on the machine pause this one, too. */
const ROUNDS = 5;

async function run(path: string): Promise<void> {
  const training: Pause[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    training.push(await longestPause(() => trainAsync(path, { preset: "best" })));
  }
  console.log(`longest pause while a worker trains best: ${pauseText(training)}`);
  const idle: Pause[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    idle.push(await longestPause(() => new Promise((resolve) => setTimeout(resolve, 3000))));
  }
  console.log(`longest pause while nothing happens: ${pauseText(idle)}`);

  const model = train(path, { preset: "fast" });
  const texts = Array.from(openCorpus(path), ({ bytes }) => Buffer.from(bytes).toString());
  /** Returns the microseconds of a call. */
  const classifyAll = () => {
    const start = performance.now();
    for (let call = 0; call < CALLS; call++) classify(model, texts[call % texts.length].slice(0, 500));
    return (1000 * (performance.now() - start)) / CALLS;
  };
  classifyAll();
  const before = process.memoryUsage().rss;
  const microseconds = classifyAll();
  const grown = (process.memoryUsage().rss - before) / 1e6;
  console.log(`classify, ${CALLS} times: ${microseconds.toFixed(1)} µs each, memory grows by ${grown.toFixed(1)} MB`);
}

/** A time in which no timer could run, and the processor time of this thread in it, in milliseconds. */
interface Pause {
  readonly time: number;
  readonly processor: number;
}

/** Returns the longest pause, and the one that took most processor time. */
async function longestPause(work: () => Promise<unknown>): Promise<Pause> {
  let last = { time: performance.now(), processor: processorTime() };
  let longest: Pause = { time: 0, processor: 0 };
  const look = () => {
    const now = { time: performance.now(), processor: processorTime() };
    longest = {
      time: Math.max(longest.time, now.time - last.time),
      processor: Math.max(longest.processor, now.processor - last.processor),
    };
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

/** Returns the processor time of the main thread, in milliseconds. Only Linux tells it. */
function processorTime(): number {
  return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

function pauseText(pauses: readonly Pause[]): string {
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1].toFixed(1);
  const time = median(pauses.map(({ time }) => time));
  const processor = median(pauses.map(({ processor }) => processor));
  return `${time} ms, ${processor} ms of processor time (medians of ${ROUNDS})`;
}

const program = new Command(SCRIPT)
  .description("Measures the library as a server uses it.")
  .argument("<corpus>", "a corpus, such as corpora/newsgroups")
  .action(run);
await runScript(SCRIPT, program);
