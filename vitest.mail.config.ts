import { defineConfig } from "vitest/config";

/**
 * Tests with other programs: those that fetch and deliver mail, Slurm, Redis, and Python, which reads a model. They are apart
 * from the others because they need them: `npm run test:mail`.
 */
export default defineConfig({
  test: {
    include: ["test/programs/**/*.test.ts"],
    setupFiles: ["test/helpers/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
