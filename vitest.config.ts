import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const BROWSER = "test/browser/**/*.test.ts";
const PROGRAMS = "test/programs/**/*.test.ts";
const PROCESSES = [
  "test/cli/{broken-messages,containers,hostile-names,interrupt,jobs,many,refusals,saving}.test.ts",
  "test/cli/commands/{mail/{filter,serve*},mailbox/stopping}.test.ts",
  "test/cli/commands/{learning/{label*,learn*},machines/merge}.test.ts",
  "test/cli/{filtering/filter-history,options/config,output/{job-scripts,output}}.test.ts",
  "test/delivery/filing/stopped-runs.test.ts",
  "test/jobs/inputs/standard-input.test.ts",
];
const SCRIPTS = ["test/scripts/**/*.test.ts", "test/examples.test.ts", "test/package.test.ts"];

/** The room that the tests take at most, in bytes. */
const ROOM = 2 ** 31;

/** Tests write thousands of small files: in memory, where there is enough, the system takes a third of the time for them. */
function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    const mayRun = /^\S+ \/dev\/shm tmpfs (?!\S*noexec)/m.test(readFileSync("/proc/mounts", "utf8"));
    return mayRun && bavail * bsize > ROOM ? "/dev/shm" : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Five suites. `npm test` runs the first; the others have scripts of their own. `npx vitest run test/FOLDER` runs the tests of
 * a folder, whichever suite they belong to.
 */
export default defineConfig({
  test: {
    setupFiles: ["test/helpers/setup.ts"],
    // Compiled once for all suites, and again only if it has changed.
    experimental: { fsModuleCache: true },
    // A new process for each of so many small files takes longer than the tests in them.
    isolate: false,
    // One processor is left free otherwise, of two as of many.
    maxWorkers: "100%",
    // Every processor has a worker already, so threads that collect garbage would only slow the workers down.
    // The heap starts at the size that the tests need.
    execArgv: ["--single-threaded-gc", "--max-semi-space-size=64", "--initial-old-space-size=2000"],
    expect: { poll: { timeout: 100_000 } },
    // A command takes a tenth of a second, but many times that on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "thresher",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, BROWSER, PROGRAMS, ...PROCESSES, ...SCRIPTS],
          env: { TMPDIR: temporaryFolder() },
        },
      },
      // Tests that start many processes: commands that are killed at every step or stopped, filters, servers, many threads.
      {
        extends: true,
        test: { name: "processes", include: PROCESSES, env: { TMPDIR: temporaryFolder() } },
      },
      // The scripts of this repository, the examples of its documentation, and the package as it is published.
      { extends: true, test: { name: "scripts", include: SCRIPTS } },
      // Thresher beside other programs: those that fetch and deliver mail, Slurm, Redis, and Python, which reads a model.
      // A server of another project may drop a connection of a test on a busy machine: such a test has a second try.
      { extends: true, test: { name: "programs", include: [PROGRAMS], isolate: true, retry: 1 } },
      // The report in a browser.
      { extends: true, test: { name: "browser", include: [BROWSER], isolate: true } },
    ],
  },
});
