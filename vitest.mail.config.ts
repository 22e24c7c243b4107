import { defineConfig } from "vitest/config";

/** Tests with the programs that fetch and deliver mail: `npm run test:mail`, apart from the others because they need them. */
export default defineConfig({
  test: {
    include: ["test/mail/**/*.test.ts"],
    setupFiles: ["test/helpers/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
