import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { compileLess } from "../../../src/cli/input/less-compiling.js";

it("goes back to what V8 does by itself", () => {
  const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  expect(options).toContain("default: --max-inlined-bytecode-size-cumulative=920\n");
  expect(options).toContain("default: --interrupt-budget=67584\n");
  expect(compileLess(true)()).toBeUndefined();
});
