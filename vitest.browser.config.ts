import { defineConfig } from "vitest/config";

/** Tests in a browser: `npm run test:browser`, apart from the others because they need one. */
export default defineConfig({
  test: { include: ["test/browser/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});
