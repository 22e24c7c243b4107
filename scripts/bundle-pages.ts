/**
 * The third part of the build: `dist/pages`, the scripts of the pages that `thresher label` and `thresher review` serve.
 * Each is one file without imports, and has the licences of the packages in it.
 */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { licencesOf } from "./bundling/licences.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const OUTPUT = join(dirname(fileURLToPath(import.meta.url)), "../pages");
const PAGES = ["label", "review"];

rmSync(OUTPUT, { recursive: true, force: true });
await build(
  PAGES.map((page) => ({
    input: join(ROOT, `src/pages/client/${page}.tsx`),
    platform: "browser" as const,
    // A package that is not installed is a warning only.
    onLog: (level: string, { message }: { message: string }) => {
      if (level === "warn") throw new Error(`bundle-pages: ${message}`);
    },
    output: {
      file: join(OUTPUT, `${page}.js`),
      format: "es" as const,
      minify: true,
      codeSplitting: false as const,
      banner: ({ moduleIds }: { moduleIds: string[] }) => licencesOf(moduleIds),
    },
  })),
);
