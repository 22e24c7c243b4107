import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import {
  compileAsUsual,
  compileLess,
  DEFAULTS,
  HAS_BUDGET,
  HAS_INLINED,
} from "../../../src/cli/output/less-compiling.js";

it("sets only options that V8 has, and goes back to V8's own values", () => {
  const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  const { inlined, budget } = DEFAULTS;
  expect(options.includes(`default: --max-inlined-bytecode-size-cumulative=${inlined}\n`)).toBe(HAS_INLINED);
  expect(options.includes(`default: --interrupt-budget=${budget}\n`)).toBe(HAS_BUDGET);
  compileLess(true);
  compileAsUsual();
});
