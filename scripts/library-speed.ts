/**
 * How the library does in a server: `npm run library-speed -- CORPUS`. It prints the longest pause of the event loop while
 * a worker trains `best`, and how long 100,000 calls of `classify` take, with the memory before and after them.
 */
import { Command } from "commander";
import { classify, openCorpus, train, trainInWorker } from "../src/index.js";
import { runScript } from "./run-script.js";

const SCRIPT = "library-speed";
const CALLS = 100_000;
/** Number of times that a worker trains. The machine may pause the program for reasons of its own. */
const ROUNDS = 5;

async function run(path: string): Promise<void> {
  const pauses: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pauses.push(await longestPause(() => trainInWorker(path, { preset: "best" })));
  }
  pauses.sort((a, b) => a - b);
  const [least, median] = [pauses[0], pauses[ROUNDS >> 1]].map((pause) => pause.toFixed(1));
  console.log(`longest pause while a worker trains best: ${median} ms (median of ${ROUNDS}), ${least} ms (least)`);

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

/** Returns the longest time, in milliseconds, in which no timer could run. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const look = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

const program = new Command(SCRIPT)
  .description("Measures the library as a server uses it.")
  .argument("<corpus>", "a corpus, such as corpora/newsgroups")
  .action(run);
await runScript(SCRIPT, program);
