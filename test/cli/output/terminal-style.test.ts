import { describe, expect, it } from "vitest";
import { terminalStyle } from "../../../src/cli/output/output.js";

const TERMINAL = { isTTY: true, columns: 80 };
const PIPE = { columns: 80 };

describe("the style of standard output", () => {
  it("is that of its terminal, and plain when it is piped", () => {
    expect(terminalStyle(TERMINAL, {})).toEqual({ columns: 80, colour: true });
    expect(terminalStyle(PIPE, {})).toEqual({ columns: undefined, colour: false });
    expect(terminalStyle({ isTTY: true, columns: 0 }, {})).toEqual({ columns: undefined, colour: true });
  });

  it("has no colour with NO_COLOR, unless that is empty, and none on a dumb terminal", () => {
    expect(terminalStyle(TERMINAL, { NO_COLOR: "1" }).colour).toBe(false);
    expect(terminalStyle(TERMINAL, { NO_COLOR: "" }).colour).toBe(true);
    expect(terminalStyle(TERMINAL, { TERM: "dumb" }).colour).toBe(false);
  });

  it("follows FORCE_COLOR", () => {
    for (const yes of ["1", "true", "3", ""]) {
      expect(terminalStyle(PIPE, { FORCE_COLOR: yes, NO_COLOR: "1" }), yes).toEqual({
        columns: undefined,
        colour: true,
      });
    }
    for (const no of ["0", "false"]) expect(terminalStyle(TERMINAL, { FORCE_COLOR: no }).colour, no).toBe(false);
  });
});
