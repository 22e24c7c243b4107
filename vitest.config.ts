import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, "test/browser/**", "test/programs/**"],
    setupFiles: ["test/helpers/setup.ts"],
    // A new process for each of so many small files takes longer than the tests in them.
    isolate: false,
    // One processor is left free otherwise, of two as of many.
    maxWorkers: "100%",
    // A command takes a tenth of a second; on a busy machine, with others beside it, many times that.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
