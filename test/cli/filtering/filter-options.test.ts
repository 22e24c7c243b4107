import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { filterOptions } from "../../../src/cli/filtering/filter-options.js";

const options = (...args: string[]) => filterOptions(["-m", "model", ...args]);

describe("the options of filter", () => {
  it("are a model, or a server with or without a model", () => {
    expect(options()).toMatchObject({ model: "model", server: undefined, serverTimeout: 2, terse: false });
    expect(options("--server", "7000")).toMatchObject({ model: "model", server: { port: 7000 } });
    expect(filterOptions(["--server", "./socket"])).toMatchObject({ model: undefined, server: { path: "./socket" } });
    expect(() => filterOptions([])).toThrow("no model: give -m FILE");
  });

  it("refuse an address that no server can have", () => {
    expect(() => options("--server", "99999")).toThrow(/^a port must be a number from 0 to 65535, not 99999$/);
    expect(() => options("--server", "")).toThrow(/^the path of the socket, "", is not a path$/);
  });

  it("take one cut-off or two, and only numbers", () => {
    expect(options("--threshold", ".2,.9").cutoffs).toEqual([0.2, 0.9]);
    expect(options("--threshold", "0.5").cutoffs).toEqual([0.5, 0.5]);
    for (const text of ["a,b", "0,0,1", ".2,", ",.2", "", " ", "0.2;0.9"]) {
      expect(() => options("--threshold", text), text).toThrow(
        new UsageError(`--threshold takes one number, or two with a comma between them, not ${JSON.stringify(text)}`),
      );
    }
    expect(options("--cutoffs", "0.5").cutoffs).toEqual([0.5, 0.5]);
    expect(() => options("--threshold", "2")).toThrow(/^cutoffs must be two numbers from 0 to 1/);
  });

  it("take a limit of errors, but not beside cut-offs or a server", () => {
    expect(options("--errors-at-most", "1%").errorsAtMost).toBe(0.01);
    expect(() => options("--errors-at-most", "1%", "--threshold", ".5")).toThrow(/^--threshold and --errors-at-most/);
    expect(() => options("--errors-at-most", "1%", "--server", "7000")).toThrow("give the limit to thresher serve");
    for (const text of ["0", "100%", "few"]) {
      expect(() => options("--errors-at-most", text)).toThrow(
        /: give a share above 0 and below 1, such as 1% or 0.01$/,
      );
    }
  });

  it("are refused if they are unknown, lack a value, or are no options", () => {
    expect(() => options("--style", "pine")).toThrow(/^style must be one of thresher, .* not "pine"$/);
    expect(() => options("--fast")).toThrow(new UsageError("Unknown option '--fast'"));
    expect(() => options("letter.eml")).toThrow(/^Unexpected argument 'letter\.eml'/);
    expect(() => filterOptions(["-m"])).toThrow(/argument missing$/);
    for (const words of [["letter.eml"], ["-m"]]) expect(() => filterOptions(words)).toThrow(UsageError);
  });
});
