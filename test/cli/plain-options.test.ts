import { parseArgs } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { plainOptions } from "../../src/cli/plain-options.js";
import { EXAMPLES } from "../helpers/arbitraries.js";

const TABLE = {
  model: { type: "string", short: "m" },
  style: { type: "string" },
  terse: { type: "boolean" },
} as const;

it("gives what parseArgs gives, or leaves it to that", () => {
  const likely = fc.constantFrom(
    ..."-m --model --style --terse --style= --model=a --terse=1 -- - -mx x --constructor".split(" "),
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: likely }, fc.string()), { maxLength: 5 }), (args) => {
      const values = plainOptions(args, TABLE);
      if (values === undefined) return;
      plain++;
      const asked = parseArgs({ args, options: TABLE, strict: true, allowPositionals: false }).values;
      expect({ ...values }).toEqual({ ...asked });
    }),
    { ...EXAMPLES, numRuns: 1000 },
  );
  expect(plain).toBeGreaterThan(50);
});

it("reads what people write", () => {
  const args = ["-m", "a", "--style=x=y", "--terse", "--model", "b"];
  expect(plainOptions(args, TABLE)).toEqual({ model: "b", style: "x=y", terse: true });
  for (const rest of [["-m"], ["letter.eml"], ["--fast"], ["--terse=1"], ["-m", "-x"], ["--"]]) {
    expect(plainOptions(rest, TABLE)).toBeUndefined();
  }
});
