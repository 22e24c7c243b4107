import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { megabytes } from "../../src/base/numbers.js";
import { askServer } from "../../src/delivery/serving/ask-server.js";
import { fromFile, NODE, nothing, thresher, thresherFilter } from "./commands.js";
import { comparison, inRounds, type Measurement, measurement, type Section } from "./measurement.js";
import { ENVIRONMENT, type ProcessCommand, runMetered } from "./run-process.js";
import { TARGETS } from "./targets.js";
import { USAGE_FD } from "./usage.js";

/** The filter and the message. */
export interface ColdFilterOptions {
  readonly model: string;
  readonly message: string;
  readonly rounds: number;
  readonly scratch: string;
  readonly signal: AbortSignal;
  /** Another filter, trained on the same mail. */
  readonly peer?: ProcessCommand | undefined;
  readonly onRun: () => void;
}

const [ALONE, THROUGH] = ["thresher filter", "thresher filter --server"];
/** Bytes; a common limit of mail servers. */
const LARGE = 50e6;

/** Messages that a server answers before it is measured. */
const ANSWERED = 300;
/** Timeout in milliseconds. */
const PATIENCE = 10_000;

/** The number of runs of `coldFilter`. */
export const coldRuns = (rounds: number, peers: number): number => (rounds + 1) * (3 + peers) + 2;

/**
 * Filters one message in a new process each time: alone, through a warm server, and beside an idle
 * Node.js. Also measures memory, for a message of 50 MB too.
 */
export async function coldFilter(options: ColdFilterOptions): Promise<Section[]> {
  const { model, message, rounds, scratch, signal, peer, onRun } = options;
  const socket = join(scratch, "socket");
  const run = (command: ProcessCommand) => () => runMetered(command, signal);
  const server = await startServer(model, socket, signal);
  const bytes = readFileSync(message);
  const contestants = {
    [ALONE]: run(thresherFilter(message, "-m", model)),
    [THROUGH]: run(thresherFilter(message, "--server", socket)),
    [NODE]: run(fromFile(message, nothing())),
    ...(peer === undefined ? {} : { [peer.name]: run(peer) }),
  };
  const measured = async () => {
    // Warm up: after some hundred answers the code is compiled.
    for (let n = 0; n < ANSWERED; n++) await askServer({ path: socket }, bytes, PATIENCE);
    return inRounds(contestants, rounds, { warmUp: true, onRun });
  };
  const runs = await measured().finally(() => server.end());
  const secondsOf = (name: string) => runs[name].map(({ seconds }) => seconds);
  const [alone, through, node] = [ALONE, THROUGH, NODE].map(secondsOf);
  const size = `1 message, ${megabytes(bytes.length)}`;
  const time: Measurement[] = [
    measurement(ALONE, "seconds", alone, { size, comparisons: [comparison(alone, NODE, node, TARGETS.filterOfNode)] }),
    measurement(THROUGH, "seconds", through, { comparisons: [comparison(through, NODE, node)] }),
    measurement(
      `  beyond ${NODE}`,
      "seconds",
      through.map((seconds, round) => seconds - node[round]),
      { target: TARGETS.serverBeyondNode },
    ),
    measurement(NODE, "seconds", node),
    ...(peer === undefined ? [] : [measurement(peer.name, "seconds", secondsOf(peer.name))]),
  ];
  return [
    { title: `One message through, new process, ${rounds} rounds`, measurements: time },
    ...(await memory(options, run)),
  ];
}

/** Measures peak memory with GNU time, if installed. */
async function memory(
  { model, message, scratch, onRun }: ColdFilterOptions,
  run: (command: ProcessCommand) => () => ReturnType<typeof runMetered>,
): Promise<Section[]> {
  if (!existsSync(TIME)) return [];
  const large = join(scratch, "large");
  writeFileSync(large, largeMessage());
  const measurements: Measurement[] = [];
  for (const [what, path] of [
    ["peak memory", message],
    [`peak memory, ${megabytes(LARGE)} of text`, large],
  ]) {
    onRun();
    const { name, argv } = thresher("filter", "-m", model);
    const metered = { name, argv: ["sh", "-c", METER, "sh", join(scratch, "usage"), ...argv] };
    const { usage } = await run(fromFile(path, metered))();
    if (usage.peakBytes !== undefined) {
      measurements.push(measurement(what, "bytes", [usage.peakBytes], { target: TARGETS.filterMemory }));
    }
  }
  return measurements.length === 0 ? [] : [{ title: "Memory of the filter", measurements }];
}

const TIME = "/usr/bin/time";
const METER = `usage=$1; shift
${TIME} -q -o "$usage" -f '{"peakKilobytes":%M}' "$@"; status=$?
cat "$usage" >&${USAGE_FD}; exit $status`;

/** Text of many distinct words, repeated. */
function largeMessage(): string {
  const words = Array.from({ length: 150_000 }, (_, n) => Math.imul(n, 0x9e3779b1).toString(36));
  const text = words.join(" ").replace(/(.{60}\S*) /g, "$1\n");
  return `Subject: large\n\n${`${text}\n`.repeat(Math.ceil(LARGE / text.length))}`;
}

async function startServer(model: string, socket: string, signal: AbortSignal): Promise<{ end(): Promise<void> }> {
  const { argv } = thresher("serve", "-m", model, "--socket", socket);
  const child: ChildProcess = spawn(argv[0], argv.slice(1), {
    stdio: ["ignore", "pipe", "ignore"],
    env: ENVIRONMENT,
    signal,
  });
  child.once("error", () => {});
  const ended = once(child, "exit").catch(() => {});
  // The server prints its address when it is ready.
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), ended]);
  if (child.exitCode !== null) throw new DataError(`thresher serve ended with exit code ${child.exitCode}`);
  return {
    async end() {
      child.kill();
      await ended;
    },
  };
}
